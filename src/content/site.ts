import { type Locale, languageTags } from '../contract/locale.ts'
import { localized, textsFor } from './localized.ts'

export type SiteTexts = typeof import('../../content/locales/en/site.json', { with: { type: 'json' }})

/** The texts of all pages for a reader; a locale without its file is told in English and says so. */
export function siteTexts(locale: Locale): { locale: Locale; languageTag: string; messages: SiteTexts } {
  const { locale: told, texts } = textsFor(written, locale)
  return { locale: told, languageTag: languageTags[told], messages: texts }
}

/** The languages that pages can be shown in, each by its own name. */
export function siteLocales(): readonly { code: Locale; name: string; languageTag: string }[] {
  return named
}

const written = localized<SiteTexts>('site.json')

const named = [...written.keys()].map((code) => {
  const languageTag = languageTags[code]
  const name = new Intl.DisplayNames([languageTag], { type: 'language' }).of(languageTag)
  return { code, name: capitalized(name ?? languageTag, languageTag), languageTag }
})

/** It stands alone, in a list and in a line of its own, where Spanish or French begin with a capital too. */
function capitalized(name: string, languageTag: string): string {
  return name.slice(0, 1).toLocaleUpperCase(languageTag) + name.slice(1)
}
