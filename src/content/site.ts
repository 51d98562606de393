import en from '../../content/locales/en/site.json' with { type: 'json' }
import { type Locale, languageTags } from '../contract/locale.ts'

export type SiteTexts = typeof en

/** The texts of all pages for a reader; a locale without its file is told in English and says so. */
export function siteTexts(locale: Locale): { locale: Locale; languageTag: string; messages: SiteTexts } {
  const messages = written[locale]
  const told = messages ? locale : 'en'
  return { locale: told, languageTag: languageTags[told], messages: messages ?? en }
}

/** The languages that pages can be shown in, each by its own name. */
export function siteLocales(): { code: Locale; name: string }[] {
  return (Object.keys(written) as Locale[]).map((code) => {
    const tag = languageTags[code]
    return { code, name: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag }
  })
}

const written: Partial<Record<Locale, SiteTexts>> = { en }
