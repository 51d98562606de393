import type { Items } from '../../content/items.ts'
import type { SharedValue } from './model.ts'
import type { TeamMember } from './team-member.ts'

/** Who has which value among the first five: most frequent first, ties in the order of the instrument. */
export function sharedValuesOf(people: readonly TeamMember[], names: Items['core']['values']): SharedValue[] {
  return Object.entries(names)
    .map(([key, { label }]) => {
      const profileIds = people.filter(({ core }) => core?.includes(key)).map(({ id }) => id)
      return { key, label, count: profileIds.length, profileIds }
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
