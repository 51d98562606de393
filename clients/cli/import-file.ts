import { fieldOf } from './import-columns.ts'

/**
 * The text of a file. `encoding`: the one that was assumed, because the file is not UTF-8 and says nowhere what it is:
 * plain “CSV” of spreadsheets on Windows.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding?: string } {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const own = !isUtf16 ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    return { text: new TextDecoder(own, { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
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
