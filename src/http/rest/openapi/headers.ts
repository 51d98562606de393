import type { Schema } from '../../../contract/json-schema.ts'

/** Response headers, in `components.headers`. */
export const sharedHeaders: Record<string, Schema> = {
  RequestId: {
    description:
      'Identifies this request in the log and the audit log. To use your own, send 8 to 64 letters, ' +
      'digits, `-` and `_` in `X-Request-Id`.',
    required: true,
    schema: { type: 'string', minLength: 8, maxLength: 64 },
    example: '7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11',
  },
  RateLimitPolicy: {
    description:
      'Rate limit of the caller: a burst of `q` requests, fully replenished after `w` seconds. Omitted ' +
      'if unlimited.',
    schema: { type: 'string' },
    example: '"default";q=50;w=5',
  },
  RateLimit: {
    description: 'What is left of the rate limit: `r` requests now, and one more in `t` seconds.',
    schema: { type: 'string' },
    example: '"default";r=49;t=1',
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  RetryAfterInFlight: {
    description: 'Seconds to wait while a request with the same Idempotency-Key is in progress.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Challenge: {
    description:
      'Where to learn how to get a token (RFC 9728), and `error="invalid_token"` where one was sent that does not work.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer resource_metadata="https://timbre.example.com/.well-known/oauth-protected-resource"',
  },
  ScopeChallenge: {
    description: 'Set if a scope is missing: all scopes that the operation requires (RFC 6750 section 3).',
    schema: { type: 'string' },
    example:
      'Bearer error="insufficient_scope", scope="profiles:read", ' +
      'resource_metadata="https://timbre.example.com/.well-known/oauth-protected-resource"',
  },
  Region: {
    description: 'Region of the account.',
    required: true,
    schema: { type: 'string' },
    example: 'eu',
  },
  RegionUrl: {
    description: 'Root of the API in that region; this version is below it, at `/v4`.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example: 'https://eu.example.com/api',
  },
  Pages: {
    description:
      'URLs of the first, previous, next and last page, with your filters (RFC 8288). Lists with `after` or ' +
      '`afterEntry` have a second `next`, by cursor.',
    required: true,
    schema: { type: 'string' },
    example:
      '<https://timbre.example.com/api/v4/profiles?page=1>; rel="first", ' +
      '<https://timbre.example.com/api/v4/profiles?page=2>; rel="next", ' +
      '<https://timbre.example.com/api/v4/profiles?page=4>; rel="last"',
  },
  Replayed: {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Allow: {
    description: 'Methods that this address supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD, POST',
  },
}

/** Header names, and the names of their descriptions. */
const described: Readonly<Record<string, string>> = {
  'X-Request-Id': 'RequestId',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
  'Retry-After': 'RetryAfter',
  'X-Service-Region': 'Region',
  'X-Service-Region-Url': 'RegionUrl',
  Link: 'Pages',
  'Idempotent-Replayed': 'Replayed',
  Allow: 'Allow',
}

/** References to these headers. Those with several descriptions are given by the name of the description. */
export function headersOf(...names: (string | [string, string])[]): Record<string, Schema> {
  return Object.fromEntries(
    names.map((name) => {
      const [onWire, described_] = typeof name === 'string' ? [name, described[name]] : name
      return [onWire, { $ref: `#/components/headers/${described_}` }]
    }),
  )
}
