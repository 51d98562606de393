/** What the address of this page says. */
export type InviteSearch = Record<string, never>

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readInviteSearch(_given: Record<string, unknown>): InviteSearch {
  return {}
}
