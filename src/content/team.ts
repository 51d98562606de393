import { localized } from './localized.ts'

export type TeamTexts = typeof import('../../content/locales/en/team.json', { with: { type: 'json' }})

/** The texts of team pages, including every sentence about a team. */
export const teamTexts = localized<TeamTexts>('team.json')
