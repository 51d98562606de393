import type { Anchor } from '../../contract/anchor.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import {
  type ChainHead,
  chainHash,
  chainStart,
  isHeadSealed,
  isLineSealed,
  type StoredEntry,
} from './chain.ts'
import { type ChainFault, type ChainFaultKind, describeChainFault, type FaultDetails } from './chain-fault.ts'
import { findSwappedEntry, type SuspectEntry } from './swap.ts'

export type SealedHead = ChainHead & { seal: Buffer }

/** Receives the entries of one account in the order of `seq`, and returns the faults at the end. */
export type ChainCheck = {
  add(entry: StoredEntry): void
  /** The number of the last entry received. */
  lastSeq(): number
  end(head: SealedHead | undefined): ChainFault[]
}

/** Keeps only the few entries that look wrong, so that memory use doesn't depend on the length of the chain. */
export function checkChain(accountId: string, anchors: readonly Anchor[], secretKey: SecretKey): ChainCheck {
  const faults: ChainFault[] = []
  const suspects: SuspectEntry[] = []
  /** Possible hashes of the previous entry: two if that entry itself was changed. */
  let previousHashes: Buffer[] | undefined = [chainStart]
  let last = 0
  const addFault = (kind: ChainFaultKind, seq: number, details: FaultDetails = {}) => {
    if (faults.length < maxFaults)
      faults.push({ accountId, seq, kind, text: describeChainFault(kind, seq, details) })
  }
  // Several files may have an anchor of the same entry.
  const anchored = Map.groupBy(anchors, ({ seq }) => seq)

  function add(entry: StoredEntry): void {
    if (entry.seq !== last + 1) {
      addFault('missing', last + 1, { upTo: entry.seq - 1 })
      previousHashes = undefined
    }
    last = entry.seq
    const hashes = previousHashes?.map((hash) => chainHash(hash, entry)) ?? []
    const isValid = previousHashes === undefined || hashes.some((hash) => hash.equals(entry.hash))
    const next = isValid ? [entry.hash] : [entry.hash, ...hashes].slice(0, 3)
    if (!isValid) next.push(...addSuspect(entry))
    const other = anchored
      .get(entry.seq)
      ?.find((anchor) => !next.some((hash) => hash.toString('hex') === anchor.hash))
    if (other) addFault('rewritten', entry.seq, { at: other.at })
    previousHashes = next
  }

  /** Keeps an entry that doesn't match, or finds the one that it was swapped with. */
  function addSuspect(entry: StoredEntry): Buffer[] {
    const suspectEntry: SuspectEntry = { entry, previousHashes: previousHashes ?? [], swappedWith: undefined }
    if (suspects.length >= maxFaults) return []
    suspects.push(suspectEntry)
    const partner = findSwappedEntry(suspectEntry, suspects)
    if (!partner) return []
    suspectEntry.swappedWith = partner.entry.seq
    partner.swappedWith = entry.seq
    // The entry after the partner was valid all along: it follows the original one.
    const falseSuspect = suspects.findIndex(
      (candidate) =>
        candidate.entry.seq === partner.entry.seq + 1 &&
        candidate !== suspectEntry &&
        chainHash(entry.hash, candidate.entry).equals(candidate.entry.hash),
    )
    if (falseSuspect >= 0) suspects.splice(falseSuspect, 1)
    return [partner.entry.hash]
  }

  function end(head: SealedHead | undefined): ChainFault[] {
    for (const { entry, swappedWith } of suspects) {
      if (swappedWith === undefined) addFault('changed', entry.seq)
      else addFault('swapped', entry.seq, { other: swappedWith })
    }
    endWithHead(head)
    endWithAnchors()
    return faults.sort((left, right) => left.seq - right.seq)
  }

  function endWithHead(head: SealedHead | undefined): void {
    if (!head) {
      if (last > 0) addFault('headMissing', last)
      return
    }
    if (!isHeadSealed(accountId, head, secretKey)) addFault('headNotSealed', head.seq)
    if (head.seq > last) addFault('cutOff', last + 1, { upTo: head.seq })
    else if (head.seq < last) addFault('headBehind', head.seq, { upTo: last })
    else if (previousHashes && !previousHashes.some((hash) => hash.equals(head.hash)))
      addFault('headElsewhere', head.seq)
  }

  function endWithAnchors(): void {
    let latest: Anchor | undefined
    for (const anchor of anchors) {
      const hash = Buffer.from(anchor.hash, 'hex')
      const seal = Buffer.from(anchor.seal, 'hex')
      const isSealed = isHeadSealed(accountId, { seq: anchor.seq, hash, seal }, secretKey)
      if (!isSealed || !isLineSealed(anchor, secretKey))
        addFault('anchorNotSealed', anchor.seq, { at: anchor.at })
      else if (anchor.seq > (latest?.seq ?? 0)) latest = anchor
    }
    if (!latest || latest.seq <= last) return
    const kind = last === 0 ? 'emptied' : 'shorterThanAnchor'
    addFault(kind, last + 1, { upTo: latest.seq, at: latest.at })
  }

  return { add, lastSeq: () => last, end }
}

/** Stops there: no one reads more, and a fully corrupted chain must not fill the memory. */
const maxFaults = 100
