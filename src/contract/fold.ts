/**
 * Text for searching, without case, accents and width, so that `jose` finds `José` and `strasse` finds `Straße`.
 * Compatibility decomposition (Unicode NFKD) separates letters and marks, marks are removed, and the few letters that
 * Unicode does not decompose are spelled out.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => indivisible[letter] ?? letter)
    .normalize('NFC')
}

const indivisible: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
