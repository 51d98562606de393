import type { Locale } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import { folded, patternOf } from './word-pattern.ts'

/**
 * Word lists that a debrief is checked against. An entry is a whole word or phrase; with a trailing `*` it is the
 * beginning of a word. Case does not matter.
 */
export type DebriefWords = {
  readonly locale: Locale
  /** What no debrief may say: findings about health or ability, advice on hiring, protected traits, certainty. */
  readonly banned: readonly string[]
  /** Words that claim a high or a low level. */
  readonly levels: { readonly high: readonly string[]; readonly low: readonly string[] }
  /** Written-out numbers from the value at which they count as figures and not as a figure of speech. */
  readonly numbers: readonly string[]
}

/** Reads a locale's word lists. Throws an error that names the list that is missing or empty. */
export function readDebriefWords(locale: Locale, root?: URL): DebriefWords {
  const path = `locales/${locale}/debriefWords.json`
  const words = readContent<DebriefWords>(path, root)
  const lists = {
    banned: words.banned,
    'levels.high': words.levels?.high,
    'levels.low': words.levels?.low,
    numbers: words.numbers,
  }
  for (const [name, list] of Object.entries(lists)) {
    if (!list?.length) throw new Error(`content/${path} has no words for ${name}`)
  }
  return words
}

/** The entries that occur in `text`, in the order of the list. Words consist of letters and digits of any script. */
export function wordsFound(text: string, entries: readonly string[]): string[] {
  const read = folded(text)
  // Most texts have none, which one pattern for all of them finds.
  if (!patternOf(entries).test(read)) return []
  return entries.filter((entry) => patternOf([entry]).test(read))
}
