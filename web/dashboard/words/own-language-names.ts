import type { LanguageCode } from './locale-codes.ts'

/**
 * Each language: its own name, and its BCP 47 tag. Apart from the names in the language of the page, so that the menu of
 * languages, which loads with the first script, comes without words.
 */
export const ownLanguageNames: Record<LanguageCode, { ownName: string; tag: string }> = {
  de: { ownName: 'Deutsch', tag: 'de' },
  en: { ownName: 'English', tag: 'en' },
  es: { ownName: 'Español', tag: 'es' },
  fr: { ownName: 'Français', tag: 'fr' },
  jp: { ownName: '日本語', tag: 'ja' },
  ko: { ownName: '한국어', tag: 'ko' },
  nl: { ownName: 'Nederlands', tag: 'nl' },
  pt_BR: { ownName: 'Português (Brasil)', tag: 'pt-BR' },
  zh_CN: { ownName: '简体中文', tag: 'zh-Hans' },
}
