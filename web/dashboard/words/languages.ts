/** The languages of pages, emails, debriefs and reports, as the API spells them. */
export const localeCodes = ['de', 'en', 'es', 'fr', 'jp', 'ko', 'nl', 'pt_BR', 'zh_CN'] as const
export type LanguageCode = (typeof localeCodes)[number]

/** Each language: its English name, its own name, and its BCP 47 tag. */
export const languages: Record<LanguageCode, { name: string; ownName: string; tag: string }> = {
  de: { name: 'German', ownName: 'Deutsch', tag: 'de' },
  en: { name: 'English', ownName: 'English', tag: 'en' },
  es: { name: 'Spanish', ownName: 'Español', tag: 'es' },
  fr: { name: 'French', ownName: 'Français', tag: 'fr' },
  jp: { name: 'Japanese', ownName: '日本語', tag: 'ja' },
  ko: { name: 'Korean', ownName: '한국어', tag: 'ko' },
  nl: { name: 'Dutch', ownName: 'Nederlands', tag: 'nl' },
  pt_BR: { name: 'Portuguese (Brazil)', ownName: 'Português (Brasil)', tag: 'pt-BR' },
  zh_CN: { name: 'Chinese (simplified)', ownName: '简体中文', tag: 'zh-Hans' },
}
