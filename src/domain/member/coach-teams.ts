import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { listCoachTeamNames, listTeamChoices } from '../coach/store.ts'
import { findSelf } from './self.ts'
import { listMemberRows } from './store.ts'

/** Teams of each kind that the invite form offers. Settings has a dialog for more. */
const mostChoices = 200

const Choice = z.strictObject({ id: PublicId, name: z.string() })

export const listCoachTeams = operation({
  name: 'list_coach_teams',
  summary: 'List the teams of each coach, and those that can be chosen; a coach gets their own teams only',
  access: 'member',
  roles: ['owner', 'coach'],
  signIn: 'any',
  reveals: 'nothing',
  issues: 'nothing',
  evenPaused: true,
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Names of saved teams and tags, by coach. */
    coaches: z.array(z.strictObject({ memberId: PublicId, teams: z.array(z.string()) })),
    choices: z.strictObject({ tags: z.array(Choice), savedTeams: z.array(Choice) }),
  }),
  async run({ sql, account, caller }) {
    const self = findSelf(await listMemberRows(sql, account.id), caller)
    const isOwner = self.role === 'owner'
    const coaches = await listCoachTeamNames(sql, account.id, isOwner ? null : self.id)
    const choices = isOwner
      ? await listTeamChoices(sql, account.id, mostChoices)
      : { tags: [], savedTeams: [] }
    return { resource: { coaches, choices } }
  },
})
