import { localized } from './localized.ts'

export type EmailTexts = typeof import('../../content/locales/en/letters.json', { with: { type: 'json' }})

/** The texts of all emails in a locale. */
export const emailTexts = localized<EmailTexts>('letters.json')
