import { decodeText } from '../../../src/lists/decode-text.ts'
import { joinSentences } from '../language/formats.ts'
import { languageTag } from '../language/language.ts'
import { words } from './file-text-words.ts'

const mostBytes = 5_000_000

/**
 * The text of a file, or why it can't be read. `encoding`: the one that was assumed, because the file doesn't say it and
 * is not UTF-8.
 */
export type FileText = { readonly text: string; readonly encoding?: string } | { readonly problem: string }

/**
 * Decodes a CSV, XLSX or text file: of a spreadsheet the first sheet, as CSV; text in UTF-8, UTF-16 or what a spreadsheet's
 * plain “CSV” is on Windows.
 */
export async function readFileText(bytes: Uint8Array<ArrayBuffer>): Promise<FileText> {
  if (bytes.length > mostBytes) return { problem: words.tooLarge }
  const starts = (...head: number[]) => head.every((byte, place) => bytes[place] === byte)
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return { problem: withWay(words.oldSheet) }
  if (starts(0x50, 0x4b, 3, 4)) {
    try {
      // Few lists come as spreadsheets, so the reader is loaded for those.
      const { readSheetText } = await import('./xlsx-text.ts')
      const text = await readSheetText(bytes)
      if (text === undefined) return { problem: words.notText }
      return text.trim() === '' ? { problem: words.emptySheet } : { text }
    } catch {
      return { problem: withWay(words.unreadableSheet) }
    }
  }
  const read = decodeText(bytes, languageTag)
  if (!('problem' in read)) return read
  if (read.problem === 'empty') return { problem: words.empty }
  return { problem: read.problem === 'notText' ? words.notText : withWay(words.notUtf8) }
}

function withWay(problem: string): string {
  return joinSentences([problem, words.saveAs])
}
