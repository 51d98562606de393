import { localized } from './localized.ts'

export type TeamTexts = typeof import('../../content/locales/en/team.json', { with: { type: 'json' }})

/** The texts of a team: what its page is made of, and every sentence that is told of one. */
export const teamTexts = localized<TeamTexts>('team.json')
