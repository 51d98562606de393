import { type Locale, locales } from '../../contract/locale.ts'

/**
 * The language that a text is probably in; undefined where nothing speaks for any. Scripts tell Chinese, Japanese and
 * Korean; the others are told apart by how many of their most frequent words stand in the text. A simple measure: it
 * is sure of a paragraph, and says nothing of a few words.
 */
export function detectLanguage(text: string): Locale | undefined {
  const letters = count(text, /\p{L}/gu)
  if (letters === 0) return undefined
  if (count(text, /\p{Script=Hangul}/gu) > letters / 3) return 'ko'
  if (count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters / 5) return 'jp'
  if (count(text, /\p{Script=Han}/gu) > letters / 2) return 'zh_CN'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = locales
    .map((locale) => ({ locale, hits: words.filter((word) => frequent[locale]?.has(word)).length }))
    .sort((one, other) => other.hits - one.hits)
  const [first, second] = counted
  if (!first || first.hits < least || first.hits === second?.hits) return undefined
  return first.hits >= words.length / 10 ? first.locale : undefined
}

/** Fewer frequent words than this may stand in a text of any language, as names and loan words. */
const least = 2

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** The words that carry sentences. Those that two of the languages write alike are left out where they would mislead. */
const frequent: Partial<Record<Locale, ReadonlySet<string>>> = {
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
