/** Why bytes are no text that can be read. */
export type TextProblem = 'empty' | 'notText' | 'otherEncoding'

/** `encoding`: the one that was assumed, because the bytes don't say it and are not UTF-8. */
export type DecodedText =
  | { readonly text: string; readonly encoding?: string }
  | { readonly problem: TextProblem }

/**
 * Decodes text in UTF-8 with or without a byte order mark, UTF-16 with one, which spreadsheets call “Unicode text”, or
 * what their plain “CSV” is on Windows where this language (a BCP 47 tag) is spoken.
 */
export function decodeText(bytes: Uint8Array, languageTag: string): DecodedText {
  const starts = (...head: readonly (number | null)[]) =>
    head.every((byte, place) => byte === null || bytes[place] === byte)
  if (otherKinds.some((head) => starts(...head)) || isMarkup(bytes)) return { problem: 'notText' }
  const isUtf16 = starts(0xff, 0xfe) || starts(0xfe, 0xff)
  const own = decoded(bytes, !isUtf16 ? 'utf-8' : starts(0xff, 0xfe) ? 'utf-16le' : 'utf-16be')
  if (own !== undefined) return checked(own, /\0/)
  for (const { label, name } of isUtf16 ? [] : olderEncodings(languageTag)) {
    const text = decoded(bytes, label)
    // Any bytes are text in Windows-1252, also those of a picture.
    if (text !== undefined && !unused.test(text)) return checked(text, control, name)
  }
  return { problem: 'otherEncoding' }
}

/**
 * How files begin that are no text, though their bytes can be: PDF, PNG, JPEG, GIF, WebP, ZIP, gzip and RTF. Of capitals that a
 * list may begin with, so much that no list does. Null is any byte: WebP has its length there.
 */
const otherKinds: readonly (readonly (number | null)[])[] = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38, 0x37, 0x61],
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x1f, 0x8b],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
]

/** Web pages, pictures in SVG, and the XML that some programs call a spreadsheet. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\s*<(?:!doctype|html|svg|[?]xml)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))
}

/** That of the language, and Windows-1252, which the other languages share. */
function olderEncodings(languageTag: string) {
  const western = { label: 'windows-1252', name: 'Windows-1252' }
  const [language = ''] = languageTag.split('-')
  const own = { ja: 'Shift_JIS', ko: 'EUC-KR', zh: 'GBK' }[language]
  return own ? [{ label: own.toLowerCase(), name: own }, western] : [western]
}

function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function checked(text: string, noText: RegExp, encoding?: string): DecodedText {
  if (text.trim() === '') return { problem: 'empty' }
  if (noText.test(text)) return { problem: 'notText' }
  return { text, ...(encoding && { encoding }) }
}

/** Windows-1252 leaves five bytes without a character. A text that has them is in another encoding. */
const unused = /[\u0080-\u009f]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: programs write these, people don't
const control = /[\0-\x08\x0e-\x1f]/
