import { Failure, invalid } from '../contract/failure.ts'

/** Maps Fastify's client errors to a Failure. Everything else is unexpected. */
export function failureFromError(error: Error & { code?: string; statusCode?: number }): Failure {
  if (error instanceof Failure) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Failure('too_large')
  }
  if (error.statusCode === 415) return new Failure('unsupported_media_type')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return invalid('The request is malformed.', { cause: error })
  }
  return new Failure('unexpected', { cause: error })
}
