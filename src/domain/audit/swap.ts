import { type ChainedEntry, chainHash } from './chain.ts'

/** An entry that does not fit its place, with what the hash of the entry before it may be. */
export type SuspectEntry = {
  entry: ChainedEntry & { hash: Buffer }
  before: readonly Buffer[]
  /** The number of the entry with which it has changed places. */
  swappedWith: number | undefined
}

/** The earlier entry with which this one has changed places: each fits where the other stands. */
export function findSwappedEntry(
  own: SuspectEntry,
  earlier: readonly SuspectEntry[],
): SuspectEntry | undefined {
  return earlier.find(
    (other) =>
      other !== own &&
      other.swappedWith === undefined &&
      fits(own, other.entry.seq, other.before) &&
      // Of two neighbours the first is what the second follows on.
      fits(other, own.entry.seq, [...own.before, own.entry.hash]),
  )
}

function fits({ entry }: SuspectEntry, seq: number, before: readonly Buffer[]): boolean {
  return before.some((hash) => chainHash(hash, { ...entry, seq }).equals(entry.hash))
}
