/**
 * The default alphabet of text messages, one septet per character (3GPP TS 23.038, section 6.2.1). A single character
 * outside of it turns the whole message into UCS-2, which fits 70 characters instead of 160.
 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** Escaped, so each takes two septets (section 6.2.1.1). */
const extended = '^{}\\[~]|€\f'

const alphabet: ReadonlySet<string> = new Set([...basic, ...extended])
const twoSeptets: ReadonlySet<string> = new Set(extended)

/** Whether a text can be sent in the default alphabet. */
export function isGsm(text: string): boolean {
  return Array.from(text).every((character) => alphabet.has(character))
}

/**
 * Number of messages for a text: 160 septets in one, 153 in each of several; 70 and 67 UTF-16 units outside the default
 * alphabet.
 */
export function segmentsOf(text: string): number {
  const [units, inOne, inSeveral] = isGsm(text) ? [septetsOf(text), 160, 153] : [text.length, 70, 67]
  return units <= inOne ? 1 : Math.ceil(units / inSeveral)
}

function septetsOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (twoSeptets.has(character) ? 2 : 1), 0)
}

/**
 * Replaces characters outside the default alphabet by similar ones: plain quotes, dashes and dots, letters without
 * diacritics. Text in another script is unchanged.
 */
export function toGsm(text: string): string {
  return Array.from(text.normalize('NFC')).map(nearCharacter).join('')
}

function nearCharacter(character: string): string {
  if (alphabet.has(character)) return character
  const plain = alike[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && isGsm(plain) ? plain : character
}

const alike: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '`': "'",
  '´': "'",
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  '™': ' TM',
}
