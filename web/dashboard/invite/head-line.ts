import { isAddress } from '../../../src/lists/address-text.ts'
import { type Columns, detectColumns, guessField, holdsAddresses } from './columns.ts'
import { readRecords, separatorOf } from './csv-records.ts'

/** A line read as the first one of a table, with the rows that follow it. */
export type HeadLine = {
  readonly line: number
  /** The last line of it: names can have line breaks too. */
  readonly until: number
  readonly separator: string
  readonly cells: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

/** Exports have a title, a date or a filter above the names of their columns, and no more lines of it than this. */
const mostAbove = 10

/** Names with line breaks take no more lines than this, and a quote that isn't closed in these is no quote. */
const mostLinesOfNames = 12

/** So many rows show which column has the addresses. */
const sampleRows = 20

/** `lines`: all. `full`: the numbers of those that aren't blank. `given`: the separator, if the text names it. */
type Text = { lines: readonly string[]; full: readonly number[]; given: string | undefined }

/**
 * The line with the names of the columns: of those before the first person, the one with most names that are known. Of
 * two with as many, the later one, because titles come first.
 */
export function findNames(text: Text): { head: HeadLine; columns: Columns } | undefined {
  let best: { head: HeadLine; columns: Columns; known: number } | undefined
  let until = 0
  for (const line of text.full.slice(0, mostAbove + 1)) {
    if (line <= until) continue
    const head = headAt(text, line)
    if (head.cells.some(isOfPerson)) break
    until = head.until
    const columns = detectColumns(head.cells, head.sample)
    if (!columns) continue
    const known = new Set(head.cells.map(guessField).filter(Boolean)).size
    if (!best || known >= best.known) best = { head, columns, known }
  }
  return best
}

/**
 * The first line of what looks like a table whose names are unknown: as many cells, mostly filled, as in the first line
 * with an email address. Without an address, the first line of all.
 */
export function findTop(text: Text): HeadLine | undefined {
  const { full, lines } = text
  const at = full
    .slice(0, mostAbove * 2)
    .findIndex((line) =>
      readRecords(lines[line - 1] ?? '', separatorAt(text, line))[0]?.cells.some(isAddress),
    )
  const [first] = full
  if (first === undefined) return undefined
  if (at < 0) return headAt(text, first)
  const row = headAt(text, full[at] ?? first)
  let top = row
  for (const line of full.slice(0, at).reverse()) {
    const above = headAt({ ...text, given: row.separator }, line)
    const filled = above.cells.filter((cell) => cell.trim() !== '').length
    if (above.cells.length !== row.cells.length || filled < 2 || filled * 2 < row.cells.length) break
    top = above
  }
  return top
}

/**
 * Whether names that no one knows are those of a table: in rows of three cells and more, some are no part of a name. A
 * first line with nothing where the others have their address is that of a person without one.
 */
export function isTable({ cells, sample }: HeadLine): boolean {
  if (cells.length < 3 || sample.length < 2 || cells.some(isOfPerson)) return false
  const places = cells.flatMap((_, place) => (holdsAddresses(sample, place) ? [place] : []))
  const [place = 0] = places
  return places.length === 1 && cells[place]?.trim() !== '' && isEven([cells, ...sample])
}

/** Whether nearly all lines have as many cells as the first, as in a table. */
export function isEven(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows
  const even = rows.filter((row) => row.length === first.length)
  return first.length > 1 && even.length >= rows.length * 0.9
}

/** A name isn't an address or a number of a person. */
function isOfPerson(cell: string): boolean {
  return cell.includes('@') || /^\s*'?\+[\d\s().-]{6,}$/.test(cell)
}

function separatorAt({ lines, given }: Text, line: number): string {
  if (given) return given
  // A name with a line break goes on in the next line, and so do the separators.
  for (let end = line; end < line + mostLinesOfNames; end += 1) {
    const text = lines.slice(line - 1, end).join('\n')
    if (text.split('"').length % 2 === 1) return separatorOf(text)
  }
  return separatorOf(lines[line - 1] ?? '')
}

function headAt(text: Text, line: number): HeadLine {
  const separator = separatorAt(text, line)
  // Rows with line breaks in their cells take several lines.
  const part = text.lines.slice(line - 1, line + sampleRows * 3).join('\n')
  const [head, ...rows] = readRecords(part, separator)
  // A title can begin with a quote that nothing closes.
  const [alone] = readRecords(text.lines[line - 1] ?? '', separator)
  const record = head?.isOpen ? alone : head
  const following = head?.isOpen ? [] : rows.slice(0, sampleRows)
  return {
    line,
    until: line + (record?.until ?? 1) - 1,
    separator,
    cells: record?.cells ?? [],
    sample: following.map(({ cells }) => cells),
  }
}
