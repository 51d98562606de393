/** A record of a table, with the first and the last of the lines it stands on, from 1. */
export type CsvRecord = {
  readonly line: number
  readonly until: number
  readonly cells: readonly string[]
  /** A quote that is opened here is closed nowhere. */
  readonly isOpen?: boolean
}

/**
 * Reads a table as RFC 4180 has it: cells in quotes may hold separators, line breaks and doubled quotes. Lines end
 * with CR LF, LF or CR. Records without any content are left out.
 */
export function readRecords(text: string, separator: string): readonly CsvRecord[] {
  const records: CsvRecord[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    let isOpen = false
    for (let more = true; more; ) {
      const cell = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator)
      line += breaksIn(text.slice(at, cell.end))
      at = cell.end
      isOpen ||= cell.isOpen
      cells.push(cell.value)
      more = text[at] === separator
      if (more) at += 1
    }
    if (cells.some((cell) => cell.trim() !== '')) {
      records.push({ line: first, until: line, cells, ...(isOpen && { isOpen }) })
    }
    const [ending = ''] = /^(?:\r\n|\r|\n)/.exec(text.slice(at, at + 2)) ?? []
    at += ending.length
    line += 1
  }
  return records
}

function quoted(text: string, start: number, separator: string) {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  const isOpen = end < 0
  const inside = text.slice(start + 1, isOpen ? text.length : end).replaceAll('""', '"')
  // What stands between the closing quote and the separator is no RFC 4180, and is kept all the same.
  const rest = plain(text, isOpen ? text.length : end + 1, separator)
  return { value: inside + rest.value, end: rest.end, isOpen }
}

function plain(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1
  return { value: text.slice(start, end), end, isOpen: false }
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** What parts the cells of this line: whatever stands there most often outside quotes; a comma where nothing does. */
export function separatorOf(line: string): string {
  const outside = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: outside.split(mark).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark
}
