/** What the address of this page says. */
export type PersonSearch = Record<string, never>

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readPersonSearch(_given: Record<string, unknown>): PersonSearch {
  return {}
}
