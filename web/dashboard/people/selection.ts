/** The selected people, on all pages, and the anchor of a range. */
export type Selection<T extends { readonly id: string }> = {
  readonly chosen: ReadonlyMap<string, T>
  readonly anchor: string | undefined
}

export const emptySelection = { chosen: new Map(), anchor: undefined } as const

/**
 * Toggles one person. With `isRange`, everyone on this page between the anchor and this person gets the same state.
 */
export function toggle<T extends { readonly id: string }>(
  { chosen, anchor }: Selection<T>,
  id: string,
  { people, isRange }: { people: readonly T[]; isRange: boolean },
): Selection<T> {
  const at = people.findIndex((person) => person.id === id)
  const from = isRange ? people.findIndex((person) => person.id === anchor) : -1
  const range = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
  const rangePeople = people.slice(range[0], (range[1] ?? at) + 1)
  return { chosen: withAll(chosen, rangePeople, !chosen.has(id)), anchor: id }
}

/** Everyone on this page, or none of them. */
export function togglePage<T extends { readonly id: string }>(
  { chosen }: Selection<T>,
  people: readonly T[],
  isChosen: boolean,
): Selection<T> {
  return { chosen: withAll(chosen, people, isChosen), anchor: undefined }
}

/** What an invite takes at once, as a list of people does, and so the most for all that is done with a selection. */
export const mostSelected = 2_000

/** With these people too, up to the limit. */
export function addUpToMost<T extends { readonly id: string }>(
  { chosen, anchor }: Selection<T>,
  people: readonly T[],
): Selection<T> {
  return { chosen: withAll(chosen, people, true), anchor }
}

/** The state of the checkbox for the page. */
export function pageState(
  chosen: ReadonlyMap<string, unknown>,
  people: readonly { readonly id: string }[],
): 'all' | 'some' | 'none' {
  const count = people.filter(({ id }) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === people.length ? 'all' : 'some'
}

/** Beyond the limit nobody is added. */
function withAll<T extends { readonly id: string }>(
  chosen: ReadonlyMap<string, T>,
  people: readonly T[],
  isChosen: boolean,
): ReadonlyMap<string, T> {
  const next = new Map(chosen)
  for (const person of people) {
    if (!isChosen) next.delete(person.id)
    else if (next.size < mostSelected || next.has(person.id)) next.set(person.id, person)
  }
  return next
}
