import en from '../../content/locales/en/report.json' with { type: 'json' }
import type { Locale } from '../contract/locale.ts'

export type ReportTexts = typeof en

/**
 * The texts of a person's own results page. Until a locale has its file, the reader gets English, and `locale`
 * says so, so that the language tag agrees with the words.
 */
export function reportTexts(locale: Locale): { locale: Locale; texts: ReportTexts } {
  const texts = written[locale]
  return texts ? { locale, texts } : { locale: 'en', texts: en }
}

const written: Partial<Record<Locale, ReportTexts>> = { en }
