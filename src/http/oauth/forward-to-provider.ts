import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { type OAuthRequestContext, requestContextKey } from './request-context.ts'
import type { OAuthSettings } from './settings.ts'
import type { TokenRaces } from './token-race.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request's headers arrived. Its sender can't have known of a token use after that. */
    arrivedAt: Date
    /** Sequence number among the OAuth requests of this process. */
    arrival: number
  }
}

/** Forwards a request to oidc-provider, optionally with another URL or body. */
export type ForwardToProvider = (
  request: FastifyRequest,
  reply: FastifyReply,
  overrides?: { address?: string; body?: string; tokenToRevoke?: OAuthRequestContext['tokenToRevoke'] },
) => Promise<void>

/**
 * Forwards requests as if they had been sent to the issuer's URL, whatever Host and X-Forwarded headers say, so that no
 * response depends on these headers.
 */
export function createForwardToProvider(
  { provider, authUrl, mountPath }: OAuthSettings,
  tokenRaces: TokenRaces,
): ForwardToProvider {
  const { host, protocol } = new URL(authUrl)
  let handler: { provider: Provider; callback: ReturnType<Provider['callback']> } | undefined
  return async (request, reply, { address = request.raw.url ?? '/', body, tokenToRevoke } = {}) => {
    const current = await provider()
    if (handler?.provider !== current) handler = { provider: current, callback: current.callback() }
    const context: OAuthRequestContext = {
      request,
      arrivedAt: request.arrivedAt,
      unusedRecordIds: new Set(),
      tokenRace: tokenRaces.forRequest(request.arrival, reply.raw),
      ...(tokenToRevoke ? { tokenToRevoke } : {}),
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
      [requestContextKey]: context,
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    void handler.callback(forwarded as never, reply.raw)
  }
}

function headersFor(
  headers: FastifyRequest['raw']['headers'],
  { host, protocol, bytes }: { host: string; protocol: string; bytes: Buffer },
): Record<string, string | string[] | undefined> {
  const kept = Object.entries(headers).filter(([name]) => !/^(x-forwarded-|forwarded$|x-real-)/.test(name))
  return {
    ...Object.fromEntries(kept),
    'transfer-encoding': undefined,
    ...(bytes.length > 0 ? { 'content-length': String(bytes.length) } : {}),
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
  }
}
