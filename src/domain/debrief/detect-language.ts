import { type Locale, locales } from '../../contract/locale.ts'

/**
 * The probable language of a text; undefined if unclear. Chinese, Japanese and Korean are recognized by script, the
 * others by how many of their most frequent words occur. This simple measure is reliable for a paragraph, but not for
 * a few words.
 */
export function detectLanguage(text: string): Locale | undefined {
  const letters = count(text, /\p{L}/gu)
  if (letters === 0) return undefined
  if (count(text, /\p{Script=Hangul}/gu) > letters / 3) return 'ko'
  if (count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters / 5) return 'jp'
  if (count(text, /\p{Script=Han}/gu) > letters / 2) return 'zh_CN'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const ranked = locales
    .map((locale) => ({ locale, hits: words.filter((word) => frequentWords[locale]?.has(word)).length }))
    .sort((left, right) => right.hits - left.hits)
  const [first, second] = ranked
  if (!first || first.hits < minHits || first.hits === second?.hits) return undefined
  return first.hits >= words.length / 10 ? first.locale : undefined
}

/** Fewer frequent words than this can occur in a text of any language, as names and loan words. */
const minHits = 2

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** The most frequent function words. Words that two languages share are left out if they would mislead. */
const frequentWords: Partial<Record<Locale, ReadonlySet<string>>> = {
  en: words(
    'the and you your of to is are that with for it what when who they from often tend can may how by on a as do would where',
  ),
  de: words(
    'der die das und sie ihr ihre ihnen ist sind nicht mit für ein eine zu sich auf wenn wie auch oft können',
  ),
  fr: words(
    'le la les et vous votre vos est sont pas avec pour un une dans que qui ce quand souvent pouvez aux du en se de ou au',
  ),
  es: words(
    'el la los las y usted su sus es son no con para una en que cuando como se lo del al más tiende a de un o por en',
  ),
  nl: words('de het een en je jij jouw u uw is zijn niet met voor van op als dat die wie wat vaak kunt bent'),
  pt_BR: words(
    'o os as e você seu sua é são não com para uma em que quando como se do da mais ao costuma pode a na no por um de ou ela nele',
  ),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
