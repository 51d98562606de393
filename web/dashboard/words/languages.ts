import type { LanguageCode } from './locale-codes.ts'
import { words } from './words.ts'

export { type LanguageCode, localeCodes } from './locale-codes.ts'

const names = words.languages

/** Each language: its name in the language of the page, its own name, and its BCP 47 tag. */
export const languages: Record<LanguageCode, { name: string; ownName: string; tag: string }> = {
  de: { name: names.de, ownName: 'Deutsch', tag: 'de' },
  en: { name: names.en, ownName: 'English', tag: 'en' },
  es: { name: names.es, ownName: 'Español', tag: 'es' },
  fr: { name: names.fr, ownName: 'Français', tag: 'fr' },
  jp: { name: names.jp, ownName: '日本語', tag: 'ja' },
  ko: { name: names.ko, ownName: '한국어', tag: 'ko' },
  nl: { name: names.nl, ownName: 'Nederlands', tag: 'nl' },
  pt_BR: { name: names.pt_BR, ownName: 'Português (Brasil)', tag: 'pt-BR' },
  zh_CN: { name: names.zh_CN, ownName: '简体中文', tag: 'zh-Hans' },
}
