import { z } from 'zod'
import { actorKinds } from './actor.ts'
import { OrderProvider } from './order-provider.ts'
import type { Scope } from './scope.ts'
import { AssessmentId, PublicId, Timestamp } from './shapes.ts'

const profileId = PublicId.meta({ description: 'The profile.', examples: ['6920318e4b1a0c7d2e8f5a63'] })
const inviteId = PublicId.meta({ description: 'The invite.', examples: ['6920318e4b1a0c7d2e8f5a80'] })
const tagId = PublicId.meta({ description: 'The tag.', examples: ['6920318e4b1a0c7d2e8f5a70'] })
const savedTeamId = PublicId.meta({ description: 'The saved team.', examples: ['6920318e4b1a0c7d2e8f5a72'] })
const attempt = z
  .int()
  .min(1)
  .meta({ description: 'Number of the attempt, starting at 1.', examples: [1] })
const fields = (example: string) =>
  z
    .array(z.string())
    .meta({ description: 'Names of the changed fields, without their values.', examples: [[example]] })
const channel = z
  .enum(['email', 'sms', 'link'])
  .meta({ description: 'How the link reached the person.', examples: ['email'] })
const assessments = z
  .array(AssessmentId)
  .meta({ description: 'Assessments of the attempt.', examples: [['disc', 'focus', 'core']] })
const aliasOf = z.strictObject({
  resourceAliasId: PublicId.meta({ description: 'The alias. Its key is not part of events.' }),
  resourceType: z.enum(['profile', 'tag']).meta({ description: 'Type of its resource.' }),
  resourceId: PublicId.meta({ description: 'Id of its resource.' }),
})
const orderOf = z.strictObject({
  orderId: PublicId.meta({ description: 'The order.' }),
  profileId,
  packageId: z.string().meta({ description: 'What was ordered.', examples: ['all'] }),
  provider: OrderProvider,
})
const campaignId = PublicId.meta({ description: 'The campaign.', examples: ['6920318e4b1a0c7d2e8f5a90'] })
const inviteOf = z.strictObject({ inviteId, profileId, channel })
const changedCount = z.int().min(0)
const changedIds = z
  .array(PublicId)
  .max(100)
  .meta({ description: 'The first 100 of them.', examples: [['6920318e4b1a0c7d2e8f5a63']] })

type EventDefinition<Data extends z.ZodObject = z.ZodObject> = {
  /** When it is written, in one sentence. */
  when: string
  /** Release of the first event of this type. */
  since: string
  /** The scope of the request that an integration usually makes next; null if there is nothing to read. */
  scope: Scope | null
  data: Data
}

function define<Data extends z.ZodObject>(
  definition: Omit<EventDefinition<Data>, 'since'>,
): EventDefinition<Data> {
  return { since: '0.1.0', ...definition }
}

/**
 * Every type of event, in the order of the documents. Data contains ids, states and names of fields; never a name, an
 * address, an answer, a score or a text. A type only gains fields.
 */
export const eventTypes = {
  'profile.created': define({
    when: 'A profile was added.',
    scope: 'profiles:read',
    data: z.strictObject({
      profileId,
      source: z
        .enum(['api', 'import', 'mcp', 'shareLink', 'order', 'scim'])
        .meta({ description: 'How it was added.', examples: ['api'] }),
    }),
  }),
  'profile.updated': define({
    when: "A person's name, address or language changed.",
    scope: 'profiles:read',
    data: z.strictObject({ profileId, fields: fields('email') }),
  }),
  'profile.activated': define({
    when: 'The person started for the first time, which makes a pending profile active.',
    scope: 'profiles:read',
    data: z.strictObject({ profileId, inviteId: inviteId.nullable() }),
  }),
  'assessment.started': define({
    when: 'The first answer of an assessment was saved, once per attempt.',
    scope: 'profiles:read',
    data: z.strictObject({ profileId, attempt, assessmentId: AssessmentId }),
  }),
  'assessment.completed': define({
    when: 'The result of an assessment was stored.',
    scope: 'profiles:read',
    data: z.strictObject({ profileId, attempt, assessmentId: AssessmentId }),
  }),
  'profile.completed': define({
    when: 'All assessments of the profile are completed.',
    scope: 'profiles:read',
    data: z.strictObject({ profileId, attempt, assessmentIds: assessments }),
  }),
  'profile.retakeIssued': define({
    when: 'A new attempt began, in which these assessments are taken again.',
    scope: 'profiles:read',
    data: z.strictObject({ profileId, attempt, assessmentIds: assessments }),
  }),
  'profile.erasureRequested': define({
    when: 'The person asked on their own page to be deleted.',
    scope: 'profiles:write',
    data: z.strictObject({ profileId, requestedAt: Timestamp }),
  }),
  'profile.erasureWithdrawn': define({
    when: 'The person withdrew the request to be deleted.',
    scope: 'profiles:write',
    data: z.strictObject({ profileId, requestedAt: Timestamp }),
  }),
  'profile.deleted': define({
    when: 'A profile and all data about the person were deleted. Delete what you hold about them.',
    scope: null,
    data: z.strictObject({
      profileId,
      reason: z.enum(['api', 'request', 'retention']).meta({
        description:
          '`api`: deleted by a client or a member; `request`: the same, after the person had asked for it; ' +
          '`retention`: deleted because the retention period was over.',
        examples: ['api'],
      }),
    }),
  }),
  'invite.sent': define({
    when: 'The mail server or the SMS provider accepted the message.',
    scope: 'profiles:write',
    data: inviteOf.extend({
      isReminder: z
        .boolean()
        .optional()
        .meta({
          description: 'Whether the service reminded the person by itself. Missing in earlier events.',
          examples: [false],
        }),
    }),
  }),
  'invite.opened': define({
    when: 'The person pressed Start behind this link for the first time. Loading the page is not enough.',
    scope: 'profiles:write',
    data: inviteOf,
  }),
  'invite.expired': define({
    when: 'The link expired while it was valid and the person had not completed; within a minute.',
    scope: 'profiles:write',
    data: inviteOf.extend({ expiresAt: Timestamp }),
  }),
  'invite.failed': define({
    when: 'The message could not be delivered and will not be sent again.',
    scope: 'profiles:write',
    data: inviteOf.extend({
      reason: z.enum(['refused', 'exhausted']).meta({
        description: '`refused`: refused for good; `exhausted`: all attempts failed.',
        examples: ['refused'],
      }),
      isReported: z
        .boolean()
        .optional()
        .meta({
          description:
            'Whether the mail server had accepted the email first and reported later that it could not be delivered. ' +
            'Missing in earlier events.',
          examples: [false],
        }),
    }),
  }),
  'campaign.created': define({
    when: 'A campaign was created. Its invites have events of their own.',
    scope: 'profiles:write',
    data: z.strictObject({ campaignId }),
  }),
  'campaign.updated': define({
    when: 'The name, the words, the last day or the reminders of a campaign changed.',
    scope: 'profiles:write',
    data: z.strictObject({ campaignId, fields: fields('deadline') }),
  }),
  'campaign.ended': define({
    when: 'A campaign was ended: nobody is invited or reminded in it any more.',
    scope: 'profiles:write',
    data: z.strictObject({ campaignId }),
  }),
  'order.created': define({
    when: 'An assessment of a person was ordered.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'order.started': define({
    when: 'The person gave the first answer of an ordered assessment.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'order.completed': define({
    when: 'All ordered assessments are completed.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'order.cancelled': define({
    when: 'The order was cancelled. A person who has begun may finish.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'order.expired': define({
    when: 'Eight weeks have passed and the person has not completed.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'order.failed': define({
    when: 'The message with the link could not be delivered, and the person has not begun.',
    scope: 'profiles:write',
    data: orderOf,
  }),
  'debrief.generated': define({
    when: 'The text of a debrief was stored.',
    scope: 'profiles:read',
    data: z.strictObject({
      debriefId: PublicId.meta({ description: 'The debrief.' }),
      profileId,
      locale: z.string().meta({ description: 'Language of the text.', examples: ['en'] }),
      generator: z.enum(['rules', 'llm']).meta({ description: 'Who wrote it.', examples: ['rules'] }),
    }),
  }),
  'tag.created': define({
    when: 'A tag was created.',
    scope: 'tags:manage',
    data: z.strictObject({ tagId }),
  }),
  'tag.updated': define({
    when: 'A tag was renamed or recolored.',
    scope: 'tags:manage',
    data: z.strictObject({ tagId, fields: fields('label') }),
  }),
  'tag.deleted': define({
    when: 'A tag was deleted.',
    scope: 'tags:manage',
    data: z.strictObject({ tagId }),
  }),
  'tag.profilesReplaced': define({
    when:
      'Profiles got a tag or lost it, by whatever request. Not when a profile or the tag is deleted: those ' +
      'have events of their own.',
    scope: 'tags:manage',
    data: z.strictObject({
      tagId,
      added: changedCount.meta({ description: 'How many profiles got the tag.', examples: [1] }),
      removed: changedCount.meta({ description: 'How many profiles lost it.', examples: [0] }),
      addedProfileIds: changedIds,
      removedProfileIds: changedIds.meta({ examples: [[]] }),
    }),
  }),
  'savedTeam.created': define({
    when: 'A team was saved.',
    scope: 'tags:manage',
    data: z.strictObject({ savedTeamId }),
  }),
  'savedTeam.updated': define({
    when: 'A saved team got another name, note or color.',
    scope: 'tags:manage',
    data: z.strictObject({ savedTeamId, fields: fields('name') }),
  }),
  'savedTeam.peopleChanged': define({
    when: 'People were added to a saved team or removed from it. Not when a profile or the team is deleted.',
    scope: 'tags:manage',
    data: z.strictObject({
      savedTeamId,
      added: changedCount.meta({ description: 'How many people were added.', examples: [1] }),
      removed: changedCount.meta({ description: 'How many were removed.', examples: [0] }),
      addedProfileIds: changedIds,
      removedProfileIds: changedIds.meta({ examples: [[]] }),
    }),
  }),
  'savedTeam.deleted': define({
    when: 'A saved team was deleted. Its people stay.',
    scope: 'tags:manage',
    data: z.strictObject({ savedTeamId }),
  }),
  'resourceAlias.created': define({
    when: 'A profile or tag got a key of yours.',
    scope: 'account:read',
    data: aliasOf,
  }),
  'resourceAlias.updated': define({
    when: 'The key or the resource of an alias changed.',
    scope: 'account:read',
    data: aliasOf.extend({ fields: fields('consumerKey') }),
  }),
  'resourceAlias.deleted': define({
    when: 'An alias was deleted by itself. Not when its profile or tag is deleted.',
    scope: 'account:read',
    data: aliasOf,
  }),
  'shareLink.created': define({
    when: 'A public link was created.',
    scope: 'profiles:write',
    data: z.strictObject({ shareLinkId: PublicId.meta({ description: 'The link.' }) }),
  }),
  'shareLink.ended': define({
    when: 'No one can start from a public link anymore.',
    scope: 'profiles:write',
    data: z.strictObject({
      shareLinkId: PublicId.meta({ description: 'The link.' }),
      reason: z
        .enum(['revoked', 'expired', 'full'])
        .meta({ description: 'Why. `full`: everyone it was for has started.', examples: ['revoked'] }),
    }),
  }),
  'account.updated': define({
    when: 'Preferences or the logo changed.',
    scope: 'account:read',
    data: z.strictObject({ fields: fields('locale') }),
  }),
  'account.paused': define({
    when: 'The operator paused the account.',
    scope: 'account:read',
    data: z.strictObject({}),
  }),
  'account.resumed': define({
    when: 'The operator resumed the account.',
    scope: 'account:read',
    data: z.strictObject({}),
  }),
  'account.trialLimitReached': define({
    when: 'The last report or the last profile of a trial was used; once per limit.',
    scope: 'account:read',
    data: z.strictObject({
      limit: z.enum(['reports', 'profiles']).meta({ description: 'Which limit.', examples: ['profiles'] }),
    }),
  }),
  'webhook.disabled': define({
    when: 'The service disabled a webhook endpoint.',
    scope: 'account:read',
    data: z.strictObject({
      webhookId: PublicId.meta({ description: 'The endpoint.' }),
      reason: z
        .enum(['failing', 'gone', 'backlog', 'grantEnded'])
        .meta({ description: 'Why.', examples: ['failing'] }),
    }),
  }),
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

/** The data of one type. */
export type EventData<Type extends EventType> = z.output<(typeof eventTypes)[Type]['data']>

/** One event as it is recorded: its type, and the data of that type. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType]

/** Who caused an event, as in the audit log, but without the actor's id. */
export const EventCause = z
  .strictObject({
    kind: z.enum(actorKinds).meta({
      description:
        '`client`: a machine client; `member`: a member, using an app if `clientId` is set; `person`: a person ' +
        'with a link; `operator`: the command line of the installation; `system`: the service itself.',
      examples: ['client'],
    }),
    clientId: z
      .string()
      .nullable()
      .meta({
        description: 'Client that was used. Skip events with your own, so that a two-way sync has no loop.',
        examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
      }),
  })
  .meta({ description: 'Who caused it.' })
export type EventCause = z.output<typeof EventCause>
