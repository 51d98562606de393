import type { Profile, ProfileTag } from '../api/types.ts'
import { peopleWords } from './people-words.ts'

/** A tag that some people get, or that some lose: one of the lists is empty. */
export type TagChange = {
  readonly tag: ProfileTag
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

type Tagged = Pick<Profile, 'id' | 'tags'>

/** How many of these people have each tag, by its id. */
export function countTags(people: readonly Tagged[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tags = [] } of people) for (const { id } of tags) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/**
 * What has to be done so that of each tag that is wished for everybody has it (true) or nobody (false). Who has it
 * already is not named, so that taking the change back leaves them as they were.
 */
export function changesFor(
  wishes: ReadonlyMap<string, boolean>,
  tags: readonly ProfileTag[],
  people: readonly Tagged[],
): readonly TagChange[] {
  return tags.flatMap(({ id, label, color }) => {
    const wish = wishes.get(id)
    if (wish === undefined) return []
    const meant = people.filter((one) => hasTag(one, id) !== wish).map((one) => one.id)
    if (meant.length === 0) return []
    const [add, remove] = wish ? [meant, []] : [[], meant]
    return [{ tag: { id, label, color }, add, remove }]
  })
}

/** The way back. */
export function inverse(changes: readonly TagChange[]): readonly TagChange[] {
  return changes.map(({ tag, add, remove }) => ({ tag, add: remove, remove: add }))
}

/** One person as they are after the changes; the same object where nothing changes for them. */
export function changed<T extends Tagged>(person: T, changes: readonly TagChange[]): T {
  let { tags = [] } = person
  for (const { tag, add, remove } of changes) {
    if (remove.includes(person.id)) tags = tags.filter(({ id }) => id !== tag.id)
    else if (add.includes(person.id) && !tags.some(({ id }) => id === tag.id)) tags = [...tags, tag]
  }
  return tags === (person.tags ?? tags) ? person : { ...person, tags }
}

/** “Leads added to 3 people”, as it is said afterwards. */
export function doneWords({ tag, add, remove }: TagChange): string {
  return add.length > 0
    ? `${tag.label} added to ${peopleWords(add.length)}`
    : `${tag.label} removed from ${peopleWords(remove.length)}`
}

/** “Add Leads to 3 people”, as it is said before. */
export function plannedWords({ tag, add, remove }: TagChange): string {
  return add.length > 0
    ? `Add ${tag.label} to ${peopleWords(add.length)}`
    : `Remove ${tag.label} from ${peopleWords(remove.length)}`
}

function hasTag({ tags = [] }: Tagged, tagId: string): boolean {
  return tags.some(({ id }) => id === tagId)
}
