import { type Columns, detectColumns, inviteeFromCells } from './columns.ts'
import { readRecords, separatorOf } from './csv-records.ts'
import type { Invitee } from './invitee.ts'
import { parseListLine } from './read-line.ts'

/** One person from a line or a CSV record. `problem`: why the API can't be asked about them. */
export type ListEntry = {
  readonly line: number
  readonly until: number
  readonly person: Invitee
  readonly problem?: string
}

export type ParsedList = {
  readonly entries: readonly ListEntry[]
  /** For a table with a header: which columns are read and which are not. */
  readonly head?: {
    readonly line: number
    readonly read: readonly string[]
    readonly unread: readonly string[]
  }
  /** The number of people, if there are more than the maximum. Then none is parsed. */
  readonly tooMany?: number
}

/** More people would take longer than someone keeps a page open: 60 invites per minute are sent. */
export const mostPeople = 2_000

/** So many rows show which column has the addresses. */
const sampleRows = 20

/**
 * Parses typed, pasted or dropped text: a table if the first line has column names, otherwise one person per line.
 */
export function parseList(text: string): ParsedList {
  const content = text.replace(/^\uFEFF/, '')
  const lines = content.split(/\r\n|\r|\n/)
  const full = lines.flatMap((line, place) => (line.trim() === '' ? [] : [place + 1]))
  // Spreadsheets write `sep=;` as a first line for each other.
  const separatorLine = /^"?sep=(.)"?$/i.exec(lines[(full[0] ?? 1) - 1]?.trim() ?? '')
  const headLine = separatorLine ? full[1] : full[0]
  if (headLine === undefined) return { entries: [] }
  const head = lines[headLine - 1] ?? ''
  const separator = separatorLine?.[1] ?? separatorOf(head)
  const [names] = readRecords(head, separator)
  const sample = full.filter((line) => line > headLine).slice(0, sampleRows)
  const columns =
    names && !head.includes('@')
      ? detectColumns(
          names.cells,
          sample.flatMap((line) => readRecords(lines[line - 1] ?? '', separator).map(({ cells }) => cells)),
        )
      : undefined
  if (full.length - 1 > mostPeople * 4) return { entries: [], tooMany: full.length - (columns ? 1 : 0) }
  const list =
    names && columns
      ? readTable(content, separator, { line: headLine, names: names.cells, columns })
      : { entries: full.flatMap((line) => readEntry(lines[line - 1] ?? '', line)) }
  return list.entries.length > mostPeople ? { entries: [], tooMany: list.entries.length } : list
}

function readEntry(text: string, line: number): readonly ListEntry[] {
  const read = parseListLine(text)
  if (typeof read === 'string')
    return [{ line, until: line, person: { firstName: text.trim() }, problem: read }]
  return read.map((person) => ({ line, until: line, person, ...problemOf(person) }))
}

function readTable(
  text: string,
  separator: string,
  { line: headLine, names, columns }: { line: number; names: readonly string[]; columns: Columns },
): ParsedList {
  const records = readRecords(text, separator).filter(({ line }) => line > headLine)
  const shown = (isRead: boolean) =>
    names.filter((name, place) => name.trim() !== '' && (columns[place] !== undefined) === isRead)
  return {
    head: { line: headLine, read: shown(true), unread: shown(false) },
    entries: records.map(({ line, until, cells, isOpen }) => {
      const person = inviteeFromCells(columns, cells)
      const problem = isOpen
        ? { problem: 'a quote is opened here and closed nowhere' }
        : person.email || person.phone
          ? problemOf(person)
          : { problem: 'there is no email address or phone number' }
      return { line, until, person, ...problem }
    }),
  }
}

/** The API refuses a whole call if one text is too long, so such a row is never sent. */
function problemOf(person: Invitee): { problem?: string } {
  const long = Object.values(person).some((text) => text !== undefined && text.length > 300)
  return long ? { problem: 'a part of it has more than 300 characters' } : {}
}
