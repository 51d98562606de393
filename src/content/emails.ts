import { localized } from './localized.ts'

export type EmailTexts = typeof import('../../content/locales/en/letters.json', { with: { type: 'json' }})

/** The texts of all letters for a reader. */
export const emailTexts = localized<EmailTexts>('letters.json')
