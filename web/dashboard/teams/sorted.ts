import type { TeamMember } from '../api/types.ts'
import type { TeamSort } from './search.ts'

export type Column = 'name' | 'style' | 'd' | 'i' | 's' | 'c'

/** The people in the order of a column; whoever has no DISC result stands last either way. */
export function sorted(people: readonly TeamMember[], sort: TeamSort | undefined): readonly TeamMember[] {
  if (!sort) return people
  const { column, isDown } = wayOf(sort)
  if (column === 'name') return people.toReversed()
  const [known, unknown] = [people.filter(({ disc }) => disc), people.filter(({ disc }) => !disc)]
  const inOrder = known.toSorted((one, other) =>
    column === 'style'
      ? (one.disc?.style ?? '').localeCompare(other.disc?.style ?? '')
      : (one.disc?.[column] ?? 0) - (other.disc?.[column] ?? 0),
  )
  return [...(isDown ? inOrder.toReversed() : inOrder), ...unknown]
}

export function wayOf(sort: TeamSort | undefined): { column: Column; isDown: boolean } {
  return { column: (sort ?? 'name').replace('-', '') as Column, isDown: sort?.startsWith('-') ?? false }
}

/** What a press on the head of a column asks for: letters begin with the highest, words with A. */
export function pressed(column: Column, sort: TeamSort | undefined): TeamSort | undefined {
  const now = wayOf(sort)
  const isDown = now.column === column ? !now.isDown : column !== 'name' && column !== 'style'
  if (column === 'name') return isDown ? '-name' : undefined
  return `${isDown ? '-' : ''}${column}` as TeamSort
}
