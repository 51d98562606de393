/** Locale codes of the API. */
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

/** Joins sentences as the language does: Japanese and Chinese put no space between them. */
export function joinSentences(sentences: readonly string[], locale: Locale): string {
  return sentences.join(locale === 'jp' || locale === 'zh_CN' ? '' : ' ')
}

/** Other codes that people use for a language, folded. */
const otherSpellings: Readonly<Record<string, Locale>> = {
  ja: 'jp',
  kr: 'ko',
  pt: 'pt_BR',
  br: 'pt_BR',
  zh: 'zh_CN',
  cn: 'zh_CN',
}

/** The code that another spelling such as `ja`, `pt-BR`, `en-US` or `DE` probably means. */
export function guessLocale(text: string): Locale | undefined {
  const folded = text.toLowerCase().replaceAll('-', '_')
  const language = folded.split('_')[0] ?? ''
  return (
    locales.find((locale) => locale.toLowerCase() === folded) ??
    locales.find((locale) => locale === language) ??
    (Object.hasOwn(otherSpellings, language) ? otherSpellings[language] : undefined)
  )
}
