import type { CountedTag } from '../client/queries.ts'
import type { Profile, ProfileTag } from '../client/types.ts'

/** A tag with the ids of people to add and to remove. */
export type TagChange = {
  readonly tag: ProfileTag
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

type Tagged = Pick<Profile, 'id' | 'tags'>

/** How many of these people have each tag, by tag id. */
export function countTags(people: readonly Tagged[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tags = [] } of people) for (const { id } of tags) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/**
 * The changes after which all of these people have each wanted tag (true) or none has it (false). People who already
 * match are left out, so undo leaves them as they were.
 */
export function changesFor(
  wishes: ReadonlyMap<string, boolean>,
  tags: readonly ProfileTag[],
  people: readonly Tagged[],
): readonly TagChange[] {
  return tags.flatMap(({ id, label, color }) => {
    const wish = wishes.get(id)
    if (wish === undefined) return []
    const profileIds = people.filter((person) => hasTag(person, id) !== wish).map((person) => person.id)
    if (profileIds.length === 0) return []
    const [add, remove] = wish ? [profileIds, []] : [[], profileIds]
    return [{ tag: { id, label, color }, add, remove }]
  })
}

/** The change after which these people, who now have or lack the tag, lack or have it. */
export function changeTo({ id, label, color }: ProfileTag, wishes: ReadonlyMap<string, boolean>): TagChange {
  const wishing = (wish: boolean) =>
    [...wishes].flatMap(([profileId, has]) => (has === wish ? [profileId] : []))
  return { tag: { id, label, color }, add: wishing(true), remove: wishing(false) }
}

/** Single API calls, each of which only adds or only removes. */
export function tagCalls(changes: readonly TagChange[]): readonly TagChange[] {
  return changes
    .flatMap((change) => [
      { ...change, remove: [] },
      { ...change, add: [] },
    ])
    .filter(({ add, remove }) => add.length + remove.length > 0)
}

/** The undo. */
export function invertChanges(changes: readonly TagChange[]): readonly TagChange[] {
  return changes.map(({ tag, add, remove }) => ({ tag, add: remove, remove: add }))
}

/** The person after the changes; the same object if nothing changes. */
export function applyChanges<T extends Tagged>(person: T, changes: readonly TagChange[]): T {
  let { tags = [] } = person
  for (const { tag, add, remove } of changes) {
    if (remove.includes(person.id)) tags = tags.filter(({ id }) => id !== tag.id)
    else if (add.includes(person.id) && !tags.some(({ id }) => id === tag.id)) tags = [...tags, tag]
  }
  return tags === (person.tags ?? tags) ? person : { ...person, tags }
}

/** The tag after the changes; the same object if nothing changes. */
export function applyToTag(tag: CountedTag, changes: readonly TagChange[]): CountedTag {
  const own = changes.filter((change) => change.tag.id === tag.id)
  if (own.length === 0) return tag
  return { ...tag, profileCount: Math.max(0, tag.profileCount + grownBy(own)) }
}

/** How many more people have a tag after changes of people who lacked or had it. */
export function grownBy(changes: readonly TagChange[]): number {
  return changes.reduce((sum, { add, remove }) => sum + add.length - remove.length, 0)
}

/** Whether the person has the tag. */
export function hasTag({ tags = [] }: Pick<Profile, 'tags'>, tagId: string): boolean {
  return tags.some(({ id }) => id === tagId)
}
