import { z } from 'zod'
import { invalid } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { Team } from '../team/model.ts'
import {
  countInWords,
  countTeam,
  listTeamMembers,
  listTeamResults,
  type TeamSelection,
} from '../team/store.ts'
import { buildTeam } from '../team/team.ts'
import { readAnsweredForms, readTagLabels } from './store.ts'

/** A report compares no more people than this. */
const maxTeamSize = 100

/**
 * A team as its report shows it: the result of `get_team`, the labels of its tags, and the forms that were answered.
 */
export const LinkedTeam = z.strictObject({
  team: Team,
  labels: z.array(z.string()),
  forms: z.array(z.string()),
})
type LinkedTeam = z.output<typeof LinkedTeam>

/** Undefined if no one on the team has results, or if there are too many people for one report. */
export async function readLinkedTeam(
  { sql, account }: Context,
  chosen: TeamSelection,
  locale: Locale,
): Promise<LinkedTeam | undefined> {
  const counts = await countTeam(sql, account.id, chosen)
  if (counts.results === 0 || counts.results > maxTeamSize) return undefined
  const members = await listTeamMembers(sql, account.id, chosen)
  const ids = members.map(({ id }) => id)
  const results = await listTeamResults(sql, account.id, ids)
  return {
    team: buildTeam({ members, results, profileCount: counts.profiles ?? 0, locale }),
    labels: await readTagLabels(sql, account.id, chosen.tagIds ?? []),
    forms: await readAnsweredForms(sql, account.id, ids),
  }
}

/** Refuses a report with too many people. */
export function refuseOversizedTeam(results: number): void {
  if (results <= maxTeamSize) return
  throw invalid(
    `This team has ${countInWords(results)} people with results; a report can have at most ${maxTeamSize}. Choose fewer tags, or name the people with profileIds.`,
    { param: 'tagIds' },
  )
}
