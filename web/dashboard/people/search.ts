/** What the address of this page says. */
export type PeopleSearch = Record<string, never>

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readPeopleSearch(_given: Record<string, unknown>): PeopleSearch {
  return {}
}
