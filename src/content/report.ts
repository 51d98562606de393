import { localized } from './localized.ts'

export type ReportTexts = typeof import('../../content/locales/en/report.json', { with: { type: 'json' }})

/** The texts of a person's own results page. */
export const reportTexts = localized<ReportTexts>('report.json')
