import { madeOnce } from '../../../content/localized.ts'
import { type Locale, languageTags } from '../../../contract/locale.ts'

/** "DISC, Focus, and Core", as the language lists names. */
export function joinNames(names: readonly string[], locale: Locale): string {
  // The Korean conjunction depends on the word before it, so its list has commas alone.
  return locale === 'ko' ? names.join(', ') : listFormats(locale).format(names)
}

const listFormats = madeOnce((locale) => new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }))
