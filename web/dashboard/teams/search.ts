/** What the table of a team is ordered by; a minus turns it round. Without it people stand by name. */
export type TeamSort = (typeof sorts)[number]

/** What the address of a team or a comparison says: either tags, or people. */
export type TeamSearch = {
  tagIds?: readonly string[] | undefined
  profileIds?: readonly string[] | undefined
  order?: TeamSort | undefined
}

const sorts = ['-name', 'style', '-style', 'd', '-d', 'i', '-i', 's', '-s', 'c', '-c'] as const

/**
 * Reads the address; what cannot be is left out, so that every address shows something. The API takes people or tags
 * and not both, and people are the nearer choice.
 */
export function readTeamSearch(given: Record<string, unknown>): TeamSearch {
  const profileIds = idsOf(given.profileIds)
  const tagIds = profileIds ? undefined : idsOf(given.tagIds)
  const order = sorts.find((one) => one === given.order)
  return { ...(profileIds && { profileIds }), ...(tagIds && { tagIds }), ...(order && { order }) }
}

/** A list, or the same written by hand with commas; each once, and no more than the API takes. */
function idsOf(given: unknown): string[] | undefined {
  const all = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : []
  const kept = [...new Set(all.filter((id) => /^\w{1,64}$/.test(id)))].slice(0, 100)
  return kept.length > 0 ? kept : undefined
}
