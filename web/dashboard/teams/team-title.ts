import type { CountedTag } from '../client/queries.ts'
import type { TeamFilter } from './queries.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The heading: tag names, as far as they are loaded. */
export function teamTitle(
  { tagIds, profileIds }: TeamFilter,
  tags: readonly CountedTag[] | undefined,
): string {
  if (profileIds) return 'Chosen people'
  if (!tagIds) return 'Teams'
  const labels = tagIds.flatMap((id) => tags?.find((tag) => tag.id === id)?.label ?? [])
  return labels.length > 0 ? list.format(labels) : 'Team'
}
