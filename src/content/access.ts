import { eachLocale, localized } from './localized.ts'
import { siteTexts } from './site.ts'

type AccessTexts = typeof import('../../content/locales/en/access.json', { with: { type: 'json' }})

/** What the pages of members say besides: API keys, the ways between the pages, the link of the demo. */
const accessTexts = localized<AccessTexts>('access.json')

/** Every text of the pages for a reader. */
export const pageTexts = eachLocale((locale) => ({ ...siteTexts(locale), ...accessTexts(locale) }))
