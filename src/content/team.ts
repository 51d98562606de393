import { fillSlots } from './fill-slots.ts'
import { localized } from './localized.ts'

export type TeamTexts = typeof import('../../content/locales/en/team.json', { with: { type: 'json' }})

/** The texts of team pages, including every sentence about a team. */
export const teamTexts = localized<TeamTexts>('team.json')

/** The name for use in a sentence. People without one have a number as initials. */
export function teamMemberName(
  { name, initials }: { readonly name: string | null; readonly initials: string },
  { nameless }: Pick<TeamTexts, 'nameless'>,
): string {
  return name ?? fillSlots(nameless, { number: initials })
}
