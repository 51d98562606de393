import type { Locale } from '../contract/locale.ts'
import { localized, textsFor } from './localized.ts'

export type ReportTexts = typeof import('../../content/locales/en/report.json', { with: { type: 'json' }})

/**
 * The texts of a person's own results page. Until a locale has its file, the reader gets English, and `locale`
 * says so, so that the language tag agrees with the words.
 */
export function reportTexts(locale: Locale): { locale: Locale; texts: ReportTexts } {
  return textsFor(written, locale)
}

const written = localized<ReportTexts>('report.json')
