/** A request to an address that an account has chosen. */
export type GuardedRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/**
 * Sends it to a public address, or to a network that the operator has opened. Follows no redirect, reads no more than
 * fits in memory, and takes a few seconds at most. Throws otherwise.
 */
export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<Response>

/** The TXT records of a name. Empty if it has none; throws if no name server answers. */
export type LookUpTxt = (name: string) => Promise<string[]>
