import { headersOf } from './headers.ts'
import type { Schema } from './schemas.ts'

/** The error envelope of the specification, and its form for an account of another region. */
const error = {
  type: 'object',
  description: 'What went wrong. Programs read `code`, people read `message`.',
  properties: {
    message: {
      type: 'string',
      description: 'What is wrong and what to do next, for people. Its wording may change.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
    code: { type: 'string', pattern: '^[a-z0-9_]+$', description: 'A stable word for programs.' },
    param: { type: 'string', description: 'The field or header at fault, where there is one.' },
    details: { description: 'Further facts; their shape depends on `code`.' },
    requestId: {
      type: 'string',
      description: 'Name it when you ask for support. The same as `X-Request-Id`.',
    },
  },
  required: ['message', 'timestamp', 'code', 'requestId'],
  additionalProperties: false,
}

const envelope = {
  code: { type: 'integer', format: 'int32', description: 'The HTTP status of the answer.' },
  status: { type: 'string', const: 'error' },
  error,
}

export const errorShapes: Record<string, Schema> = {
  Error: {
    type: 'object',
    description: 'Every refusal has this form.',
    properties: envelope,
    required: ['code', 'status', 'error'],
    additionalProperties: false,
  },
  RegionError: {
    type: 'object',
    description:
      'The refusal for an account that lives in another region: where to send the request instead.',
    properties: {
      ...envelope,
      region: {
        type: 'object',
        properties: {
          zone: { type: 'string', description: 'The home zone of the account.' },
          apiUrl: { type: 'string', format: 'uri', description: 'The root of the API there.' },
        },
        required: ['zone', 'apiUrl'],
        additionalProperties: false,
      },
    },
    required: ['code', 'status', 'error', 'region'],
    additionalProperties: false,
  },
}

/** Refusals that operations share, under `components.responses`. */
export const sharedRefusals: Record<string, Schema> = {
  Invalid: refusal(400, 'The input is invalid, an id is malformed, or a precondition is unmet.', {
    code: 'invalid_input',
    message: 'profileId is not a valid id: expected 24 lower-case hex characters.',
    param: 'profileId',
    headers: limited(),
  }),
  Unauthenticated: refusal(401, 'No token was sent, or the token is expired, revoked or not one of ours.', {
    code: 'token_missing',
    message: 'Send an access token in the Authorization header: Bearer <ACCESS_TOKEN>.',
    headers: headersOf(['WWW-Authenticate', 'Challenge']),
  }),
  BillingRefused: refusal(402, 'The billing of the account does not permit new work. Reading stays open.', {
    code: 'trial_ended',
    message: 'The trial of this account has ended. Choose a plan to go on.',
    headers: limited(),
  }),
  Denied: refusal(403, 'The token lacks a scope, or the account is paused.', {
    code: 'insufficient_scope',
    message: 'The token lacks the scope profiles:read.',
    details: { scopes: ['profiles:read'] },
    headers: headersOf(['WWW-Authenticate', 'ScopeChallenge']),
  }),
  DeniedResource: refusal(
    403,
    'The resource is not on the account, the token lacks a scope, or the account is paused.',
    {
      code: 'profile_not_on_account',
      message: 'The profile does not exist or is not on this account.',
      headers: { ...headersOf(['WWW-Authenticate', 'ScopeChallenge']), ...limited() },
    },
  ),
  AccountGone: refusal(404, 'The account of the token no longer exists.', {
    code: 'not_found',
    message: 'The account of this token no longer exists.',
    headers: {},
  }),
  NotFound: refusal(
    404,
    'There is no such resource on the account. An id of another account is answered like one that never was.',
    { code: 'not_found', message: 'Not found on this account.', headers: limited() },
  ),
  WrongMethod: refusal(
    405,
    'The address takes other methods than the one that was used; `Allow` names them.',
    {
      code: 'method_not_allowed',
      message: 'This address does not take PUT. Use GET or HEAD or POST.',
      headers: headersOf('Allow'),
    },
  ),
  NotAcceptable: refusal(406, 'The `Accept` header rules out JSON.', {
    code: 'not_acceptable',
    message: 'Answers are JSON. Send Accept: application/json, or leave the header out.',
    headers: limited(),
  }),
  Conflict: refusal(
    409,
    'The change collides with what stands already or with another request: an address that is taken, a duplicate, or ' +
      'an Idempotency-Key that was used with another body or is still under way.',
    {
      code: 'conflict',
      message: 'Somebody changed the same thing at the same moment. Try again.',
      headers: { ...headersOf(['Retry-After', 'RetryAfterInFlight']), ...limited() },
    },
  ),
  TooLarge: refusal(413, 'The body is larger than this operation takes.', {
    code: 'too_large',
    message: 'The body is too large: at most 1 MiB.',
    headers: limited(),
  }),
  UnsupportedType: refusal(415, 'The body is of a media type that is not taken, or compressed.', {
    code: 'unsupported_media_type',
    message: 'Send the body as JSON with Content-Type: application/json.',
    headers: limited(),
  }),
  Elsewhere: refusal(421, 'The account lives in another region. Nothing was done; send the request there.', {
    code: 'other_region',
    message: 'The account lives in another region. Send the request to that region.',
    region: { zone: 'eu', apiUrl: 'https://eu.example.com/api' },
    headers: headersOf('X-Service-Region', 'X-Service-Region-Url'),
  }),
  TooMany: refusal(429, 'The caller has used up its allowance for the moment.', {
    code: 'rate_limited',
    message: 'Too many requests. Try again in 2 seconds.',
    headers: { ...headersOf('Retry-After'), ...limited() },
  }),
  Unexpected: refusal(
    500,
    'Unexpected error. Try again; if it persists, contact support with the request id.',
    {
      code: 'unexpected',
      message: 'Unexpected error. Try again; if it persists, contact support with the request id.',
      headers: limited(),
    },
  ),
  Unavailable: refusal(503, 'The service cannot do this right now. Nothing was done.', {
    code: 'database_unavailable',
    message: 'The service cannot reach its data right now. Try again in a few seconds.',
    headers: { ...headersOf('Retry-After'), ...limited() },
  }),
}

type Refused = {
  code: string
  message: string
  param?: string
  details?: unknown
  region?: { zone: string; apiUrl: string }
  headers: Record<string, Schema>
}

function refusal(status: number, description: string, { headers, region, ...refused }: Refused): Schema {
  const { message, ...others } = refused
  const timestamp = '2026-11-21T09:00:00.000Z'
  const requestId = '7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'
  const example = {
    code: status,
    status: 'error',
    error: { message, timestamp, ...others, requestId },
    ...(region ? { region } : {}),
  }
  const schema = { $ref: `#/components/schemas/${region ? 'RegionError' : 'Error'}` }
  return {
    description,
    headers: { ...headersOf('X-Request-Id'), ...headers },
    content: { 'application/json': { schema, example } },
  }
}

/** Headers of every answer that came past the rate limit. */
export function limited(): Record<string, Schema> {
  return headersOf('RateLimit-Policy', 'RateLimit')
}
