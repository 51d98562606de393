/** What the address of this page says. */
export type TeamSearch = Record<string, never>

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readTeamSearch(_given: Record<string, unknown>): TeamSearch {
  return {}
}
