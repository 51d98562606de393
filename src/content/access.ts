import { localized, madeOnce } from './localized.ts'
import { siteTexts } from './site.ts'

type AccessTexts = typeof import('../../content/locales/en/access.json', { with: { type: 'json' }})

/** Further texts of the members' pages: API keys, navigation, the demo's sign-in link. */
const accessTexts = localized<AccessTexts>('access.json')

/** All texts of pages in a locale. */
export const pageTexts = madeOnce((locale) => ({ ...siteTexts(locale), ...accessTexts(locale) }))
