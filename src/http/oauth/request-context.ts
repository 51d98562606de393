import type { FastifyRequest } from 'fastify'
import { Provider } from 'oidc-provider'
import type { VerifiedAccessToken } from './storage.ts'
import type { TokenRace } from './token-race.ts'

/** What is known of a request besides what the protocol reads in it. */
export type OAuthRequestContext = {
  request: FastifyRequest
  /** When its head had arrived: before its body, and before anything was looked up for it. */
  arrivedAt: Date
  /** Records that this request found unused, by the texts that it sent. */
  unusedRecordIds: Set<string>
  /** What else in this process sends the same texts at the same time. */
  tokenRace: TokenRace
  /** The access token that the request wants revoked, once it was verified. */
  revoking?: VerifiedAccessToken
}

/** Where the facts travel through the library: on the request that it was handed. */
export const requestContextKey = Symbol('facts')

/** The facts of the request in whose course the library calls us. */
export function currentRequestContext(): OAuthRequestContext {
  const context = requestContextOf(Provider.ctx?.req)
  if (!context) throw new Error('The protocol asked for something outside of a request')
  return context
}

export function requestContextOf(request: unknown): OAuthRequestContext | undefined {
  return (request as { [requestContextKey]?: OAuthRequestContext } | undefined)?.[requestContextKey]
}

/** The request in whose course the library calls us; undefined where a page asks the library. */
export function currentRequest(): FastifyRequest | undefined {
  return requestContextOf(Provider.ctx?.req)?.request
}

/** From where the request came in whose course the library calls us; undefined where a page asks the library. */
export function currentClientIp(): string | undefined {
  return currentRequest()?.ip
}
