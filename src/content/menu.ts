import { localized } from './localized.ts'

type MenuTexts = typeof import('../../content/locales/en/dashboard/shell.json', { with: { type: 'json' }})

/** The texts of the dashboard's menu, which the members' pages have too. */
export const menuTexts = localized<MenuTexts>('dashboard/shell.json')
