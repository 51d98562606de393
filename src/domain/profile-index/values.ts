/**
 * What a list is filtered by, as values that a profile has or has not. The index holds one bit for each value of each
 * profile.
 */

/** The filters that the index answers. All given filters must match. */
export type IndexedFilters = {
  isCompleted?: boolean | undefined
  state?: 'active' | 'pending' | 'all' | undefined
  assessmentIds?: readonly string[] | undefined
  discStyles?: readonly string[] | undefined
  tagIds?: readonly string[] | undefined
}

/** Groups of values: a profile matches if it has at least one value of every group. */
export function valueGroups(filters: IndexedFilters): string[][] {
  const groups: string[][] = []
  if (filters.isCompleted !== undefined) groups.push([`completed:${filters.isCompleted}`])
  if (filters.state === 'active' || filters.state === 'pending') groups.push([`state:${filters.state}`])
  for (const id of new Set(filters.assessmentIds)) groups.push([`assessment:${id}`])
  if (filters.discStyles)
    groups.push(
      filters.discStyles.map((style) => (style.length === 1 ? `letter:${style}` : `style:${style}`)),
    )
  if (filters.tagIds) groups.push(filters.tagIds.map((id) => `tag:${id}`))
  return groups.length > 0 ? groups : [['all']]
}
