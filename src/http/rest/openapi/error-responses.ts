import type { ErrorCode } from '../../../contract/errors.ts'
import { documentedErrors } from './error-codes.ts'
import { headersOf } from './headers.ts'
import type { Schema } from './schemas.ts'

/** The error envelope, and its variant for accounts of another region. */
const error = {
  type: 'object',
  description: 'What went wrong. Programs read `code`, people read `message`.',
  properties: {
    message: {
      type: 'string',
      description: 'What is wrong and what to do next, for people. Its wording may change.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
    code: {
      type: 'string',
      pattern: '^[a-z0-9_]+$',
      description: 'A stable word for programs. The guide has a table of all; v4 may gain further ones.',
    },
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
  status: { type: 'string', const: 'error', description: 'Tells a refusal from a success.' },
  error,
}

export const errorSchemas: Record<string, Schema> = {
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
        description: 'Where the account lives.',
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

const exampleTime = '2026-11-21T09:00:00.000Z'
const exampleRequestId = '7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'

/** Error responses that operations share, in `components.responses`. */
export const sharedErrorResponses: Record<string, Schema> = {
  Invalid: errorResponse(
    400,
    'The input is invalid, an id is malformed, or a precondition is unmet.',
    rateLimitHeaderRefs(),
  ),
  Unauthenticated: errorResponse(
    401,
    'No token was sent, or the token is expired, revoked or not one of ours.',
    headersOf(['WWW-Authenticate', 'Challenge']),
  ),
  BillingRefused: errorResponse(
    402,
    'The billing of the account does not permit new work. Reading stays open.',
    rateLimitHeaderRefs(),
  ),
  Denied: errorResponse(
    403,
    'The token lacks a scope, or the account is paused.',
    headersOf(['WWW-Authenticate', 'ScopeChallenge']),
    ['insufficient_scope', 'account_paused'],
  ),
  DeniedResource: errorResponse(
    403,
    'The resource is not on the account, the token lacks a scope, or the account is paused.',
    { ...headersOf(['WWW-Authenticate', 'ScopeChallenge']), ...rateLimitHeaderRefs() },
  ),
  AccountGone: errorResponse(404, 'The account of the token no longer exists.', {}, ['not_found']),
  NotFound: errorResponse(
    404,
    'There is no such resource on the account. An id of another account is answered like one that never was.',
    rateLimitHeaderRefs(),
  ),
  WrongMethod: errorResponse(
    405,
    'The address takes other methods than the one that was used; `Allow` names them.',
    headersOf('Allow'),
  ),
  NotAcceptable: errorResponse(406, 'The `Accept` header rules out JSON.', rateLimitHeaderRefs()),
  Conflict: errorResponse(
    409,
    'The change collides with what stands already or with another request: an address that is taken, a duplicate, or ' +
      'an Idempotency-Key that was used with another body or is still under way.',
    { ...headersOf(['Retry-After', 'RetryAfterInFlight']), ...rateLimitHeaderRefs() },
  ),
  TooLarge: errorResponse(413, 'The body is larger than this operation takes.', rateLimitHeaderRefs()),
  UnsupportedType: errorResponse(
    415,
    'The body is of a media type that is not taken, or compressed.',
    rateLimitHeaderRefs(),
  ),
  Elsewhere: errorResponse(
    421,
    'The account lives in another region. Nothing was done; send the request there.',
    headersOf('X-Service-Region', 'X-Service-Region-Url'),
  ),
  TooMany: errorResponse(429, 'The caller has used up its allowance for the moment.', {
    ...headersOf('Retry-After'),
    ...rateLimitHeaderRefs(),
  }),
  Unexpected: errorResponse(
    500,
    'Unexpected error. Try again; if it persists, contact support with the request id.',
    rateLimitHeaderRefs(),
  ),
  Unavailable: errorResponse(503, 'The service cannot do this right now. Nothing was done.', {
    ...headersOf('Retry-After'),
    ...rateLimitHeaderRefs(),
  }),
}

/** A response with an example for each of its codes: all codes of its status, or the given ones. */
function errorResponse(
  status: number,
  description: string,
  headers: Record<string, Schema>,
  named?: readonly ErrorCode[],
): Schema {
  const region = status === 421 ? { zone: 'eu', apiUrl: 'https://eu.example.com/api' } : undefined
  const shown = documentedErrors.filter(
    (documented) => documented.status === status && (named?.includes(documented.code) ?? true),
  )
  const examples = shown.map(({ code, when, example: { message, ...others } }) => {
    const error = { message, timestamp: exampleTime, code, ...others, requestId: exampleRequestId }
    const value = { code: status, status: 'error', error, ...(region ? { region } : {}) }
    return [code, { summary: when, value }] as const
  })
  const schema = { $ref: `#/components/schemas/${region ? 'RegionError' : 'Error'}` }
  return {
    description,
    headers: { ...headersOf('X-Request-Id'), ...headers },
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** Headers of every response after the rate limit check. */
export function rateLimitHeaderRefs(): Record<string, Schema> {
  return headersOf('RateLimit-Policy', 'RateLimit')
}
