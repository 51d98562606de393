import { invalid } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import { operation } from '../../contract/operation.ts'
import { Team, TeamInput } from './model.ts'
import { countInWords, countTeam, listTeamMembers, listTeamResults } from './store.ts'
import { buildTeam } from './team.ts'

export const getTeam = operation({
  name: 'get_team',
  summary: 'Compare people as a team',
  description:
    'For people by id, or for everyone with any of these tags; not both. Includes up to 100 people ' +
    'with results. People without results are counted only. With fewer than two people it returns ' +
    'what is available.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: TeamInput,
  output: Team,
  rest: { group: 'profiles', route: 'GET /team', sdk: 'teams.compare', key: 'team', status: 200 },
  async run({ sql, account }, { profileIds, tagIds, locale }) {
    const chosen = { profileIds, tagIds }
    const counts = await countTeam(sql, account.id, chosen)
    if (counts.results > maxTeamSize) {
      throw invalid(
        `This team has ${countInWords(counts.results)} people with results; at most ${maxTeamSize} can be compared. Choose fewer tags, or name the people with profileIds.`,
        { param: 'tagIds' },
      )
    }
    const members = await listTeamMembers(sql, account.id, chosen)
    const ids = members.map(({ id }) => id)
    const results = await listTeamResults(sql, account.id, ids)
    const spoken = locale ?? (account.preferences.locale as Locale | undefined) ?? 'en'
    return { resource: buildTeam({ members, results, profileCount: counts.profiles ?? 0, locale: spoken }) }
  },
})

const maxTeamSize = 100
