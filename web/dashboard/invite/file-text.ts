import { joinSentences } from '../language/formats.ts'
import { words } from './words.ts'

const mostBytes = 5_000_000

/** The text of a file, or why it can't be read. */
export type FileText = { readonly text: string } | { readonly problem: string }

/**
 * Decodes a CSV, XLSX or text file: of a spreadsheet the first sheet, as CSV; text in UTF-8 with or without a byte order mark, or UTF-16 with one, which spreadsheets call
 * “Unicode text”.
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
  const encoding = starts(0xff, 0xfe) ? 'utf-16le' : starts(0xfe, 0xff) ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (text.trim() === '') return { problem: files.empty }
    return text.includes('\0') ? { problem: withWay(files.notText) } : { text }
  } catch {
    return { problem: withWay(files.notUtf8) }
  }
}

const { files } = words

function withWay(problem: string): string {
  return joinSentences([problem, files.saveAs])
}
