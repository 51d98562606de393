import { type ChainedEntry, chainHash } from './chain.ts'

/** An entry that does not fit its place, with what the hash of the entry before it may be. */
export type Suspect = {
  entry: ChainedEntry & { hash: Buffer }
  before: readonly Buffer[]
  /** The number of the entry with which it has changed places. */
  swappedWith: number | undefined
}

/** The earlier entry whose place this one fits: with that number, and behind what stands before it. */
export function swapPartner(own: Suspect, earlier: readonly Suspect[]): Suspect | undefined {
  return earlier.find(
    (other) =>
      other !== own &&
      other.swappedWith === undefined &&
      other.before.some((hash) =>
        chainHash(hash, { ...own.entry, seq: other.entry.seq }).equals(own.entry.hash),
      ),
  )
}
