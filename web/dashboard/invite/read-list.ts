import { fill } from '../language/fill.ts'
import { type ColumnChoices, chosenColumns, guessColumns } from './column-choices.ts'
import { type ColumnField, type Columns, detectColumns, inviteeFromCells } from './columns.ts'
import { readRecords, separatorOf } from './csv-records.ts'
import type { Invitee } from './invitee.ts'
import { parseListLine } from './read-line.ts'
import { words } from './words.ts'

/** One person from a line or a CSV record. `problem`: why the API can't be asked about them. */
export type ListEntry = {
  readonly line: number
  readonly until: number
  readonly person: Invitee
  readonly problem?: string
}

export type ParsedList = {
  readonly entries: readonly ListEntry[]
  /** For a table: its columns, and which of them are read. */
  readonly head?: {
    readonly line: number
    readonly columns: readonly ListColumn[]
    readonly read: readonly string[]
    readonly unread: readonly string[]
  }
  /** Lines that could be a table without names of columns. */
  readonly canBeTable?: boolean
  /** The number of people, if there are more than the maximum. Then none is parsed. */
  readonly tooMany?: number
}

/** A column of a table, with its first cells. */
export type ListColumn = {
  readonly name: string
  /** Undefined if it is ignored. */
  readonly field: ColumnField | undefined
  readonly samples: readonly string[]
}

/** More people would take longer than someone keeps a page open: 60 invites per minute are sent. */
export const mostPeople = 2_000

/** So many rows show which column has the addresses. */
const sampleRows = 20

/** So many rows are shown of each column. */
const shownRows = 3

/**
 * Parses typed, pasted or dropped text: a table if the first line has column names, otherwise one person per line.
 * `choices`: what someone has chosen for columns; where they haven't, it is guessed.
 */
export function parseList(text: string, choices: ColumnChoices = {}): ParsedList {
  const content = text.replace(/^\uFEFF/, '')
  const lines = content.split(/\r\n|\r|\n/)
  const full = lines.flatMap((line, place) => (line.trim() === '' ? [] : [place + 1]))
  // Spreadsheets write `sep=;` as a first line for each other.
  const separatorLine = /^"?sep=(.)"?$/i.exec(lines[(full[0] ?? 1) - 1]?.trim() ?? '')
  const headLine = separatorLine ? full[1] : full[0]
  if (headLine === undefined) return { entries: [] }
  const head = lines[headLine - 1] ?? ''
  const separator = separatorLine?.[1] ?? separatorOf(head)
  const cells = readRecords(head, separator)[0]?.cells ?? []
  const sample = full
    .filter((line) => line > headLine)
    .slice(0, sampleRows)
    .flatMap((line) => readRecords(lines[line - 1] ?? '', separator).map((record) => record.cells))
  const table = tableOf(cells, sample, headLine, choices)
  if (full.length - 1 > mostPeople * 4) return { entries: [], tooMany: full.length - (table ? 1 : 0) }
  const list = table
    ? readTable(content, separator, table)
    : {
        entries: full.flatMap((line) => readEntry(lines[line - 1] ?? '', line)),
        ...(isEven([cells, ...sample]) && { canBeTable: true }),
      }
  return list.entries.length > mostPeople ? { entries: [], tooMany: list.entries.length } : list
}

/** Columns of a table; its rows follow the line of the header, or of what is before the first row. */
type Table = { line: number; names: readonly string[]; columns: Columns }

function tableOf(
  cells: readonly string[],
  sample: readonly (readonly string[])[],
  line: number,
  choices: ColumnChoices,
): Table | undefined {
  const hasNames = !cells.some((cell) => cell.includes('@'))
  const detected = hasNames ? detectColumns(cells, sample) : undefined
  if (detected) return { line, names: cells, columns: chosenColumns(cells, detected, choices) }
  if (!choices.asTable || cells.length < 2) return undefined
  // Where no address is in the first line, it has the names, whatever they are.
  const names = hasNames && sample.length > 0 ? cells : cells.map((_, place) => numbered(place))
  const rows = names === cells ? sample : [cells, ...sample]
  return {
    line: names === cells ? line : line - 1,
    names,
    columns: chosenColumns(names, guessColumns(names, rows), choices),
  }
}

/** The name of a column without one. */
function numbered(place: number): string {
  return fill(words.columns.numbered, { n: `${place + 1}` })
}

/** Whether all lines have the same number of cells, as in a table. */
function isEven(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows
  return first.length > 1 && rows.every((row) => row.length === first.length)
}

function readEntry(text: string, line: number): readonly ListEntry[] {
  const read = parseListLine(text)
  if (typeof read === 'string')
    return [{ line, until: line, person: { firstName: text.trim() }, problem: read }]
  return read.map((person) => ({ line, until: line, person, ...problemOf(person) }))
}

function readTable(text: string, separator: string, { line: headLine, names, columns }: Table): ParsedList {
  const records = readRecords(text, separator).filter(({ line }) => line > headLine)
  const shown = (isRead: boolean) =>
    names.filter((name, place) => name.trim() !== '' && (columns[place] !== undefined) === isRead)
  const listed = names.map((name, place): ListColumn => {
    const samples = records.slice(0, shownRows).map(({ cells }) => (cells[place] ?? '').trim())
    return { name: name.trim() || numbered(place), field: columns[place], samples }
  })
  return {
    head: { line: headLine, columns: listed, read: shown(true), unread: shown(false) },
    entries: records.map(({ line, until, cells, isOpen }) => {
      const person = inviteeFromCells(columns, cells)
      const problem = isOpen
        ? { problem: words.problems.openQuote }
        : person.email || person.phone
          ? problemOf(person)
          : { problem: words.problems.noAddress }
      return { line, until, person, ...problem }
    }),
  }
}

/** The API refuses a whole call if one text is too long, so such a row is never sent. */
function problemOf(person: Invitee): { problem?: string } {
  const long = Object.values(person).some((text) => text !== undefined && text.length > 300)
  return long ? { problem: words.problems.tooLong } : {}
}
