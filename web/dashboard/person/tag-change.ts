import type { ProfileTag } from '../api/types.ts'

export type TagChange = { readonly added: readonly ProfileTag[]; readonly removed: readonly ProfileTag[] }

/** What choosing these tags in place of those would add and take away. */
export function tagChange(before: readonly ProfileTag[], after: readonly ProfileTag[]): TagChange {
  const without = (tags: readonly ProfileTag[], others: readonly ProfileTag[]) =>
    tags.filter(({ id }) => !others.some((other) => other.id === id))
  return { added: without(after, before), removed: without(before, after) }
}

/** The same change the other way round, for an undo. */
export function reversed({ added, removed }: TagChange): TagChange {
  return { added: removed, removed: added }
}

/** The set after the change. */
export function withChange(tags: readonly ProfileTag[], { added, removed }: TagChange): ProfileTag[] {
  return [...tagChange(removed, tags).added, ...tagChange(tags, added).added]
}

/** "Added Leads, removed Product." */
export function changeInWords({ added, removed }: TagChange): string {
  const list = (tags: readonly ProfileTag[]) => tags.map(({ label }) => label).join(', ')
  const parts = [
    ...(added.length > 0 ? [`added ${list(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${list(removed)}`] : []),
  ]
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
