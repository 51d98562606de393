import type { PeopleSearch } from './search.ts'

/** What the filter of states offers, and what each means for the API. */
export const stateFilters: readonly (Pick<PeopleSearch, 'state' | 'isCompleted'> & { label: string })[] = [
  { label: 'Any state', state: undefined, isCompleted: undefined },
  { label: 'Done', state: undefined, isCompleted: true },
  { label: 'In progress', state: 'active', isCompleted: false },
  { label: 'Not come in yet', state: 'pending', isCompleted: undefined },
  { label: 'Has come in', state: 'active', isCompleted: undefined },
  { label: 'Not done', state: undefined, isCompleted: false },
]

/** By letter: every style that begins with it, then each of them. */
export const stylesByLetter = [
  ['D', 'DI', 'DS', 'DC'],
  ['I', 'ID', 'IS', 'IC'],
  ['S', 'SD', 'SI', 'SC'],
  ['C', 'CD', 'CI', 'CS'],
] as const
