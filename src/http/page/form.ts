import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'

/** The fields of a plain HTML form. */
export function readForm(request: FastifyRequest): URLSearchParams {
  const body = request.body as Buffer | undefined
  if (!body || body.length === 0) return new URLSearchParams()
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Failure('unsupported_media_type', {
      message: 'Send the form as application/x-www-form-urlencoded.',
    })
  }
  return new URLSearchParams(body.toString('utf8'))
}
