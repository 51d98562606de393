import { Failure } from '../../contract/failure.ts'

/**
 * A refusal in the words of somebody who sent the body as it is: a field of the input is then nothing that the
 * sender has named, so it is the body that is at fault.
 */
export function asRawBodyFailure(error: unknown): unknown {
  if (!(error instanceof Failure) || error.param === undefined) return error
  const { param, code, details, retryAfterSeconds, cause } = error
  const message = error.message.startsWith(`${param} `)
    ? `The body${error.message.slice(param.length)}`
    : error.message
  return new Failure(code, { message, details, cause, retryAfterSeconds })
}
