import type { Anchor } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { type ChainedEntry, type ChainHead, chainHash, chainStart, isHeadSealed } from './chain.ts'
import { type ChainFault, type ChainFaultKind, describeChainFault } from './chain-fault.ts'
import { findSwappedEntry, type SuspectEntry } from './swap.ts'

export type StoredEntry = ChainedEntry & { hash: Buffer }

export type SealedHead = ChainHead & { seal: Buffer }

/** Takes the entries of one account in the order of their `seq`, and says at the end what is wrong with them. */
export type ChainCheck = {
  add(entry: StoredEntry): void
  /** The number of the last entry so far. */
  lastSeq(): number
  end(head: SealedHead | undefined): ChainFault[]
}

/** Holds no entries but the few that look wrong, so that a chain of any length takes the same memory. */
export function checkChain(accountId: string, anchors: readonly Anchor[], secretKey: SecretKey): ChainCheck {
  const faults: ChainFault[] = []
  const suspects: SuspectEntry[] = []
  /** What the hash of the entry before may be: two values when it was that entry that was changed. */
  let before: Buffer[] | undefined = [chainStart]
  let last = 0
  const note = (
    kind: ChainFaultKind,
    seq: number,
    more: { upTo?: number; other?: number; at?: string } = {},
  ) => {
    if (faults.length < maxFaults)
      faults.push({ accountId, seq, kind, text: describeChainFault(kind, seq, more) })
  }
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor]))

  function add(entry: StoredEntry): void {
    if (entry.seq !== last + 1) {
      note('missing', last + 1, { upTo: entry.seq - 1 })
      before = undefined
    }
    last = entry.seq
    const hashes = before?.map((hash) => chainHash(hash, entry)) ?? []
    const isWhole = before === undefined || hashes.some((hash) => hash.equals(entry.hash))
    const next = isWhole ? [entry.hash] : [entry.hash, ...hashes].slice(0, 3)
    if (!isWhole) next.push(...suspect(entry))
    const anchor = anchored.get(entry.seq)
    if (anchor && !next.some((hash) => hash.toString('hex') === anchor.hash))
      note('rewritten', entry.seq, { at: anchor.at })
    before = next
  }

  /** Keeps an entry that does not fit, or finds the one that it has changed places with. */
  function suspect(entry: StoredEntry): Buffer[] {
    const own: SuspectEntry = { entry, before: before ?? [], swappedWith: undefined }
    if (suspects.length >= maxFaults) return []
    suspects.push(own)
    const partner = findSwappedEntry(own, suspects)
    if (!partner) return []
    own.swappedWith = partner.entry.seq
    partner.swappedWith = entry.seq
    // The one behind the partner followed on the true entry all along.
    const innocent = suspects.findIndex(
      (one) =>
        one.entry.seq === partner.entry.seq + 1 &&
        one !== own &&
        chainHash(entry.hash, one.entry).equals(one.entry.hash),
    )
    if (innocent >= 0) suspects.splice(innocent, 1)
    return [partner.entry.hash]
  }

  function end(head: SealedHead | undefined): ChainFault[] {
    for (const { entry, swappedWith } of suspects) {
      if (swappedWith === undefined) note('changed', entry.seq)
      else note('swapped', entry.seq, { other: swappedWith })
    }
    endWithHead(head)
    endWithAnchors()
    return faults.sort((left, right) => left.seq - right.seq)
  }

  function endWithHead(head: SealedHead | undefined): void {
    if (!head) {
      if (last > 0) note('headMissing', last)
      return
    }
    if (!isHeadSealed(accountId, head, secretKey)) note('headNotSealed', head.seq)
    if (head.seq > last) note('cutOff', last + 1, { upTo: head.seq })
    else if (head.seq < last) note('headBehind', head.seq, { upTo: last })
    else if (before && !before.some((hash) => hash.equals(head.hash))) note('headElsewhere', head.seq)
  }

  function endWithAnchors(): void {
    let furthest: Anchor | undefined
    for (const anchor of anchors) {
      const hash = Buffer.from(anchor.hash, 'hex')
      const seal = Buffer.from(anchor.seal, 'hex')
      if (!isHeadSealed(accountId, { seq: anchor.seq, hash, seal }, secretKey))
        note('anchorNotSealed', anchor.seq, { at: anchor.at })
      else if (anchor.seq > (furthest?.seq ?? 0)) furthest = anchor
    }
    if (!furthest || furthest.seq <= last) return
    const kind = last === 0 ? 'emptied' : 'shorterThanAnchor'
    note(kind, last + 1, { upTo: furthest.seq, at: furthest.at })
  }

  return { add, lastSeq: () => last, end }
}

/** Past so many faults nobody reads on, and a chain that is all wrong must not fill the memory. */
const maxFaults = 100
