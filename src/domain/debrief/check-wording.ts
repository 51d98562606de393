import { folded, patternOf } from '../../content/word-pattern.ts'
import type { Locale } from '../../contract/locale.ts'
import { countWords } from './count-words.ts'
import { detectLanguage } from './detect-language.ts'
import type { DebriefBrief } from './prompt.ts'
import type { ValidationError } from './validation-error.ts'

/** What is wrong with the words of a sentence, whatever its facts are. */
export function checkWording(text: string, { words, locale }: DebriefBrief): ValidationError[] {
  const problems: ValidationError[] = []
  if (/\{\{|\}\}|\$\{|<%|%>/.test(text)) problems.push({ fault: 'slot', words: 'must have no slots.' })
  if (isLink(text)) problems.push({ fault: 'link', words: 'must name no address of any kind.' })
  if (isMarkup(text))
    problems.push({ fault: 'markup', words: 'must be plain text without Markdown or HTML.' })
  if (!isPlain(text, locale)) {
    problems.push({
      fault: 'characters',
      words: 'must have only letters of its language, spaces and , . ; : ? - and quotation marks.',
    })
  }
  const bannedWords = patternOf(words.banned)
  const [banned] = folded(text).match(bannedWords) ?? unmarked(folded(text)).match(bannedWords) ?? []
  if (banned !== undefined)
    problems.push({ fault: 'banned', words: `must not speak of "${banned.slice(0, 30)}".` })
  if (!isOneSentence(text)) {
    problems.push({ fault: 'sentence', words: 'must be one whole sentence of three to forty words.' })
  }
  if (isForeign(text, locale)) {
    problems.push({ fault: 'language', words: 'is not in the language that was asked for.' })
  }
  return problems
}

/** Schemes, addresses, and a dot between letters: no text of ours needs an abbreviation. */
function isLink(text: string): boolean {
  return /:\/\/|\bwww\b|@|\b(https?|ftp|mailto|javascript|data|tel):|[\p{L}\p{N}][()]*\.[()]*[\p{L}]{2,}|\bdot (com|net|org)\b/iu.test(
    text.normalize('NFKC'),
  )
}

/** Tags, entities, and all that Markdown gives a meaning, also at the beginning of a line. */
function isMarkup(text: string): boolean {
  return /[<>`*_#[\]|~^\\=]|&[#\w]+;|^\s*([-+•–—]\s|\d+[.)]\s)|[\r\n]/u.test(text.normalize('NFKC'))
}

/**
 * A list of what may stand, so that what nobody thought of may not: no control, no direction, no other script. A mark
 * that stands by itself after composing belongs to no letter of these languages; some marks cannot even be seen, and
 * a row of them can hide any message. So can a row of spaces, which is why each stands alone, and one that does not
 * break only where French sets it, beside its tall marks.
 */
function isPlain(given: string, locale: Locale): boolean {
  const text = locale === 'fr' ? given.normalize('NFC').replace(frenchSpace, ' ') : given.normalize('NFC')
  const letters = alphabets[locale].test(text.replace(/\P{L}/gu, ''))
  return (
    letters &&
    !text.includes('  ') &&
    /^[\p{L}\p{Nd} ,.;:?'"()%&’‘“”„«»‚‹›…–—¿、。，；：？「」『』（）・-]+$/u.test(text)
  )
}

const frenchSpace = /(?<=[«‹])[\u00a0\u202f]|[\u00a0\u202f](?=[;:?%»›–—])/gu

/** Not the whole script: it has small capitals and phonetic letters that read like the common ones. */
const common = 'A-Za-zÀ-ÖØ-öø-ÿŒœŸẞ'
const latin = new RegExp(`^[${common}]*$`)
/** Beside them the wide letters; `folded` reads those as the common ones. */
const wide = `${common}Ａ-Ｚａ-ｚ`
const alphabets: Readonly<Record<Locale, RegExp>> = {
  ...{ de: latin, en: latin, es: latin, fr: latin, nl: latin, pt_BR: latin },
  jp: new RegExp(`^[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}${wide}ー]*$`, 'u'),
  // Only whole syllables: the script also has letters that fill a place and are not seen.
  ko: new RegExp(`^[가-힣${wide}]*$`, 'u'),
  zh_CN: new RegExp(`^[\\p{Script=Han}${wide}]*$`, 'u'),
}

/** Without accents: a word of the list with one too many still reads like it. */
function unmarked(text: string): string {
  return text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
}

/** It begins like one, ends like one, and no other begins within it, which would have no facts of its own. */
function isOneSentence(text: string): boolean {
  const words = countWords(text)
  if (words < 3 || words > 45) return false
  const isWhole = /^["“„«「『(¿]?[\p{Lu}\p{Lo}]/u.test(text) && /[.?…。？]["”“»」』)]?$/u.test(text)
  // A quoted question, or a pause, may be followed by the rest of the sentence; a full stop by nothing.
  const isSeveral = /\.["”»“)]?\s+\S|[?…]["”»“)]?\s+(?!\p{Ll})\S|[。？][」』）]?\S/u.test(text)
  return isWhole && !isSeveral
}

/** Of a few words the measure cannot be sure, so a sentence is foreign only where it clearly is something else. */
function isForeign(text: string, locale: Locale): boolean {
  const found = detectLanguage(text)
  return found !== undefined && found !== locale
}
