import { decodeText, type TextProblem } from '../../src/lists/decode-text.ts'
import { UsageError } from './failure.ts'
import { fieldOf } from './import-columns.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The text of a file. `encoding`: the one that was assumed, because the file is not UTF-8 and says nowhere what it is:
 * plain “CSV” of spreadsheets on Windows, where the language of this environment is spoken. Fails as `UsageError`.
 */
export function textOf(
  file: string,
  bytes: Uint8Array,
  { LC_ALL, LC_CTYPE, LANG }: Environment,
): { text: string; encoding?: string } {
  const locale = LC_ALL || LC_CTYPE || LANG || Intl.DateTimeFormat().resolvedOptions().locale
  const read = decodeText(bytes, locale.replace('_', '-'))
  if ('problem' in read) throw new UsageError(`${file} ${problems[read.problem]}`)
  return read
}

const saveAs = 'Open it in the spreadsheet, save it as “CSV UTF-8” and give that one.'

const problems: Readonly<Record<TextProblem, string>> = {
  empty: 'is empty.',
  notText: `holds no plain text. ${saveAs}`,
  otherEncoding: `isn’t encoded in UTF-8. ${saveAs}`,
}

/** Exports have a title or a date above the names of their columns, and no more lines of it than this. */
const mostAbove = 10

/**
 * The place of the row with the names: of those before the first address, the one with most names that are known or
 * mapped. Of two with as many, the later one, because titles come first.
 */
export function findNames(rows: readonly (readonly string[])[], mapped: readonly string[]): number {
  let best = { place: 0, known: 1 }
  for (const [place, row] of rows.slice(0, mostAbove + 1).entries()) {
    if (row.some((cell) => cell.includes('@'))) break
    const known = row.filter((name) => mapped.includes(name) || fieldOf(name)).length
    if (known >= best.known) best = { place, known }
  }
  return best.place
}
