/** A CSV record with its first and last line number, from 1. */
export type CsvRecord = {
  readonly line: number
  readonly until: number
  readonly cells: readonly string[]
  /** An opening quote without a closing one. */
  readonly isOpen?: boolean
}

/**
 * Parses CSV as in RFC 4180: quoted cells can contain separators, line breaks and doubled quotes. Lines end with CR
 * LF, LF or CR. Empty records are left out. What is before `from` can be a title that breaks these rules.
 */
export function readRecords(text: string, separator: string, from = 1): readonly CsvRecord[] {
  const records: CsvRecord[] = []
  let at = startOfLine(text, from)
  let line = from
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
  // RFC 4180 doesn't allow text between the closing quote and the separator; it is kept anyway.
  const rest = plain(text, isOpen ? text.length : end + 1, separator)
  return { value: inside + rest.value, end: rest.end, isOpen }
}

function plain(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1
  return { value: text.slice(start, end), end, isOpen: false }
}

function startOfLine(text: string, line: number): number {
  const breaks = /\r\n|\r|\n/g
  for (let passed = 1; passed < line && breaks.exec(text); passed += 1);
  return breaks.lastIndex
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** The separator: the most frequent candidate outside quotes in this line, or a comma. */
export function separatorOf(line: string): string {
  const outside = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: outside.split(mark).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark
}
