import type { TeamMember } from '../client/types.ts'
import { languageTag } from '../language/language.ts'
import type { TeamSort } from './search.ts'

export type TeamColumn = 'name' | 'style' | 'd' | 'i' | 's' | 'c'

/** The people sorted by a column. People without DISC results come last in both directions. */
export function sortMembers(
  people: readonly TeamMember[],
  sort: TeamSort | undefined,
): readonly TeamMember[] {
  if (!sort) return people
  const { column, isDown } = sortDirection(sort)
  if (column === 'name') return people.toReversed()
  const [known, unknown] = [people.filter(({ disc }) => disc), people.filter(({ disc }) => !disc)]
  const inOrder = known.toSorted((one, other) =>
    column === 'style'
      ? (one.disc?.style ?? '').localeCompare(other.disc?.style ?? '', languageTag)
      : (one.disc?.[column] ?? 0) - (other.disc?.[column] ?? 0),
  )
  return [...(isDown ? inOrder.toReversed() : inOrder), ...unknown]
}

export function sortDirection(sort: TeamSort | undefined): { column: TeamColumn; isDown: boolean } {
  return { column: (sort ?? 'name').replace('-', '') as TeamColumn, isDown: sort?.startsWith('-') ?? false }
}

/** The first sort direction of a column: scores descending, names ascending. */
export function nextSort(column: TeamColumn, sort: TeamSort | undefined): TeamSort | undefined {
  const now = sortDirection(sort)
  const isDown = now.column === column ? !now.isDown : column !== 'name' && column !== 'style'
  if (column === 'name') return isDown ? '-name' : undefined
  return `${isDown ? '-' : ''}${column}` as TeamSort
}
