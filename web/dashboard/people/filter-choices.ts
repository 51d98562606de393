import type { PeopleSearch } from './search.ts'

/** Filters of addresses from before there were statuses, with their API parameters. */
export const stateFilters: readonly (Pick<PeopleSearch, 'state' | 'isCompleted'> & { label: string })[] = [
  { label: 'Completed', state: undefined, isCompleted: true },
  { label: 'Opened, not completed', state: 'active', isCompleted: false },
  { label: 'Not started', state: 'pending', isCompleted: undefined },
  { label: 'Opened', state: 'active', isCompleted: undefined },
  { label: 'Not completed', state: undefined, isCompleted: false },
]

/** By letter: every style that starts with it. */
export const stylesByLetter = [
  ['D', 'DI', 'DS', 'DC'],
  ['I', 'ID', 'IS', 'IC'],
  ['S', 'SD', 'SI', 'SC'],
  ['C', 'CD', 'CI', 'CS'],
] as const
