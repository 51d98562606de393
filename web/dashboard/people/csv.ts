import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { Profile } from '../api/types.ts'

/** Spreadsheets take a file for what it is, UTF-8, only with this in front (63). */
export const byteOrderMark = '\uFEFF'

/** The heads, with the API's own names. */
export function csvHead(): string {
  return line(columns.map(([name]) => name))
}

/** One person as a line of the file. */
export function csvRow(profile: Profile): string {
  return line(columns.map(([, read]) => read(profile)))
}

type Cell = string | number | boolean | null | undefined
type Column = readonly [name: string, read: (profile: Profile) => Cell]

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
  ...(['d', 'i', 's', 'c'] as const).map((scale): Column => [`disc.${scale}`, ({ disc }) => disc?.[scale]]),
  ...(['first', 'second', 'third', 'fourth', 'fifth'] as const).map(
    (place): Column => [`core.${place}`, ({ core }) => core?.[place]],
  ),
  ...toneOrder.flatMap(({ trait, facets }): Column[] => [
    [`focus.${trait}`, ({ focus }) => focus?.[trait].score],
    ...facets.map(
      (facet): Column => [
        `focus.${trait}.${facet}`,
        ({ focus }) =>
          (focus?.[trait].facets as Record<string, { score: number }> | undefined)?.[facet]?.score,
      ],
    ),
  ]),
]

/** RFC 4180: lines end with CR LF, quotes are doubled inside quotes. */
function line(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, which shows it as it is: a name is
 * typed by people, and must not be able to run anything where the file is opened.
 */
function cellOf(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[\s]*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
