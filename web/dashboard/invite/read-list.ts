import type { PhoneFault } from '../../../src/lists/phone-numbers.ts'
import { isTotal } from '../../../src/lists/total-row.ts'
import { fill } from '../language/fill.ts'
import { inviteeFromCells } from './cells.ts'
import { type ColumnChoices, choiceKey, chosenColumns, guessColumns, keyOfName } from './column-choices.ts'
import type { ColumnField, Columns } from './columns.ts'
import { type CsvRecord, readRecords } from './csv-records.ts'
import { findNames, findTop, type HeadLine, isEven, isTable } from './head-line.ts'
import type { Invitee } from './invitee.ts'
import { type ListOrder, type NameOrder, orderOfList } from './name-order.ts'
import { inOrder, type LinePerson, readListLine } from './read-line.ts'
import { words } from './words.ts'

/** One person from a line or a CSV record. `problem`: why the API can't be asked about them. */
export type ListEntry = {
  readonly line: number
  readonly until: number
  readonly person: Invitee
  readonly problem?: string
  /** Why the number is not among the person's data. */
  readonly phoneLeft?: PhoneFault
  /** The same in words, where the country says more. */
  readonly phoneProblem?: string
}

export type ParsedList = {
  readonly entries: readonly ListEntry[]
  /** For a table: its columns, and which of them are read. */
  readonly head?: ListHead
  /** Lines that could be a table without names of columns. */
  readonly canBeTable?: boolean
  /** How many rows are sums, such as “Total;200”, and left out. */
  readonly totals?: number
  /** How names of two cells are read in lines. */
  readonly nameOrder?: ListOrder
  /** The number of people, if there are more than the maximum. Then none is parsed. */
  readonly tooMany?: number
}

export type ListHead = {
  /** The lines with the names of the columns, from 1; both 0 if there are none. */
  readonly line: number
  readonly until: number
  readonly separator: string
  /** How many lines above are left out, such as a title and a blank line. */
  readonly above: number
  /** Whether it is a table because someone said so, or by its cells alone. Then it can be read line by line too. */
  readonly isAssumed: boolean
  readonly columns: readonly ListColumn[]
  readonly read: readonly string[]
  readonly unread: readonly string[]
  /** Columns that are read, and of which no cell is used: whole names beside first and last names. */
  readonly unused: readonly string[]
}

/** A column of a table, with its first cells. */
export type ListColumn = {
  readonly name: string
  /** The key of a choice for it. */
  readonly key: string
  /** The key under which a choice is remembered for other lists, if its name says anything. */
  readonly nameKey: string | undefined
  /** Undefined if it is ignored. */
  readonly field: ColumnField | undefined
  readonly samples: readonly string[]
}

/** More people would take longer than someone keeps a page open: 60 invites per minute are sent. */
export const mostPeople = 2_000

/** So many rows are shown of each column. */
const shownRows = 3

/**
 * Parses typed, pasted or dropped text: a table if one of the first lines has column names, or if its cells can be
 * nothing else; otherwise one person per line. `choices`: what someone has chosen; where they haven't, it is guessed.
 */
export function parseList(
  text: string,
  choices: ColumnChoices = {},
  nameOrder?: NameOrder | undefined,
): ParsedList {
  const content = text.replace(/^\uFEFF/, '')
  const lines = content.split(/\r\n|\r|\n/)
  const all = lines.flatMap((line, place) => (line.trim() === '' ? [] : [place + 1]))
  // Spreadsheets write `sep=;` as a first line for each other.
  const given = /^"?sep=(.)"?$/i.exec(lines[(all[0] ?? 1) - 1]?.trim() ?? '')?.[1]
  const full = given ? all.slice(1) : all
  if (full.length === 0) return { entries: [] }
  const source = { lines, full, given }
  const found = findNames(source)
  const top = found ? undefined : findTop(source)
  const table = found ? namedTable(found, choices) : top && assumedTable(top, choices)
  if (full.length - 1 > mostPeople * 4) return { entries: [], tooMany: full.length - (table ? 1 : 0) }
  const list = table
    ? readTable(content, table, full[0] ?? 1)
    : {
        ...readLines(lines, full, nameOrder),
        ...(top && isEven([top.cells, ...top.sample]) && { canBeTable: true }),
      }
  return list.entries.length > mostPeople ? { entries: [], tooMany: list.entries.length } : list
}

/** Columns of a table. `from`: the first line of its rows. */
type Table = {
  head: HeadLine | undefined
  from: number
  separator: string
  names: readonly string[]
  columns: Columns
  isAssumed: boolean
}

function namedTable(
  { head, columns }: { head: HeadLine; columns: Columns },
  choices: ColumnChoices,
  isAssumed = false,
): Table {
  return {
    head,
    from: head.until + 1,
    separator: head.separator,
    names: head.cells,
    columns: chosenColumns(head.cells, columns, head.sample, choices),
    isAssumed,
  }
}

function assumedTable(top: HeadLine, choices: ColumnChoices): Table | undefined {
  if (top.cells.length < 2 || !(choices.asTable ?? isTable(top))) return undefined
  // Where no address is in the first line, it has the names, whatever they are.
  if (top.sample.length > 0 && !top.cells.some((cell) => cell.includes('@'))) {
    return namedTable({ head: top, columns: guessColumns(top.cells, top.sample) }, choices, true)
  }
  const names = top.cells.map(() => '')
  const rows = [top.cells, ...top.sample]
  const columns = chosenColumns(names, guessColumns(names, rows), rows, choices)
  return { head: undefined, from: top.line, separator: top.separator, names, columns, isAssumed: true }
}

/** The name of a column without one. */
function numbered(place: number): string {
  return fill(words.columns.numbered, { n: `${place + 1}` })
}

function readLines(
  lines: readonly string[],
  full: readonly number[],
  chosen: NameOrder | undefined,
): Pick<ParsedList, 'entries' | 'totals' | 'nameOrder'> {
  const people = full.filter((line) => !isTotal((lines[line - 1] ?? '').split(/[,;\t]/)))
  const read = people.map((line) => {
    const text = lines[line - 1] ?? ''
    return { line, text, read: readListLine(text) }
  })
  const nameOrder = orderOfList(
    read.flatMap((one): readonly LinePerson[] => (typeof one.read === 'string' ? [] : one.read)),
    chosen,
  )
  return {
    entries: read.flatMap((one): readonly ListEntry[] => entriesOf(one, nameOrder.order)),
    ...(full.length > people.length && { totals: full.length - people.length }),
    ...(nameOrder.example && { nameOrder }),
  }
}

function entriesOf(
  { line, text, read }: { line: number; text: string; read: readonly LinePerson[] | string },
  order: NameOrder,
): readonly ListEntry[] {
  if (typeof read === 'string')
    return [{ line, until: line, person: { firstName: text.trim() }, problem: read }]
  return read.map((one) => {
    const person = inOrder(one, order)
    return { line, until: line, person, ...problemOf(person) }
  })
}

function readTable(
  text: string,
  { head, from, separator, names, columns, isAssumed }: Table,
  firstLine: number,
): ParsedList {
  const all = readRecords(text, separator, from)
  const records = all.filter(({ cells }) => !isTotal(cells))
  const totals = all.length - records.length
  const shown = (isRead: boolean) =>
    names.filter((name, place) => name.trim() !== '' && (columns[place] !== undefined) === isRead)
  const listed = names.map((name, place): ListColumn => {
    const samples = records.slice(0, shownRows).map(({ cells }) => (cells[place] ?? '').trim())
    return {
      name: name.replace(/\s+/g, ' ').trim() || numbered(place),
      key: choiceKey(names, place),
      nameKey: keyOfName(names, place),
      field: columns[place],
      samples,
    }
  })
  return {
    head: {
      line: head?.line ?? 0,
      until: head?.until ?? 0,
      separator,
      above: (head?.line ?? from) - firstLine,
      isAssumed,
      columns: listed,
      read: shown(true),
      unread: shown(false),
      unused: listed.filter((_, place) => isUnused(columns, place, records)).map(({ name }) => name),
    },
    ...(totals > 0 && { totals }),
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

/** Whether a column of whole names has nothing that the columns of their parts don't say. */
function isUnused(columns: Columns, place: number, records: readonly CsvRecord[]): boolean {
  const parts = [columns.indexOf('firstName'), columns.indexOf('lastName')]
  if (columns[place] !== 'name' || parts.includes(-1)) return false
  const filled = records.filter(({ cells }) => cells[place]?.trim())
  return filled.length > 0 && filled.every(({ cells }) => parts.every((part) => cells[part]?.trim()))
}

/** What a row of the API takes. */
const [mostCharacters, mostTags] = [300, 20]

/** The API refuses a whole call if one text is too long or has too many tags, so such a row is never sent. */
export function problemOf(person: Invitee): { problem?: string } {
  const texts: readonly (string | undefined)[] = Object.values(person).flat()
  if (texts.some((text) => text !== undefined && text.length > mostCharacters))
    return { problem: words.problems.tooLong }
  return (person.tags?.length ?? 0) > mostTags
    ? { problem: fill(words.problems.tooManyTags, { n: mostTags }) }
    : {}
}
