import type { PeopleSearch } from './search.ts'
import { words } from './words.ts'

const { states } = words.chips

/** Filters of addresses from before there were statuses, with their API parameters. */
export const stateFilters: readonly (Pick<PeopleSearch, 'state' | 'isCompleted'> & { label: string })[] = [
  { label: states.completed, state: undefined, isCompleted: true },
  { label: states.openedNotCompleted, state: 'active', isCompleted: false },
  { label: states.notStarted, state: 'pending', isCompleted: undefined },
  { label: states.opened, state: 'active', isCompleted: undefined },
  { label: states.notCompleted, state: undefined, isCompleted: false },
]

/** By letter: every style that starts with it. */
export const stylesByLetter = [
  ['D', 'DI', 'DS', 'DC'],
  ['I', 'ID', 'IS', 'IC'],
  ['S', 'SD', 'SI', 'SC'],
  ['C', 'CD', 'CI', 'CS'],
] as const
