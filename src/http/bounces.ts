import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../contract/failure.ts'
import { type Limits, spendInOrder } from '../contract/limits.ts'
import { networkFor, networkOf } from '../contract/payer.ts'
import { rateLimited } from '../contract/request.ts'
import { refuseEncodedBody } from './body.ts'
import { secretIn } from './connection-key.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

export type BounceSettings = {
  secret: string
  /** What became of the message. */
  record: (raw: Uint8Array, recipient?: string) => Promise<'bounced' | 'counted' | 'ignored' | 'early'>
  limits: Pick<Limits, 'wrongSecrets' | 'wrongSecretsOfNetwork'>
}

/**
 * `POST /mail/bounces`: the operator's mail server hands over what came to the address for reports, as it is. Strangers
 * write those messages, so one that means nothing is answered like any other: a refusal would only be retried.
 */
export function registerBounces(app: FastifyInstance, settings: BounceSettings): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await authenticate(request, reply, settings)
  })
  app.post<{ Querystring: { recipient?: unknown } }>('/bounces', async (request, reply) => {
    refuseEncodedBody(request.headers['content-encoding'])
    const { recipient } = request.query
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const outcome = await settings.record(raw, typeof recipient === 'string' ? recipient : undefined)
    if (outcome === 'early') throw new Failure('report_too_early', { retryAfterSeconds: 60 })
    return reply.send({ outcome })
  })
}

/** Before the body is read. Wrong secrets count against the network of the sender. */
async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, limits }: BounceSettings,
): Promise<void> {
  const sent = secretIn(request.raw.headersDistinct.authorization)
  if (sent === undefined) throw new Failure('token_missing', { message: 'Send MAIL_BOUNCE_SECRET.' })
  if (timingSafeEqual(digestOf(sent), digestOf(secret))) return
  const network = networkOf(request.ip)
  const allowance = await spendInOrder([
    () => limits.wrongSecretsOfNetwork(network),
    () => limits.wrongSecrets(networkFor(network, 'bounces')),
  ])
  if (allowance) reply.headers(rateLimitHeaders(allowance))
  if (allowance && !allowance.isWithin) throw rateLimited(allowance)
  throw new Failure('token_invalid', { message: 'The secret is wrong.' })
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
