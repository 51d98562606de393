import { localized } from './localized.ts'

type ReportPageTexts = typeof import('../../content/locales/en/reportPage.json', { with: { type: 'json' }})

/** The texts of shared report pages and of a person's own share link. */
export const reportPageTexts = localized<ReportPageTexts>('reportPage.json')
