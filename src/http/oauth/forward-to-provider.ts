import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { type OAuthRequestContext, requestContextKey } from './request-context.ts'
import type { OAuthSettings } from './settings.ts'
import type { TokenRaces } from './token-race.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the head of the request had arrived; what was used before then, its sender could not know. */
    arrivedAt: Date
    /** Its number among all requests of the protocol in this process. */
    arrival: number
  }
}

/** How a request is handed to the library, with another body or address than it came with where there is a reason. */
export type ForwardToProvider = (
  request: FastifyRequest,
  reply: FastifyReply,
  more?: { address?: string; body?: string; revoking?: OAuthRequestContext['revoking'] },
) => void

/**
 * Hands a request on as if it had been sent to the address of the issuer, whatever Host and X-Forwarded headers say:
 * nothing that the library answers follows them.
 */
export function createForwardToProvider(
  { provider, authUrl, mountPath }: OAuthSettings,
  tokenRaces: TokenRaces,
): ForwardToProvider {
  const { host, protocol } = new URL(authUrl)
  let handler: { provider: Provider; callback: ReturnType<Provider['callback']> } | undefined
  return (request, reply, { address = request.raw.url ?? '/', body, revoking } = {}) => {
    const current = provider()
    if (handler?.provider !== current) handler = { provider: current, callback: current.callback() }
    const facts: OAuthRequestContext = {
      request,
      arrivedAt: request.arrivedAt,
      unusedRecordIds: new Set(),
      tokenRace: tokenRaces.forRequest(request.arrival, reply.raw),
      ...(revoking ? { revoking } : {}),
    }
    const bytes =
      body === undefined ? ((request.body as Buffer | undefined) ?? Buffer.alloc(0)) : Buffer.from(body)
    const { raw } = request
    const forwarded = Object.assign(Readable.from(bytes.length > 0 ? [bytes] : []), {
      method: raw.method,
      url: address.slice(mountPath.length),
      originalUrl: address,
      httpVersion: raw.httpVersion,
      httpVersionMajor: raw.httpVersionMajor,
      httpVersionMinor: raw.httpVersionMinor,
      socket: raw.socket,
      headers: headersFor(raw.headers, { host, protocol, bytes }),
      [requestContextKey]: facts,
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    void handler.callback(forwarded as never, reply.raw)
  }
}

function headersFor(
  given: FastifyRequest['raw']['headers'],
  { host, protocol, bytes }: { host: string; protocol: string; bytes: Buffer },
): Record<string, string | string[] | undefined> {
  const kept = Object.entries(given).filter(([name]) => !/^(x-forwarded-|forwarded$|x-real-)/.test(name))
  return {
    ...Object.fromEntries(kept),
    'transfer-encoding': undefined,
    ...(bytes.length > 0 ? { 'content-length': String(bytes.length) } : {}),
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
  }
}
