import { localized } from './localized.ts'

type ReportPageTexts = typeof import('../../content/locales/en/reportPage.json', { with: { type: 'json' }})

/** The texts of pages that show a report by a link, and of a person's own link. */
export const reportPageTexts = localized<ReportPageTexts>('reportPage.json')
