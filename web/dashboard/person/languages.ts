import type { ReportLocale } from './search.ts'

/** Each language by its English name, and the tag that a browser knows it by (BCP 47). */
export const languages: Record<ReportLocale, { name: string; tag: string }> = {
  de: { name: 'German', tag: 'de' },
  en: { name: 'English', tag: 'en' },
  es: { name: 'Spanish', tag: 'es' },
  fr: { name: 'French', tag: 'fr' },
  jp: { name: 'Japanese', tag: 'ja' },
  ko: { name: 'Korean', tag: 'ko' },
  nl: { name: 'Dutch', tag: 'nl' },
  pt_BR: { name: 'Portuguese (Brazil)', tag: 'pt-BR' },
  zh_CN: { name: 'Chinese (simplified)', tag: 'zh-Hans' },
}
