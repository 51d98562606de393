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
  /** Hex: the seal of the whole line, its time included. Lines of earlier versions and those of backups have none. */
  line?: string
}

/** The content that the seal of a chain's end covers. */
export function headText(accountId: string, seq: number, hash: string): string {
  return `${accountId}:${seq}:${hash}`
}

/** The content that the seal of an anchor's line covers. */
export function anchorText({ accountId, seq, hash, seal, at }: Anchor): string {
  return `anchor:${accountId}:${seq}:${hash}:${seal}:${at}`
}
