/** Byte order mark: without it, spreadsheets don't read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | boolean | null | undefined

/** One record in RFC 4180 format: ends with CR LF, quotes inside quotes are doubled. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, so that it is shown as text. Names are
 * user input and must not run anything where the file is opened. Where semicolons separate lists, spreadsheets start
 * a new cell after each one, even inside quotes, and they treat full-width signs of East Asian keyboards like ASCII.
 */
function cellOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const behind = cell.replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠])/g, "$1'$2")
  const safe = /^["\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(behind) ? `'${behind}` : behind
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
