import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, invalid } from '../../contract/failure.ts'
import type { SignedCall } from '../../identity/region-call.ts'
import { failureFromError } from '../failure-from-error.ts'
import { statusOf } from '../status.ts'

/** Handles one kind of call between regions. Receives the parsed body and the sender's zone; returns the response. */
export type RegionCallHandler = (content: unknown, from: string) => Promise<unknown>

export type InternalSettings = {
  /** By the last path segment. */
  calls: Readonly<Record<string, RegionCallHandler>>
  readCall: (header: string | undefined, name: string) => Promise<SignedCall | undefined>
  logError: (fields: object, message: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified call from another region; set before the body is read. */
    signedCall?: SignedCall
  }
}

/**
 * The API between regions, `POST /internal/{call}`. Registered only with several regions. Callers need REGION_SECRET
 * and a signature of their zone; there is no CORS. It is at the root of each region and only has to be reachable from
 * the other regions.
 */
export function registerInternal(app: FastifyInstance, settings: InternalSettings): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: Error, request, reply) => refuse(settings, request, reply, error))
    for (const [name, handle] of Object.entries(settings.calls)) {
      scope.post(`/internal/${name}`, {
        bodyLimit: maxBytes,
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
          return { ...((await handle(parseBody(body), from)) as object | undefined) }
        },
      })
    }
  })
}

/** Enough for a page of accounts with all their members. */
const maxBytes = 8 * 1024 * 1024

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw invalid('The call is not JSON.', { cause })
  }
}

/** Regions that run different releases may send incompatible calls. This is logged for the operator. */
function otherVersion(cause: Error): Failure {
  return new Failure('other_version', { cause })
}

function unknownCaller(): Failure {
  return new Failure('unauthenticated', {
    message: 'This address is for calls between the regions of this service.',
  })
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
