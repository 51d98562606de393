import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { type CoachRow, findCoach, listCoachRows, lockCoach } from './store.ts'
import { replaceTeams, TeamIds } from './teams.ts'

// The role itself is given on the pages of the authorization server, like every role. Without teams it shows no one.

const Coach = z
  .strictObject({
    memberId: PublicId.meta({ description: 'Id of the member.' }),
    email: z.string().meta({ description: "The member's address.", examples: ['coach@example.com'] }),
    state: z.enum(['accepted', 'invited', 'expired']).meta({
      description: 'Whether the member has accepted the invitation to the account.',
      examples: ['accepted'],
    }),
    teams: z
      .array(
        z.strictObject({
          id: PublicId.meta({ description: 'Id of the tag.' }),
          label: z.string().meta({ description: 'Label of the tag.', examples: ['Sales'] }),
          color: z.string().meta({ description: 'Color of the tag.', examples: ['emerald'] }),
        }),
      )
      .meta({ description: 'The tags whose people the coach sees, by label.' }),
    savedTeams: z
      .array(
        z.strictObject({
          id: PublicId.meta({ description: 'Id of the saved team.' }),
          name: z.string().meta({ description: 'Name of the team.', examples: ['Launch team'] }),
          color: z.string().meta({ description: 'Color of the team.', examples: ['emerald'] }),
        }),
      )
      .meta({ description: 'The saved teams whose people the coach sees, by name.' }),
    profileCount: z
      .int()
      .min(0)
      .meta({ description: 'Number of people that the coach sees.', examples: [12] }),
  })
  .meta({
    id: 'Coach',
    description:
      'A member who sees the people of their teams and nobody else. A team is a tag or a saved team.',
  })

// Nobody can let others see more than they may see themselves.
const scope = ['profiles:read', 'tags:manage', 'account:write'] as const

export const listCoaches = operation({
  name: 'list_coaches',
  summary: 'List coaches with their teams',
  description: 'Members with the role `coach`, invited ones included, by email address.',
  scope,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(Coach),
  rest: { group: 'coaches', route: 'GET /coaches', sdk: 'coaches.list', key: 'coaches', status: 200 },
  async run({ sql, account, now }) {
    const rows = await listCoachRows(sql, account.id)
    return { resource: rows.map((row) => coachOf(row, now())) }
  },
})

export const setCoachTeams = operation({
  name: 'set_coach_teams',
  summary: 'Choose the teams of a coach',
  description:
    'Replaces the tags and saved teams whose people the coach sees; without any, they see no one. It applies to their ' +
    'next request, and ' +
    'to every app they have connected. Members get the role `coach` on the page of members.',
  scope,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    memberId: PublicId,
    tagIds: TeamIds.meta({
      description: 'Ids of all tags whose people the coach should see.',
      examples: [['6920318e4b1a0c7d2e8f5a70']],
    }),
    savedTeamIds: TeamIds.default([]).meta({
      description: 'Ids of all saved teams whose people the coach should see. Without this field, none.',
      examples: [['6920318e4b1a0c7d2e8f5a72']],
    }),
  }),
  output: Coach,
  rest: {
    group: 'coaches',
    route: 'PUT /coach/{memberId}/teams',
    sdk: 'coaches.setTeams',
    key: 'coach',
    status: 200,
  },
  async run(context, { memberId, tagIds, savedTeamIds }) {
    const { sql, account, now } = context
    if (!(await lockCoach(sql, account.id, memberId))) throw new Failure('coach_not_found')
    const changes = await replaceTeams(context, memberId, { tagIds, savedTeamIds })
    const coach = await findCoach(sql, account.id, memberId)
    if (!coach) throw new Failure('coach_not_found')
    return { resource: coachOf(coach, now()), changes }
  },
})

function coachOf(row: CoachRow, now: Date): z.output<typeof Coach> {
  const { memberId, email, acceptedAt, invitationExpiresAt: end, tags, savedTeams, profileCount } = row
  const isInvited = end !== null && Date.parse(end) > now.getTime()
  const state = acceptedAt !== null ? 'accepted' : isInvited ? 'invited' : 'expired'
  return { memberId, email, state, teams: tags, savedTeams, profileCount }
}
