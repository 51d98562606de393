import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { idList } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { fnv1a } from '../../scoring/hash.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { insertInvite, recordInviteSent } from '../invite/store.ts'
import { makerOf } from '../link/maker.ts'
import { newProfileEvents } from '../profile/add.ts'
import { findOrAddProfile } from '../profile/find-or-add.ts'
import type { Profile } from '../profile/model.ts'
import { lockProfile } from '../profile/store.ts'
import { sandboxDomain } from './addresses.ts'
import { advanceInvite } from './advance.ts'
import { answerAsPersona, answeringEvents } from './answer.ts'
import { type personStates, SandboxPerson, Seed } from './model.ts'
import { inventName } from './names.ts'
import { type PersonaId, personaIds, personas } from './personas.ts'

type PersonState = (typeof personStates)[number]
type Plan = { persona: PersonaId; state: PersonState }

export const createSandboxPeople = operation({
  name: 'create_sandbox_people',
  summary: 'Add invented people in all states',
  description:
    'Up to 200 people with addresses at `sandbox.test`. `completedShare` of them have completed; the others are not ' +
    'invited, invited, bounced, expired, opened or in progress. No message is written. The same seed gives the same ' +
    'people: those who are in the sandbox already stay as they are, and are not in the response.',
  scope: 'profiles:write',
  onlyIn: 'sandbox',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: [
    ...newProfileEvents,
    ...answeringEvents,
    'invite.sent',
    'invite.expired',
    'invite.failed',
    'order.failed',
  ],
  refuses: ['missing', 'conflict'],
  takesLong: true,
  input: z.strictObject({
    count: z
      .int()
      .min(1)
      .max(200, 'must be at most 200; send another request for more')
      .meta({ description: 'Number of people.', examples: [50] }),
    seed: Seed.optional().meta({
      description: 'The same seed gives the same people. Default: new people.',
      examples: [7],
    }),
    completedShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.6)
      .meta({ description: 'Share of people who have completed, from 0 to 1.', examples: [0.6] }),
    tagIds: idList(50).optional().meta({ description: 'Tags of the new people, up to 50.' }),
  }),
  output: z.array(SandboxPerson),
  rest: {
    group: 'sandbox',
    route: 'POST /sandbox/people',
    sdk: 'sandbox.createPeople',
    key: 'people',
    status: 201,
  },
  async run(context, { count, seed = fnv1a(context.newId()), completedShare, tagIds }) {
    const people: z.output<typeof SandboxPerson>[] = []
    const changes: Change[] = []
    for (let number = 1; number <= count; number += 1) {
      const random = seededRandom(fnv1a(`person ${seed} ${number}`))
      const plan = planOf(random, number <= Math.round(count * completedShare))
      const name = inventName(random)
      const email = `${name.mailbox}.${seed}-${number}@${sandboxDomain}`
      const added = await findOrAddProfile(context, {
        email,
        firstName: name.firstName,
        lastName: name.lastName,
        tagIds,
      })
      if (!added.isNew) continue
      const profile = await lockProfile(context.sql, context.account.id, added.profile.id)
      if (!profile) throw new Failure('profile_not_found')
      changes.push(...added.changes.map((change) => ({ action: 'create_profile', ...change })))
      changes.push(...(await bringTo(context, profile, { ...plan, seed: fnv1a(`${seed} ${number}`) })))
      people.push({ profileId: profile.id, ...plan })
    }
    return { resource: people, changes }
  },
})

/** Most people who complete are attentive, as in life. */
function planOf(random: Random, completes: boolean): Plan {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const isCareless = random() < 0.1
  const kinds = personaIds.filter(
    (id) => personas[id].completes && (personas[id].trips !== null) === isCareless,
  )
  const state = pick(unfinished)
  if (completes) return { persona: pick(kinds), state: 'completed' }
  return { persona: state === 'in_progress' ? 'gives_up' : pick(kinds), state }
}

const unfinished: readonly Exclude<PersonState, 'completed'>[] = [
  'in_progress',
  'opened',
  'invited',
  'expired',
  'bounced',
  'not_invited',
]

async function bringTo(
  context: Context,
  profile: Profile,
  { persona, state, seed }: Plan & { seed: number },
): Promise<Change[]> {
  if (state === 'not_invited') return []
  await addSentInvite(context, profile)
  switch (state) {
    case 'invited':
      return []
    case 'completed':
    case 'in_progress':
      return answerAsPersona(context, profile, { persona, seed })
    default:
      return (await advanceInvite(context, profile, state)).changes.map((change) => ({
        action: 'advance_sandbox_person',
        ...change,
      }))
  }
}

/** An invite that counts as sent, without its message: nobody could read it. */
async function addSentInvite(context: Context, { id: profileId, email }: Profile): Promise<void> {
  const { sql, account, caller, newId } = context
  const now = context.now()
  const inviteId = newId()
  await insertInvite(sql, {
    id: inviteId,
    channel: 'email',
    recipient: email,
    accountId: account.id,
    profileId,
    origin: 'account',
    maker: makerOf(caller),
    tokenHash: hashSecret(newAccountSecret('tmb_link_', account.id)),
    now,
    expiresAt: new Date(now.getTime() + 7 * 86_400_000),
  })
  await recordInviteSent(sql, { accountId: account.id, inviteId }, now)
}
