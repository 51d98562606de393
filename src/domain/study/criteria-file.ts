import { invalid } from '../../contract/failure.ts'

/** How a file names people: by an external id, an email address, or the id of the profile. */
const personColumns = ['externalId', 'email', 'profileId'] as const
export type PersonColumn = (typeof personColumns)[number]

/** One line: whose it is, and a value for each criterion; undefined where the cell is empty. */
export type CriteriaRow = { line: number; key: string; values: (number | undefined)[] }
export type CriteriaFile = { person: PersonColumn; rows: CriteriaRow[] }

const mostRows = 20_000

/**
 * Reads a CSV file whose first column says who the person is and whose other columns are exactly these criteria. Cells are
 * plain numbers and nothing else: no formula, no exponent. Messages name lines and columns, never what a cell holds.
 */
export function readCriteriaFile(csv: string, criteria: readonly string[]): CriteriaFile {
  const text = csv
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const separator = separatorOf(text.split('\n', 1)[0] ?? '')
  const [head, ...records] = recordsOf(text, separator)
  if (!head) throw refused('The file is empty. Send a first line with column names.')
  const [first = '', ...names] = head.cells.map((cell) => cell.trim())
  const person = personColumns.find((name) => name.toLowerCase() === first.toLowerCase())
  if (!person) throw refused('The first column must be called externalId, email or profileId.')
  const places = criteria.map((name) => names.indexOf(name))
  const missing = criteria.find((_, at) => places[at] === -1)
  if (missing !== undefined) throw refused(`The file has no column “${missing}”.`)
  const isExact = names.length === criteria.length && new Set(names).size === names.length
  if (!isExact)
    throw refused('The file has columns that no criterion describes. Remove them: they must not be sent.')
  const rows = records.map(({ line, cells }) => {
    if (cells.length !== head.cells.length)
      throw refused(`Line ${line} has ${cells.length} cells, the first line has ${head.cells.length}.`)
    const key = (cells[0] ?? '').trim()
    if (key === '' || key.length > 255) throw refused(`Line ${line} doesn’t say whose it is.`)
    const values = places.map((at, number) =>
      numberIn(cells[at + 1] ?? '', separator, () => {
        const column = criteria[number] ?? ''
        return `Line ${line}, column “${column}”: enter a plain number such as 3.5, or leave it empty.`
      }),
    )
    return { line, key, values }
  })
  if (rows.length > mostRows) throw refused(`The file has more than ${mostRows} lines. Send fewer people.`)
  return { person, rows }
}

export function refused(message: string) {
  return invalid(message, { param: 'csv' })
}

function numberIn(cell: string, separator: string, problem: () => string): number | undefined {
  const trimmed = cell.trim()
  if (trimmed === '') return undefined
  const text = separator === ',' ? trimmed : trimmed.replace(',', '.')
  if (!/^-?\d{1,9}(?:\.\d{1,6})?$/.test(text)) throw refused(problem())
  return Number(text)
}

/** Spreadsheets write semicolons where the comma is the decimal sign, and tabs when copied. */
function separatorOf(head: string): string {
  const count = (sign: string) => head.split(sign).length - 1
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Records with the line that they begin on; quotes as in RFC 4180. Empty lines are left out. */
function recordsOf(text: string, separator: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = []
  let [line, begin, cell, isQuoted] = [1, 1, '', false]
  let cells: string[] = []
  const endRecord = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begin, cells })
    cells = []
    cell = ''
    if (records.length > mostRows + 1)
      throw refused(`The file has more than ${mostRows} lines. Send fewer people.`)
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\n') line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      endRecord()
      begin = line
    } else cell += sign
  }
  if (isQuoted) throw refused(`Line ${begin} has a quote that doesn’t end.`)
  endRecord()
  return records
}
