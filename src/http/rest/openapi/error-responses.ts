import type { ErrorCode } from '../../../contract/errors.ts'
import type { Schema } from '../../../contract/json-schema.ts'
import { documentedErrors } from './error-codes.ts'
import { headersOf } from './headers.ts'

/** The error envelope, and its variant for accounts of another region. */
const error = {
  type: 'object',
  description: 'What went wrong. Programs should use `code`; `message` is for people.',
  properties: {
    message: {
      type: 'string',
      description: 'What is wrong and how to fix it, for people. The wording may change.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
    code: {
      type: 'string',
      pattern: '^[a-z0-9_]+$',
      description: 'Stable code for programs. The guide lists all of them; v4 may add more.',
    },
    param: { type: 'string', description: 'The invalid field or header, if any.' },
    details: { description: 'Additional data. Its shape depends on `code`.' },
    requestId: {
      type: 'string',
      description: 'Include it when you contact support. Same as `X-Request-Id`.',
    },
  },
  required: ['message', 'timestamp', 'code', 'requestId'],
  additionalProperties: false,
}

const envelope = {
  code: { type: 'integer', format: 'int32', description: 'HTTP status of the response.' },
  status: { type: 'string', const: 'error', description: '`error` for errors.' },
  error,
}

export const errorSchemas: Record<string, Schema> = {
  Error: {
    type: 'object',
    description: 'Format of all error responses.',
    properties: envelope,
    required: ['code', 'status', 'error'],
    additionalProperties: false,
  },
  RegionError: {
    type: 'object',
    description: 'Error response for an account in another region, with the address to use instead.',
    properties: {
      ...envelope,
      region: {
        type: 'object',
        description: 'Where the account is.',
        properties: {
          zone: { type: 'string', description: 'Region of the account.' },
          apiUrl: { type: 'string', format: 'uri', description: 'Root of the API there.' },
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
    "The input is invalid, an id is malformed, or a precondition isn't met.",
    rateLimitHeaderRefs(),
  ),
  Unauthenticated: errorResponse(
    401,
    "The token is missing, has expired, was revoked, or isn't from this service.",
    headersOf(['WWW-Authenticate', 'Challenge']),
  ),
  BillingRefused: errorResponse(
    402,
    "The account's billing status doesn't allow new work. Reading is still possible.",
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
    'The account has no such resource. Ids of other accounts return the same response as unknown ids.',
    rateLimitHeaderRefs(),
  ),
  WrongMethod: errorResponse(
    405,
    "The address doesn't support this method. `Allow` lists the methods it supports.",
    headersOf('Allow'),
  ),
  NotAcceptable: errorResponse(406, 'The `Accept` header excludes JSON.', rateLimitHeaderRefs()),
  Conflict: errorResponse(
    409,
    'The change conflicts with existing data or another request: the address is taken, the resource ' +
      'already exists, or the Idempotency-Key was used with another body or is still in progress.',
    { ...headersOf(['Retry-After', 'RetryAfterInFlight']), ...rateLimitHeaderRefs() },
  ),
  TooLarge: errorResponse(413, 'The body is larger than this operation accepts.', rateLimitHeaderRefs()),
  UnsupportedType: errorResponse(
    415,
    "The media type of the body isn't supported, or the body is compressed.",
    rateLimitHeaderRefs(),
  ),
  Elsewhere: errorResponse(
    421,
    'The account is in another region. Nothing was changed; send the request there.',
    headersOf('X-Service-Region', 'X-Service-Region-Url'),
  ),
  TooMany: errorResponse(429, 'The caller has reached its rate limit.', {
    ...headersOf('Retry-After'),
    ...rateLimitHeaderRefs(),
  }),
  Unexpected: errorResponse(
    500,
    'Unexpected error. Try again. If it keeps happening, contact support with the request id.',
    rateLimitHeaderRefs(),
  ),
  Unavailable: errorResponse(503, "The service can't do this right now. Nothing was changed.", {
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
