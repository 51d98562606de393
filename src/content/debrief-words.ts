import type { Locale } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import { folded, patternOf } from './word-pattern.ts'

/**
 * Words that a debrief is held against. An entry is a whole word or phrase; with `*` at its end it is the beginning
 * of a word. Upper and lower case are the same.
 */
export type DebriefWords = {
  readonly locale: Locale
  /** What no debrief says: findings about health or ability, advice on hiring, protected traits, certainty. */
  readonly banned: readonly string[]
  /** What claims that something stands high, or low. */
  readonly levels: { readonly high: readonly string[]; readonly low: readonly string[] }
  /** Numbers in letters, from where on they are figures and no longer a manner of speaking. */
  readonly numbers: readonly string[]
}

/** Reads a locale's words. Throws an error that names the list that is missing or empty. */
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

/** Those of `entries` that stand in `text`, in the order of the list. Letters and digits of any script make words. */
export function wordsFound(text: string, entries: readonly string[]): string[] {
  const read = folded(text)
  return entries.filter((entry) => patternOf([entry]).test(read))
}
