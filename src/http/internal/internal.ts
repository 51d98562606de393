import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, invalid } from '../../contract/failure.ts'
import type { SignedCall } from '../../identity/region-call.ts'
import { failureFromError } from '../failure-from-error.ts'
import { statusOf } from '../status.ts'

/** One call between regions: takes the JSON that came and the zone that sent it, and gives what is answered. */
export type RegionCallHandler = (content: unknown, from: string) => Promise<unknown>

export type InternalSettings = {
  /** By the last part of the address. */
  calls: Readonly<Record<string, RegionCallHandler>>
  readCall: (header: string | undefined, name: string) => Promise<SignedCall | undefined>
  logError: (fields: object, message: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls from another region; known before the body is read. */
    signedCall?: SignedCall
  }
}

/**
 * The door between regions, `POST /internal/{call}`: only where there are other regions, open to those who know
 * REGION_SECRET and sign as the zone that they are, and to no page of a browser. It stands at the root of each region and needs no way in from outside
 * of their own network.
 */
export function registerInternal(app: FastifyInstance, settings: InternalSettings): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: Error, request, reply) => refuse(settings, request, reply, error))
    for (const [name, handle] of Object.entries(settings.calls)) {
      scope.post(`/internal/${name}`, {
        bodyLimit: mostBytes,
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store')
          const call = await settings.readCall(request.headers.authorization, name)
          if (!call) throw unknownCaller()
          request.signedCall = call
        },
        handler: async (request) => {
          const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
          const { isBody, from } = request.signedCall as SignedCall
          if (!isBody(body)) throw unknownCaller()
          return { ...((await handle(parsed(body), from)) as object | undefined) }
        },
      })
    }
  })
}

/** A page of accounts with all their members. */
const mostBytes = 8 * 1024 * 1024

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw invalid('The call is no JSON.', { cause })
  }
}

/** Regions of different releases may not understand each other; the operator should know. */
function otherVersion(cause: Error): Failure {
  return new Failure('other_version', { cause })
}

function unknownCaller(): Failure {
  return new Failure('unauthenticated', { message: 'This address is for the regions of this service.' })
}

function refuse(
  { logError }: InternalSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): FastifyReply {
  const failure = error.name === 'ZodError' ? otherVersion(error) : failureFromError(error)
  if (failure.code === 'other_version') logError({ reqId: request.id, err: failure }, failure.message)
  if (failure.kind === 'unexpected') logError({ reqId: request.id, err: error }, 'unexpected error')
  if (failure.kind === 'unauthenticated') reply.header('www-authenticate', 'Timbre-Region')
  const { kind, message, code, param, retryAfterSeconds } = failure
  return reply.code(statusOf(kind)).send({ failure: { kind, message, code, param, retryAfterSeconds } })
}
