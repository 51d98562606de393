import { folded, patternOf } from '../../content/word-pattern.ts'
import type { Locale } from '../../contract/locale.ts'
import { countWords } from './count-words.ts'
import { detectLanguage } from './detect-language.ts'
import type { DebriefBrief } from './prompt.ts'
import type { ValidationError } from './validation-error.ts'

/** Finds errors in the wording of a sentence, regardless of its facts. */
export function checkWording(text: string, { words, locale }: DebriefBrief): ValidationError[] {
  const problems: ValidationError[] = []
  if (/\{\{|\}\}|\$\{|<%|%>/.test(text)) problems.push({ code: 'slot', message: 'must have no slots.' })
  if (isLink(text)) problems.push({ code: 'link', message: 'must name no address of any kind.' })
  if (isMarkup(text))
    problems.push({ code: 'markup', message: 'must be plain text without Markdown or HTML.' })
  if (!isPlain(text, locale)) {
    problems.push({
      code: 'characters',
      message: 'must have only letters of its language, spaces and , . ; : ? - and quotation marks.',
    })
  }
  const bannedWords = patternOf(words.banned)
  const [banned] = folded(text).match(bannedWords) ?? withoutAccents(folded(text)).match(bannedWords) ?? []
  if (banned !== undefined)
    problems.push({ code: 'banned', message: `must not speak of "${banned.slice(0, 30)}".` })
  if (!isOneSentence(text)) {
    problems.push({ code: 'sentence', message: 'must be one whole sentence of three to forty words.' })
  }
  if (isForeign(text, locale)) {
    problems.push({ code: 'language', message: 'is not in the language that was asked for.' })
  }
  return problems
}

/** URL schemes, addresses, and a dot between letters: our texts contain no abbreviations. */
function isLink(text: string): boolean {
  return /:\/\/|\bwww\b|@|\b(https?|ftp|mailto|javascript|data|tel):|[\p{L}\p{N}][()]*\.[()]*[\p{L}]{2,}|\bdot (com|net|org)\b/iu.test(
    text.normalize('NFKC'),
  )
}

/** Tags, entities, and every Markdown character, also at the start of a line. */
function isMarkup(text: string): boolean {
  return /[<>`*_#[\]|~^\\=]|&[#\w]+;|^\s*([-+•–—]\s|\d+[.)]\s)|[\r\n]/u.test(text.normalize('NFKC'))
}

/**
 * An allowlist, so that characters no one thought of are refused: no control characters, direction marks or other
 * scripts. Combining marks that remain after composition belong to no letter of these languages; some are invisible,
 * and a series of them can hide a message. So can a series of spaces, so each space must be single, and non-breaking
 * spaces are only allowed in French next to tall punctuation.
 */
function isPlain(original: string, locale: Locale): boolean {
  const text =
    locale === 'fr' ? original.normalize('NFC').replace(frenchSpace, ' ') : original.normalize('NFC')
  const letters = alphabets[locale].test(text.replace(/\P{L}/gu, ''))
  return (
    letters &&
    !text.includes('  ') &&
    /^[\p{L}\p{Nd} ,.;:?'"()%&’‘“”„«»‚‹›…–—¿、。，；：？「」『』（）・-]+$/u.test(text)
  )
}

const frenchSpace = /(?<=[«‹])[\u00a0\u202f]|[\u00a0\u202f](?=[;:?%»›–—])/gu

/** Not the whole script, which has small capitals and phonetic letters that look like common ones. */
const commonLatin = 'A-Za-zÀ-ÖØ-öø-ÿŒœŸẞ'
const latin = new RegExp(`^[${commonLatin}]*$`)
/** Also full-width letters; `folded` maps them to common ones. */
const withFullWidth = `${commonLatin}Ａ-Ｚａ-ｚ`
const alphabets: Readonly<Record<Locale, RegExp>> = {
  de: latin,
  en: latin,
  es: latin,
  fr: latin,
  nl: latin,
  pt_BR: latin,
  jp: new RegExp(`^[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}${withFullWidth}ー]*$`, 'u'),
  // Only whole syllables: the script also has invisible filler letters.
  ko: new RegExp(`^[가-힣${withFullWidth}]*$`, 'u'),
  zh_CN: new RegExp(`^[\\p{Script=Han}${withFullWidth}]*$`, 'u'),
}

/** Removes accents: a banned word with an added accent still reads the same. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
}

/** Starts and ends like a sentence and contains no second one, which would have no facts of its own. */
function isOneSentence(text: string): boolean {
  const words = countWords(text)
  if (words < 3 || words > 45) return false
  const isComplete = /^["“„«「『(¿]?[\p{Lu}\p{Lo}]/u.test(text) && /[.?…。？]["”“»」』)]?$/u.test(text)
  // The sentence may continue after a quoted question or an ellipsis, but not after a full stop.
  const hasSeveral = /\.["”»“)]?\s+\S|[?…]["”»“)]?\s+(?!\p{Ll})\S|[。？][」』）]?\S/u.test(text)
  return isComplete && !hasSeveral
}

/**
 * Language detection is unreliable for a few words, so a sentence is only foreign if it is clearly another language.
 */
function isForeign(text: string, locale: Locale): boolean {
  const detected = detectLanguage(text)
  return detected !== undefined && detected !== locale
}
