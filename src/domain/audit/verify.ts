import type { Anchor } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { StoredEntry } from './chain.ts'
import type { ChainFault } from './chain-fault.ts'
import { checkChain, type SealedHead } from './check.ts'

/** Source of one account's chain: the database, or a list in a test. */
export type ChainSource = {
  /** Entries after a number, in order: at most `limit`, none after `upTo`. */
  entries(range: { after: number; upTo?: number; limit: number }): Promise<StoredEntry[]>
  head(): Promise<SealedHead | undefined>
}

export type ChainVerification = { accountId: string; entries: number; faults: ChainFault[] }

/**
 * Verifies one account's chain from its first entry to its sealed head, and that it includes everything that was
 * anchored. Reads in pages to bound memory, and can run while the service writes: anchors must be read beforehand and
 * the head is read after the entries, so every entry covered by either must be present.
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
  const readPages = async (upTo?: number) => {
    for (;;) {
      const page = await source.entries({ after: check.lastSeq(), limit, ...(upTo ? { upTo } : {}) })
      for (const entry of page) check.add(entry)
      entries += page.length
      if (page.length < limit) return
    }
  }
  await readPages()
  const head = await source.head()
  if (head && head.seq > check.lastSeq()) await readPages(head.seq)
  return { accountId, entries, faults: check.end(head) }
}
