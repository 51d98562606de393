import { z } from 'zod'
import { linksIn } from '../../contract/links-in.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, PublicId } from '../../contract/shapes.ts'
import { InviteEntry, listStoppedRecipients, toInviteEntry } from '../invite/history.ts'
import { Profile } from '../profile/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { findProfile, lockProfile } from '../profile/store.ts'
import { advanceInvite, advanceTargets } from './advance.ts'
import { answerAsPersona, answeringEvents } from './answer.ts'
import { PersonaEntry, PersonaName, SandboxMessage, Seed } from './model.ts'
import { personaIds, personas } from './personas.ts'
import { emptySandbox } from './reset.ts'
import { listKeptMessages } from './store.ts'

export const listSandboxPersonas = operation({
  name: 'list_sandbox_personas',
  summary: 'List the kinds of people that a sandbox can invent',
  description:
    'Five answer attentively, four each exceed the limit of one index of response quality, and one gives up. The same ' +
    'persona, seed and version of the questionnaires always give the same answers, scores and debrief.',
  access: 'anyToken',
  onlyIn: 'sandbox',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(PersonaEntry),
  rest: {
    group: 'sandbox',
    route: 'GET /sandbox/personas',
    sdk: 'sandbox.listPersonas',
    key: 'personas',
    status: 200,
  },
  async run() {
    return {
      resource: personaIds.map((id) => {
        const { description, leads, trips, completes } = personas[id]
        return { id, description, leads, trips, completes }
      }),
    }
  },
})

export const completeSandboxPerson = operation({
  name: 'complete_sandbox_person',
  summary: 'Let a person answer',
  description:
    'The person starts from their link and answers every item, as a browser would, with the same checks, scores and ' +
    'events. The recorded seconds are those that a person would take; the times are those of the request. `gives_up` ' +
    'stops after half of the items.',
  scope: ['profiles:read', 'profiles:write'],
  onlyIn: 'sandbox',
  reveals: 'results',
  issues: 'nothing',
  effect: 'replaces',
  emits: answeringEvents,
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    profileId: PublicId,
    persona: PersonaName.default('balanced'),
    seed: Seed.default(1).meta({
      description: 'Distinguishes people of the same persona. The same one gives the same answers.',
      examples: [7],
    }),
    assessmentIds: z
      .array(AssessmentId)
      .min(1, 'must name at least one assessment')
      .max(3)
      .optional()
      .meta({
        description: 'The assessments to answer. Default: all that are not completed.',
        examples: [['disc', 'focus', 'core']],
      }),
  }),
  output: Profile,
  rest: {
    group: 'sandbox',
    route: 'POST /sandbox/complete',
    sdk: 'sandbox.complete',
    key: 'profile',
    status: 200,
  },
  async run(context, { profileId, ...answering }) {
    const { sql, account } = context
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const changes = await answerAsPersona(context, profile, answering)
    return { resource: (await findProfile(sql, account.id, profileId)) ?? noSuchProfile(), changes }
  },
})

export const advanceSandboxPerson = operation({
  name: 'advance_sandbox_person',
  summary: "Move a person's invite on",
  description:
    'Works on the newest invite, as if time had passed or the person had done something: `opened`: they started from ' +
    'the link. `started`: they also answered a few items. `expired`: the link has ended. `bounced`: the message was ' +
    'refused for good.',
  scope: 'profiles:write',
  onlyIn: 'sandbox',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [...answeringEvents, 'invite.expired', 'invite.failed', 'order.failed'],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    profileId: PublicId,
    to: z.enum(advanceTargets, { error: `must be one of ${advanceTargets.join(', ')}` }).meta({
      description: 'How far the invite should be.',
      examples: ['opened'],
    }),
  }),
  output: InviteEntry,
  rest: {
    group: 'sandbox',
    route: 'POST /sandbox/advance',
    sdk: 'sandbox.advance',
    key: 'invite',
    status: 200,
  },
  async run(context, { profileId, to }) {
    const { sql, account, now, installation } = context
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const { invite, changes } = await advanceInvite(context, profile, to)
    const stopped = await listStoppedRecipients({ sql, account, installation }, [invite])
    const seen = { stopped, now: now(), account, installation }
    return { resource: toInviteEntry(invite, { addresses: profile, ...seen }), changes }
  },
})

export const resetSandbox = operation({
  name: 'reset_sandbox',
  summary: 'Delete all people, tags and messages of the sandbox',
  description:
    'Each person is deleted with everything about them and has an event `profile.deleted`. API keys, webhook endpoints, ' +
    'preferences, public links and the audit log stay.',
  scope: ['profiles:write', 'tags:manage'],
  onlyIn: 'sandbox',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['profile.deleted', 'tag.deleted'],
  takesLong: true,
  input: z.strictObject({}),
  output: z
    .strictObject({
      profiles: z.int().meta({ description: 'People that were deleted.', examples: [200] }),
      tags: z.int().meta({ description: 'Tags that were deleted.', examples: [3] }),
    })
    .meta({ id: 'SandboxReset', description: 'What was deleted.' }),
  rest: { group: 'sandbox', route: 'POST /sandbox/reset', sdk: 'sandbox.reset', key: 'deleted', status: 200 },
  run: emptySandbox,
})

export const listSandboxMessages = operation({
  name: 'list_sandbox_messages',
  summary: 'List the messages that the sandbox kept instead of sending them',
  description:
    'Emails and text messages about its people, newest first, with their links. The newest 500 are kept.',
  scope: ['profiles:read', 'profiles:write'],
  onlyIn: 'sandbox',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    profileId: PublicId.optional().meta({ description: 'Only messages about this person.' }),
    limit: z.coerce
      .number()
      .pipe(z.int().min(1).max(100))
      .default(20)
      .meta({ description: 'Number of messages, up to 100.', examples: [20] }),
  }),
  output: z.array(SandboxMessage),
  rest: {
    group: 'sandbox',
    route: 'GET /sandbox/messages',
    sdk: 'sandbox.listMessages',
    key: 'messages',
    status: 200,
  },
  async run({ sql, account }, { profileId, limit }) {
    const rows = await listKeptMessages(sql, account.id, { profileId, limit })
    return {
      resource: rows.map(({ createdAt, ...row }) => ({
        ...row,
        links: linksIn(row.text),
        createdAt: new Date(createdAt).toISOString(),
      })),
    }
  },
})
