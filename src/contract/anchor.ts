/** The end of an account's audit chain as it was at a moment, noted outside of the database. */
export type Anchor = {
  accountId: string
  seq: number
  /** Hex. */
  hash: string
  /** Hex; see `sealHead` in the audit's room. */
  seal: string
  /** ISO 8601 in UTC: when it was noted. */
  at: string
}

/** What the seal of a chain's end is made over. */
export function headText(accountId: string, seq: number, hash: string): string {
  return `${accountId}:${seq}:${hash}`
}
