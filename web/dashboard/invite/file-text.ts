import { joinSentences } from '../language/formats.ts'
import { languageTag } from '../language/language.ts'
import { words } from './words.ts'

const mostBytes = 5_000_000

/**
 * The text of a file, or why it can't be read. `encoding`: the one that was assumed, because the file doesn't say it and
 * is not UTF-8.
 */
export type FileText = { readonly text: string; readonly encoding?: string } | { readonly problem: string }

/**
 * Decodes a CSV, XLSX or text file: of a spreadsheet the first sheet, as CSV; text in UTF-8 with or without a byte order
 * mark, UTF-16 with one, which spreadsheets call “Unicode text”, or what their plain “CSV” is on Windows.
 */
export async function readFileText(bytes: Uint8Array<ArrayBuffer>): Promise<FileText> {
  if (bytes.length > mostBytes) return { problem: files.tooLarge }
  const starts = (...head: number[]) => head.every((byte, place) => bytes[place] === byte)
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return { problem: withWay(files.oldSheet) }
  if (starts(0x50, 0x4b, 3, 4)) {
    try {
      // Few lists come as spreadsheets, so the reader is loaded for those.
      const { readSheetText } = await import('./xlsx-text.ts')
      const text = await readSheetText(bytes)
      return text.trim() === '' ? { problem: files.emptySheet } : { text }
    } catch {
      return { problem: withWay(files.unreadableSheet) }
    }
  }
  const isUtf16 = starts(0xff, 0xfe) || starts(0xfe, 0xff)
  const own = decoded(bytes, !isUtf16 ? 'utf-8' : starts(0xff, 0xfe) ? 'utf-16le' : 'utf-16be')
  if (own !== undefined) return checked(own, /\0/)
  for (const { label, name } of isUtf16 ? [] : olderEncodings()) {
    const text = decoded(bytes, label)
    // Any bytes are text in Windows-1252, also those of a picture.
    if (text !== undefined && !unused.test(text)) return checked(text, control, name)
  }
  return { problem: withWay(files.notUtf8) }
}

/** What Windows writes where the page's language is spoken, and Windows-1252, which the other languages share. */
function olderEncodings() {
  const western = { label: 'windows-1252', name: 'Windows-1252' }
  const [language = ''] = languageTag.split('-')
  const own = { ja: 'Shift_JIS', ko: 'EUC-KR', zh: 'GBK' }[language]
  return own ? [{ label: own.toLowerCase(), name: own }, western] : [western]
}

function decoded(bytes: Uint8Array<ArrayBuffer>, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function checked(text: string, noText: RegExp, encoding?: string): FileText {
  if (text.trim() === '') return { problem: files.empty }
  if (noText.test(text)) return { problem: withWay(files.notText) }
  return { text, ...(encoding && { encoding }) }
}

/** Windows-1252 leaves five bytes without a character. A text that has them is in another encoding. */
const unused = /[\u0080-\u009f]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: programs write these, people don't
const control = /[\0-\x08\x0e-\x1f]/

const { files } = words

function withWay(problem: string): string {
  return joinSentences([problem, files.saveAs])
}
