/** What the address of this page says. */
export type AuditSearch = Record<string, never>

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readAuditSearch(_given: Record<string, unknown>): AuditSearch {
  return {}
}
