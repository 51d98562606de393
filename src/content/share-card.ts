import { localized } from './localized.ts'

type ShareCardTexts = typeof import('../../content/locales/en/shareCard.json', { with: { type: 'json' }})

/** The texts of share cards, and of the page on which people make theirs. */
export const shareCardTexts = localized<ShareCardTexts>('shareCard.json')
