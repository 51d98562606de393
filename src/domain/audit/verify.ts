import type { Anchor } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { ChainFault } from './chain-fault.ts'
import { checkChain, type SealedHead, type StoredEntry } from './check.ts'

/** Where the chain of one account is read from; the store behind a database, or a list in a test. */
export type ChainSource = {
  /** Entries after a number, in their order, at most `limit` of them and none after `upTo`. */
  entries(range: { after: number; upTo?: number; limit: number }): Promise<StoredEntry[]>
  head(): Promise<SealedHead | undefined>
}

export type ChainVerification = { accountId: string; entries: number; faults: ChainFault[] }

/**
 * Verifies one account's chain from its first entry to its sealed end, and that it holds everything that was
 * anchored. Reads in pages, so that memory stays flat, and may run beside writers: the anchors must have been
 * read before, and the head is read after the entries, so whatever the head knows must then be found.
 */
export async function verifyAccountChain(
  source: ChainSource,
  accountId: string,
  anchors: readonly Anchor[],
  secretKey: SecretKey,
  limit = 500,
): Promise<ChainVerification> {
  const check = checkChain(accountId, anchors, secretKey)
  let entries = 0
  const readOn = async (upTo?: number) => {
    for (;;) {
      const page = await source.entries({ after: check.lastSeq(), limit, ...(upTo ? { upTo } : {}) })
      for (const entry of page) check.add(entry)
      entries += page.length
      if (page.length < limit) return
    }
  }
  await readOn()
  const head = await source.head()
  if (head && head.seq > check.lastSeq()) await readOn(head.seq)
  return { accountId, entries, faults: check.end(head) }
}
