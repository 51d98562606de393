import type { Pages } from '../../src/http/views/pages.ts'

/**
 * Two artificial languages for tests, generated from English: `long` is 40% longer, accented and bracketed, so that
 * cut-off text shows; `mirrored` uses right-to-left letters.
 */
export type PseudoLocale = 'long' | 'mirrored'

export const pseudoLocaleTags: Record<PseudoLocale, string> = { long: 'en-XA', mirrored: 'ar-XB' }

/** Translates a text. Slots stay, and so does markup if the text is a drawing. */
export function pseudoLocalize(text: string, tongue: PseudoLocale): string {
  const accented = text
    .split(/(\{\w+\}|<[^>]*>|&\w+;)/)
    .map((part, at) => (at % 2 === 1 ? part : letters(part, tongue)))
    .join('')
  return tongue === 'long' && /\p{L}/u.test(text) && !text.includes('<') ? `⟦${accented}⟧` : accented
}

/** Pages in the current pseudo-locale, whatever locale was requested. */
export function pseudoLocalizedPages(built: Pages, tongue: () => PseudoLocale): Pages {
  const drawn = Object.entries(built).map(([name, draw]) => [
    name,
    typeof draw === 'function'
      ? (view: object) => (draw as (view: object) => unknown)(viewIn(view, tongue()))
      : draw,
  ])
  return Object.fromEntries(drawn) as Pages
}

/** Keys of a view whose values are texts; names, codes and numbers stay unchanged. */
const spoken = new Set([
  ...['messages', 'words', 'headline', 'lede', 'caveats', 'figures', 'sentence', 'noticed'],
  ...['prompt', 'labels', 'statements', 'cards'],
])

function viewIn(view: object, tongue: PseudoLocale): object {
  return { ...(walk(view, tongue, false) as object), languageTag: pseudoLocaleTags[tongue] }
}

function walk(value: unknown, tongue: PseudoLocale, isSpoken: boolean): unknown {
  if (typeof value === 'string') return isSpoken ? pseudoLocalize(value, tongue) : value
  if (Array.isArray(value)) return value.map((one) => walk(one, tongue, isSpoken))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      // A statement's letter is an answer and not a text.
      key === 'letter' ? one : walk(one, tongue, isSpoken || spoken.has(key)),
    ]),
  )
}

function letters(text: string, tongue: PseudoLocale): string {
  return tongue === 'long'
    ? text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)
    : text.replace(/[a-z]/gi, (letter) => mirrored[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)
}

/** Vowels are doubled, which makes English and its longest words about 40% longer. */
const accents: Record<string, string> = {
  a: 'àá',
  e: 'èé',
  i: 'îï',
  o: 'òö',
  u: 'ùü',
  y: 'ýÿ',
  A: 'ÅÀ',
  E: 'ÊÉ',
  I: 'ÎÏ',
  O: 'ÔÖ',
  U: 'ÛÜ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
  S: 'Š',
  C: 'Ç',
  N: 'Ñ',
}

const mirrored = [...'אבגדהוזחטיכלמנסעפצקרשתםןףץ']
