import { Failure } from '../contract/failure.ts'

/** Fastify's own refusals of a request become failures of ours; everything unknown is unexpected. */
export function failureFromError(error: Error & { code?: string; statusCode?: number }): Failure {
  if (error instanceof Failure) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Failure('tooLarge', 'The body is too large: at most 1 MiB.')
  }
  if (error.statusCode === 415)
    return new Failure('unsupported', 'Send the body as JSON with Content-Type: application/json.')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new Failure('invalid', 'The request is malformed.', { cause: error })
  }
  return new Failure(
    'unexpected',
    'Unexpected error. Try again; if it persists, contact support with the request id.',
    {
      cause: error,
    },
  )
}
