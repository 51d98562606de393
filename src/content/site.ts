import { type Locale, languageTags, locales } from '../contract/locale.ts'
import { localized } from './localized.ts'

export type SiteTexts = typeof import('../../content/locales/en/site.json', { with: { type: 'json' }})

/** The texts of all pages in a locale. */
export const siteTexts = localized<SiteTexts>('site.json')

/** The languages that pages are available in, each by its own name. */
export function siteLocales(): readonly { code: Locale; name: string; languageTag: string }[] {
  named ??= locales.map(nameOf)
  return named
}

/** Made when the first page is: loading the names of languages takes 10 ms. */
let named: ReturnType<typeof siteLocales> | undefined

function nameOf(code: Locale) {
  const languageTag = languageTags[code]
  const name = new Intl.DisplayNames([languageTag], { type: 'language' }).of(languageTag)
  return { code, name: capitalized(name ?? languageTag, languageTag), languageTag }
}

/** Capitalized because it is used in a list and on its own, where Spanish and French capitalize too. */
function capitalized(name: string, languageTag: string): string {
  return name.slice(0, 1).toLocaleUpperCase(languageTag) + name.slice(1)
}
