/** The end of an account's audit chain at one time, recorded outside the database. */
export type Anchor = {
  accountId: string
  seq: number
  /** Hex. */
  hash: string
  /** Hex; see `sealHead` in src/domain/audit/. */
  seal: string
  /** ISO 8601 in UTC: when it was recorded. */
  at: string
}

/** The content that the seal of a chain's end covers. */
export function headText(accountId: string, seq: number, hash: string): string {
  return `${accountId}:${seq}:${hash}`
}
