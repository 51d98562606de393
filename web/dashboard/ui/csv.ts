/** Spreadsheets take a file for what it is, UTF-8, only with this in front. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | boolean | null | undefined

/** A line of a table as RFC 4180 writes it: it ends with CR LF, and quotes are doubled inside quotes. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, which shows it as it is: a name is
 * typed by people, and must not be able to run anything where the file is opened. Where lists are parted by semicolons,
 * a spreadsheet begins a cell behind each of them, whatever quotes stand around; and it reads the wide signs of East
 * Asian keyboards like the narrow ones.
 */
function cellOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const behind = cell.replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠])/g, "$1'$2")
  const safe = /^["\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(behind) ? `'${behind}` : behind
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
