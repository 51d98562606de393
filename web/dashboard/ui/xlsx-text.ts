import { openZip, type ZipReader } from './zip-file.ts'

/**
 * The first visible sheet of an XLSX file (ECMA-376, SpreadsheetML) as CSV text. Of formulas, the stored result; of
 * numbers, all digits, without their format: leading zeros that only the format shows are lost. Undefined if the archive
 * is another file, such as a document.
 * @throws an Error if it can't be read
 */
export async function readSheetText(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const read = openZip(bytes)
  const workbook = await read('xl/workbook.xml')
  if (workbook === undefined) return undefined
  const strings = textsOf((await read('xl/sharedStrings.xml')) ?? '', 'si')
  const sheet = (await read(await firstSheet(read, workbook))) ?? ''
  const rows = rowsOf(sheet, strings)
  const width = Math.max(0, ...rows.map((row) => row.length))
  return rows
    .map((row) => Array.from({ length: width }, (_, place) => quoted(row[place] ?? '')).join(','))
    .join('\n')
}

/** The path of the first sheet that is not hidden. */
async function firstSheet(read: ZipReader, workbook: string): Promise<string> {
  const sheets = tagsOf(workbook).filter((tag) => tag.name === 'sheet' && !tag.isEnd)
  const shown = sheets.find(({ attributes }) => !/hidden/i.test(attributes.state ?? '')) ?? sheets[0]
  const relations = tagsOf((await read('xl/_rels/workbook.xml.rels')) ?? '')
  const target = relations.find(({ attributes }) => attributes.Id === shown?.attributes.id)?.attributes.Target
  if (!target) throw new Error('The workbook names no sheet.')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

type Tag = { name: string; attributes: Record<string, string>; isEnd: boolean; text: string }

/** The tags of a document in order, each with the text behind it. Prefixes of names are left out. */
function tagsOf(xml: string): Tag[] {
  return Array.from(xml.matchAll(/<([^<>]+)>([^<]*)/g), ([, inside = '', text = '']) => {
    const [name = ''] = /^\/?[\w:.-]+/.exec(inside) ?? []
    const attributes = Array.from(inside.matchAll(/\s([\w:.-]+)="([^"]*)"/g), ([, key = '', value = '']) => [
      key.replace(/^.*:/, ''),
      decode(value),
    ])
    return {
      name: name.replace(/^\/?(?:.*:)?/, ''),
      attributes: Object.fromEntries(attributes),
      isEnd: inside.startsWith('/'),
      text: decode(text),
    }
  })
}

/** The texts of all elements of this name: what is in their `t` elements, without the phonetic guides of Japanese. */
function textsOf(xml: string, element: string): string[] {
  const texts: string[] = []
  let isGuide = false
  for (const { name, isEnd, text } of tagsOf(xml)) {
    if (name === element && !isEnd) texts.push('')
    if (name === 'rPh') isGuide = !isEnd
    if (name === 't' && !isEnd && !isGuide) texts[texts.length - 1] += text
  }
  return texts
}

function rowsOf(xml: string, strings: readonly string[]): string[][] {
  const rows: string[][] = []
  let cell: { place: number; type: string; text: string } | undefined
  for (const { name, attributes, isEnd, text } of tagsOf(xml)) {
    if (name === 'row' && !isEnd) rows.push([])
    if (name === 'c' && !isEnd) {
      const place = placeOf(attributes.r) ?? rows.at(-1)?.length ?? 0
      cell = { place, type: attributes.t ?? 'n', text: '' }
    }
    if ((name === 'v' || name === 't') && !isEnd && cell) {
      cell.text += text
      const row = rows.at(-1)
      if (row && cell.place < mostColumns) row[cell.place] = cellText(cell, strings)
    }
  }
  return rows.map((row) => Array.from(row, (value) => value ?? ''))
}

const mostColumns = 500

/** The column of a reference such as `AB12`, from 0. */
function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText({ type, text }: { type: string; text: string }, strings: readonly string[]): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // Phone numbers are stored as 4.9151E+12.
  if (type === 'n' && /e/i.test(text) && Number.isSafeInteger(Number(text))) return String(Number(text))
  return text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (name.startsWith('#')) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return entities[name] ?? whole
  })
}
