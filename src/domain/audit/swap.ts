import { chainHash, type StoredEntry } from './chain.ts'

/** An entry that doesn't match its position, with the possible hashes of the previous entry. */
export type SuspectEntry = {
  entry: StoredEntry
  previousHashes: readonly Buffer[]
  /** The number of the entry that it was swapped with. */
  swappedWith: number | undefined
}

/** The earlier entry that this one was swapped with: each matches at the position of the other. */
export function findSwappedEntry(
  suspect: SuspectEntry,
  earlier: readonly SuspectEntry[],
): SuspectEntry | undefined {
  return earlier.find(
    (other) =>
      other !== suspect &&
      other.swappedWith === undefined &&
      fits(suspect, other.entry.seq, other.previousHashes) &&
      // If they are adjacent, the second follows the first.
      fits(other, suspect.entry.seq, [...suspect.previousHashes, suspect.entry.hash]),
  )
}

function fits({ entry }: SuspectEntry, seq: number, previousHashes: readonly Buffer[]): boolean {
  return previousHashes.some((hash) => chainHash(hash, { ...entry, seq }).equals(entry.hash))
}
