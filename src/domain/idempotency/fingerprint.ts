import { Failure, invalid } from '../../contract/failure.ts'

/**
 * The key that an `Idempotency-Key` header names: 1 to 255 visible ASCII characters, quoted or not (the draft of
 * the HTTPAPI group writes it as a quoted string; most clients send it bare, and both name the same key).
 * Undefined for anything else.
 */
export function parseKey(header: string): string | undefined {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

/** The same, and a refusal (400) of what is no key. */
export function requireKey(header: string): string {
  const key = parseKey(header)
  if (key !== undefined) return key
  throw invalid('Idempotency-Key must have 1 to 255 visible ASCII characters.', {
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  })
}

/**
 * What makes two requests the same: the operation, the scopes that decide what the answer may show, and the
 * input, whatever the order of its fields.
 */
export function canonicalRequest(
  operation: string,
  scopes: ReadonlySet<string>,
  input: Record<string, unknown>,
): string {
  return JSON.stringify([operation, [...scopes].sort(), ordered(input)])
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return { fields: fields.map(([name, inner]) => [name, ordered(inner)]) }
}

export function keyReused(): Failure {
  return new Failure('conflict', 'This Idempotency-Key was used with another request. Use a new key.', {
    code: 'idempotency_key_reused',
  })
}

const inFlight = 'idempotency_key_in_flight'

export function keyInFlight(): Failure {
  return new Failure(
    'conflict',
    'A request with this Idempotency-Key is still under way. Ask again shortly.',
    { code: inFlight, retryAfterSeconds: 2 },
  )
}

export function isKeyInFlight(error: unknown): boolean {
  return error instanceof Failure && error.code === inFlight
}

export function responseErased(): Failure {
  return new Failure(
    'conflict',
    'The request with this Idempotency-Key was answered, and the person its answer was about has been deleted since.',
    { code: 'idempotency_answer_erased' },
  )
}
