import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { Profile } from '../client/types.ts'
import { type CsvCell, csvLine } from '../ui/csv.ts'

/** The header, with the API's names. */
export function peopleCsvHead(): string {
  return csvLine(columns.map(([name]) => name))
}

/** One person as a CSV line. */
export function peopleCsvRow(profile: Profile): string {
  return csvLine(columns.map(([, read]) => read(profile)))
}

type Column = readonly [name: string, read: (profile: Profile) => CsvCell]

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['firstName', ({ firstName }) => firstName],
  ['lastName', ({ lastName }) => lastName],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['locale', ({ locale }) => locale],
  ['customIds', ({ customIds }) => customIds.join('; ')],
  ['tags', ({ tags }) => tags?.map(({ label }) => label).join('; ')],
  ['state', ({ state }) => state],
  ['attempt', ({ attempt }) => attempt],
  ['isCompleted', ({ isCompleted }) => isCompleted],
  ['dateStarted', ({ dateStarted }) => dateStarted],
  ['dateCompleted', ({ dateCompleted }) => dateCompleted],
  ['quality', ({ quality }) => quality?.outcome],
  ['disc.style', ({ disc }) => disc?.style],
  ...(['d', 'i', 's', 'c'] as const).map(
    (scale): Column => [path('disc', scale), ({ disc }) => disc?.[scale]],
  ),
  ...(['first', 'second', 'third', 'fourth', 'fifth'] as const).map(
    (rank): Column => [path('core', rank), ({ core }) => core?.[rank]],
  ),
  ...toneOrder.flatMap(({ trait, facets }): Column[] => [
    [path('focus', trait), ({ focus }) => focus?.[trait].score],
    ...facets.map(
      (facet): Column => [
        path('focus', trait, facet),
        ({ focus }) =>
          (focus?.[trait].facets as Record<string, { score: number }> | undefined)?.[facet]?.score,
      ],
    ),
  ]),
]

function path(...names: string[]): string {
  return names.join('.')
}
