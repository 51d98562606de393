import { createHash } from 'node:crypto'
import { Failure, invalid } from '../../contract/failure.ts'

/**
 * Checks an `Idempotency-Key` header: 1 to 255 visible ASCII characters, quoted or not (the draft of the HTTPAPI
 * group writes it as a quoted string; most clients send it bare, and both name the same key).
 */
export function readKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key must have 1 to 255 visible ASCII characters.', {
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  })
}

/**
 * What makes two requests the same: the operation, the scopes that decide what the answer may show, and the
 * input, whatever the order of its fields.
 */
export function fingerprintOf(
  operation: string,
  scopes: ReadonlySet<string>,
  input: Record<string, unknown>,
): Buffer {
  const text = JSON.stringify([operation, [...scopes].sort(), ordered(input)])
  return createHash('sha256').update(text).digest()
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return fields.map(([name, inner]) => [name, ordered(inner)])
}

export function keyReused(): Failure {
  return new Failure('conflict', 'This Idempotency-Key was used with another request. Use a new key.', {
    code: 'idempotency_key_reused',
  })
}

export function keyInFlight(): Failure {
  return new Failure(
    'conflict',
    'A request with this Idempotency-Key is still under way. Ask again shortly.',
    {
      code: 'idempotency_key_in_flight',
      retryAfterSeconds: 2,
    },
  )
}

export function answerErased(): Failure {
  return new Failure(
    'conflict',
    'The request with this Idempotency-Key was answered, and the person its answer was about has been deleted since.',
    { code: 'idempotency_answer_erased' },
  )
}
