import { localized } from './localized.ts'

export type Letters = typeof import('../../content/locales/en/letters.json', { with: { type: 'json' }})

/** The texts of all letters for a reader. */
export const lettersFor = localized<Letters>('letters.json')
