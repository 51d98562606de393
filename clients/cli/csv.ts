/**
 * Rows of cells, as in RFC 4180. The separator is the one that one of the first lines has most often: comma, semicolon or
 * tab. The first of them can be a title.
 */
export function readCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  const first = plain
    .slice(0, 50_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 11)
  const mostOf = (mark: string) => Math.max(...first.map((line) => line.split(mark).length))
  const [separator = ','] = [',', ';', '\t'].toSorted((one, other) => mostOf(other) - mostOf(one))
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < plain.length) {
    let value = ''
    if (plain[at] === '"') {
      at += 1
      for (; at < plain.length; at += 1) {
        if (plain[at] === '"') {
          if (plain[at + 1] !== '"') break
          at += 1
        }
        value += plain[at]
      }
      at += 1
    }
    while (at < plain.length && plain[at] !== separator && plain[at] !== '\r' && plain[at] !== '\n') {
      value += plain[at]
      at += 1
    }
    row.push(value)
    if (plain[at] === separator) {
      at += 1
      if (at < plain.length) continue
      row.push('')
    }
    if (plain[at] === '\r' && plain[at + 1] === '\n') at += 1
    at += 1
    if (row.some((cell) => cell.trim() !== '')) rows.push(row)
    row = []
  }
  return rows
}

/**
 * One row, ended by CR LF. Text that a spreadsheet would run as a formula gets an apostrophe before it: names are what
 * others entered, and must run nothing where the file is opened.
 */
export function csvRow(cells: readonly unknown[]): string {
  const line = cells.map((cell) => {
    if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
    const behind = cell.replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠])/g, "$1'$2")
    const safe = /^["\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(behind) ? `'${behind}` : behind
    return quoted(safe)
  })
  return `${line.join(',')}\r\n`
}

/** One row with its cells as they are, because they go back to where they came from. */
export function plainCsvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
