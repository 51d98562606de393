import { Failure } from '../../contract/failure.ts'

/**
 * Rewrites a validation failure for a raw body, such as an image: the client sent no named field, so the message is
 * about the body.
 */
export function asRawBodyFailure(error: unknown): unknown {
  if (!(error instanceof Failure) || error.param === undefined) return error
  const { param, code, details, retryAfterSeconds, cause } = error
  const message = error.message.startsWith(`${param} `)
    ? `The body${error.message.slice(param.length)}`
    : error.message
  return new Failure(code, { message, details, cause, retryAfterSeconds })
}
