/** Locale codes as the specification spells them. */
export const locales = ['de', 'en', 'es', 'fr', 'jp', 'ko', 'nl', 'pt_BR', 'zh_CN'] as const

export type Locale = (typeof locales)[number]

/** BCP 47 language tags for `lang` attributes and Intl. */
export const languageTags: Record<Locale, string> = {
  de: 'de',
  en: 'en',
  es: 'es',
  fr: 'fr',
  jp: 'ja',
  ko: 'ko',
  nl: 'nl',
  pt_BR: 'pt-BR',
  zh_CN: 'zh-Hans',
}
