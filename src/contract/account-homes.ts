/** Where accounts are that have moved: links, tokens and client ids go on naming the region that created them. */
export type AccountHomes = {
  /** The home of an account that something names a region for: the same region, unless the account has moved. */
  homeOf: (accountId: string, region: string) => string
  /** Keys of the regions that an account came from; undefined if it came from none. */
  formerKeysOf: (accountId: string) => FormerKeys | undefined
}

/** Open what was made with them there: unsubscribe links and hashed addresses, hashed idempotency keys. */
export type FormerKeys = { mail: readonly Buffer[]; idempotency: readonly Buffer[] }
