import type { z } from 'zod'
import { mostDots } from '../../charts/team-grid.ts'
import { teamTexts } from '../../content/team.ts'
import { scalesIn } from '../../content/texts.ts'
import { invalid } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { teamAgenda } from './agenda.ts'
import { readLargeTeam } from './density-store.ts'
import { buildLargeTeam } from './large-team.ts'
import { Team, TeamAgenda, TeamInput } from './model.ts'
import { compareWithOrganization, TeamAndOrganization } from './organization.ts'
import { readAccountFigures, readTeamFigures } from './organization-store.ts'
import { countInWords, countTeam, listTeamMembers, listTeamResults, type TeamSelection } from './store.ts'
import { buildTeam } from './team.ts'

export const getTeam = operation({
  name: 'get_team',
  summary: 'Compare people as a team',
  description:
    'For people by id, or for everyone with any of these tags or in any of these saved teams; not both. Lists up to 100 people ' +
    'with results; a larger team has counts in place of people (`density`), so the response does not grow with it. People ' +
    'without results are counted only. With fewer than two people it returns what is available.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: TeamInput,
  output: Team,
  rest: { group: 'profiles', route: 'GET /team', sdk: 'teams.compare', key: 'team', status: 200 },
  async run(context, input) {
    return { resource: await readTeam(context, input) }
  },
})

export const getTeamAgenda = operation({
  name: 'get_team_agenda',
  summary: 'Get an agenda for a meeting of a team',
  description:
    'For the person who leads it, in the requested language: how spread out the team is, what differs, and a plan of 90 ' +
    'minutes with three exercises. It names no one. The people, at most 100, are chosen as for a comparison.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: TeamInput,
  output: TeamAgenda,
  rest: { group: 'profiles', route: 'GET /team/agenda', sdk: 'teams.getAgenda', key: 'agenda', status: 200 },
  async run(context, input) {
    return { resource: teamAgenda(await readMeetingTeam(context, input)) }
  },
})

export const getTeamOrganization = operation({
  name: 'get_team_organization',
  summary: 'Compare a team with the whole account',
  description:
    'Means of the five traits of Focus, and how many people are low, in the middle and high on each, for the team and for ' +
    'everyone on the account. The people are chosen as for a comparison, in any number. Unreliable answers are left out. ' +
    'Of large groups a sample is read. Apps of coaches get 403: the figures are of people whom they may not see.',
  scope: 'profiles:read',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: TeamInput,
  output: TeamAndOrganization,
  rest: {
    group: 'profiles',
    route: 'GET /team/organization',
    sdk: 'teams.compareWithOrganization',
    key: 'comparison',
    status: 200,
  },
  async run(context, { profileIds, tagIds, savedTeamIds, locale }) {
    const { sql, account } = context
    const [team, organization] = [
      await readTeamFigures(sql, account.id, { profileIds, tagIds, savedTeamIds }),
      await readAccountFigures(sql, account.id),
    ]
    const spoken = languageOf(context, locale)
    const compared = compareWithOrganization({ team, organization }, scalesIn(spoken), teamTexts(spoken))
    return { resource: { locale: spoken, ...compared } }
  },
})

function languageOf({ account }: Pick<Context, 'account'>, locale: Locale | undefined): Locale {
  return locale ?? (account.preferences.locale as Locale | undefined) ?? 'en'
}

async function readTeam(context: Context, input: z.output<typeof TeamInput>): Promise<Team> {
  const { sql, account } = context
  const { profileIds, tagIds, savedTeamIds } = input
  const chosen = { profileIds, tagIds, savedTeamIds }
  const locale = languageOf(context, input.locale)
  const counts = await countTeam(sql, account.id, chosen)
  if (counts.results > mostDots) return buildLargeTeam(await readLargeTeam(sql, account.id, chosen), locale)
  return readSmallTeam(context, { chosen, locale, profileCount: counts.profiles ?? 0 })
}

/** A meeting, and what its plan rests on, is for people who know each other. */
async function readMeetingTeam(context: Context, input: z.output<typeof TeamInput>): Promise<Team> {
  const { sql, account } = context
  const { profileIds, tagIds, savedTeamIds } = input
  const chosen = { profileIds, tagIds, savedTeamIds }
  const counts = await countTeam(sql, account.id, chosen)
  if (counts.results > mostDots) {
    throw invalid(
      `This team has ${countInWords(counts.results)} people with results; an agenda is for at most ${mostDots}. Choose fewer tags, or name the people with profileIds.`,
      { param: 'tagIds' },
    )
  }
  const locale = languageOf(context, input.locale)
  return readSmallTeam(context, { chosen, locale, profileCount: counts.profiles ?? 0 })
}

async function readSmallTeam(
  { sql, account }: Context,
  { chosen, ...rest }: { chosen: TeamSelection; locale: Locale; profileCount: number },
): Promise<Team> {
  const members = await listTeamMembers(sql, account.id, chosen)
  const results = await listTeamResults(
    sql,
    account.id,
    members.map(({ id }) => id),
  )
  return buildTeam({ members, results, ...rest })
}
