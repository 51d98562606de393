import type { FastifyRequest } from 'fastify'
import { Provider } from 'oidc-provider'
import type { Crossing } from './crossing.ts'
import type { OwnToken } from './storage.ts'

/** What is known of a request besides what the protocol reads in it. */
export type RequestFacts = {
  request: FastifyRequest
  /** When its head had arrived: before its body, and before anything was looked up for it. */
  arrivedAt: Date
  /** Records that this request found unused, by the texts that it sent. */
  foundUnused: Set<string>
  /** What else in this process sends the same texts at the same time. */
  crossing: Crossing
  /** The access token that the request wants revoked, once it was verified. */
  revoking?: OwnToken
}

/** Where the facts travel through the library: on the request that it was handed. */
export const factsKey = Symbol('facts')

/** The facts of the request in whose course the library calls us. */
export function currentFacts(): RequestFacts {
  const facts = factsOf(Provider.ctx?.req)
  if (!facts) throw new Error('The protocol asked for something outside of a request')
  return facts
}

export function factsOf(request: unknown): RequestFacts | undefined {
  return (request as { [factsKey]?: RequestFacts } | undefined)?.[factsKey]
}

/** The request in whose course the library calls us; undefined where a page asks the library. */
export function currentRequest(): FastifyRequest | undefined {
  return factsOf(Provider.ctx?.req)?.request
}

/** From where the request came in whose course the library calls us; undefined where a page asks the library. */
export function currentAddress(): string | undefined {
  return currentRequest()?.ip
}
