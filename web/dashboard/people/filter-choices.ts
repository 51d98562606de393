import type { PeopleSearch } from './search.ts'

/** The options of the state filter, with their API parameters. */
export const stateFilters: readonly (Pick<PeopleSearch, 'state' | 'isCompleted'> & { label: string })[] = [
  { label: 'Any state', state: undefined, isCompleted: undefined },
  { label: 'Done', state: undefined, isCompleted: true },
  { label: 'In progress', state: 'active', isCompleted: false },
  { label: 'Not come in yet', state: 'pending', isCompleted: undefined },
  { label: 'Has come in', state: 'active', isCompleted: undefined },
  { label: 'Not done', state: undefined, isCompleted: false },
]

/** By letter: every style that starts with it. */
export const stylesByLetter = [
  ['D', 'DI', 'DS', 'DC'],
  ['I', 'ID', 'IS', 'IC'],
  ['S', 'SD', 'SI', 'SC'],
  ['C', 'CD', 'CI', 'CS'],
] as const
