import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { VerifiedAccessToken } from './storage.ts'
import type { TokenRace } from './token-race.ts'

/** Context of an OAuth request, besides its protocol parameters. */
export type OAuthRequestContext = {
  request: FastifyRequest
  /** When its headers arrived: before the body, and before any lookup in the database. */
  arrivedAt: Date
  /** IDs of the records that this request found unused. */
  unusedRecordIds: Set<string>
  /** Detects concurrent requests in this process with the same code or token. */
  tokenRace: TokenRace
  /** The access token to revoke, already verified. */
  tokenToRevoke?: VerifiedAccessToken
}

/** The context travels through the library on the forwarded request, under this key. */
export const requestContextKey = Symbol('request context')

let library: Pick<typeof Provider, 'ctx'> | undefined

/** Called once the library is loaded, which happens with the first request that needs it. */
export function useLibrary(loaded: Pick<typeof Provider, 'ctx'>): void {
  library = loaded
}

/** The context of the request that the library is processing. */
export function currentRequestContext(): OAuthRequestContext {
  const context = requestContextOf(library?.ctx?.req)
  if (!context) throw new Error('oidc-provider is not processing a request')
  return context
}

export function requestContextOf(request: unknown): OAuthRequestContext | undefined {
  return (request as { [requestContextKey]?: OAuthRequestContext } | undefined)?.[requestContextKey]
}

/** The request that the library is processing. Undefined if a page calls the library. */
export function currentRequest(): FastifyRequest | undefined {
  return requestContextOf(library?.ctx?.req)?.request
}

/** The client IP of the request that the library is processing. Undefined if a page calls the library. */
export function currentClientIp(): string | undefined {
  return currentRequest()?.ip
}
