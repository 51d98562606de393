import { Failure } from '../../contract/failure.ts'

/**
 * Parses the `Idempotency-Key` header: 1 to 255 visible ASCII characters, quoted or not. The draft of the HTTPAPI
 * group defines a quoted string, but most clients send it bare; both forms name the same key. Returns undefined for
 * anything else.
 */
export function parseKey(header: string): string | undefined {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

/** Like parseKey, but throws (400) if the key is invalid. */
export function requireKey(header: string): string {
  const key = parseKey(header)
  if (key !== undefined) return key
  throw new Failure('invalid_idempotency_key', { param: 'Idempotency-Key' })
}

/**
 * Identifies a request: the operation, the scopes, which decide what the response may contain, and the input with its
 * fields in canonical order.
 */
export function canonicalRequest(
  operation: string,
  scopes: ReadonlySet<string>,
  input: Record<string, unknown>,
): string {
  return JSON.stringify([operation, [...scopes].sort(), canonical(input)])
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return { fields: fields.map(([name, field]) => [name, canonical(field)]) }
}

export function keyReused(): Failure {
  return new Failure('idempotency_key_reused')
}

const inFlight = 'idempotency_key_in_flight'

export function keyInFlight(): Failure {
  return new Failure(inFlight, {
    message: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
    retryAfterSeconds: 2,
  })
}

export function isKeyInFlight(error: unknown): boolean {
  return error instanceof Failure && error.code === inFlight
}

export function responseErased(): Failure {
  return new Failure('idempotency_answer_erased')
}
