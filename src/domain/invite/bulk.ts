import { z } from 'zod'
import { invalid } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { idList, PublicId } from '../../contract/shapes.ts'
import { requireOpenCampaign } from '../campaign-progress/require-open.ts'
import type { CampaignTerms } from '../campaign-progress/store.ts'
import { addWaiting } from '../campaign-progress/waiting-store.ts'
import { makerOf } from '../link/maker.ts'
import type { Maker } from '../link/model.ts'
import { addressForChannel, findAddressFailure, missingAddress, refuseUnconfiguredSms } from './address.ts'
import {
  type InviteAddress,
  type InviteRefusal,
  type InviteRequest,
  isAccountLimit,
  isInviteRefused,
  limitCodes,
  permitInvites,
} from './limits.ts'
import { TryAgain } from './operations.ts'
import { createInvite, inviteChange } from './send.ts'
import { lockProfiles } from './store.ts'

/** Why someone gets no link. */
export const inviteReasons = [
  'profile_not_on_account',
  'already_completed',
  'profile_without_email',
  'profile_without_phone',
  'country_not_allowed',
  'number_not_allowed',
  'number_invalid',
  ...limitCodes,
] as const
type Reason = (typeof inviteReasons)[number]

export const InviteOutcome = z
  .strictObject({
    profileId: PublicId,
    status: z.enum(['sent', 'queued', 'skipped', 'failed']).meta({
      description:
        '`skipped`: can be sent later, once the profile is completed, the person subscribes again or the address is ' +
        'corrected. In a campaign, ' +
        'people who have completed are skipped as `already_completed`. ' +
        "`failed`: can't be sent to this number. `queued`: only with `queue`; the service invites them as soon as the " +
        'limits of the account allow, and `GET /campaign/{campaignId}` says how many wait.',
    }),
    reason: z
      .enum(inviteReasons)
      .nullable()
      .meta({ description: 'Why nothing was sent. Null if it was sent, or will be.', examples: [null] }),
    retryAfterSeconds: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'Seconds until it can be sent. Only if a limit of the account, the profile, or the address or ' +
          'number was reached.',
        examples: [42],
      }),
  })
  .meta({ id: 'InviteOutcome', description: 'Result for one profile of a bulk invite.' })
type Outcome = z.output<typeof InviteOutcome>

/** Whether the service sends what the limits of the account hold back. */
export const Queue = z
  .boolean('must be true or false')
  .optional()
  .meta({
    description:
      'Whether the service invites those later whom only a limit of the account holds back: each as soon as it allows, ' +
      'within two days. Their status is `queued`.',
    examples: [true],
  })

export const sendInvites = operation({
  name: 'send_invites',
  summary: 'Send magic links to many profiles',
  description:
    'Up to 100 profiles, in the order given; duplicates count once. The response has a result for ' +
    "each, and one that can't be invited doesn't affect the others. The limits of single invites " +
    'apply: 60 per minute per account, 1 per minute per profile, and daily limits; profiles over a ' +
    'limit have `retryAfterSeconds`, or are invited later by the service with `queue`. People who have unsubscribed are skipped as ' +
    '`recipient_opted_out`, addresses that have bounced as `recipient_bounced`, and those where someone said that they are not this person as ' +
    '`recipient_wrong_person`. With `campaignId` the links are part of that campaign, in its words and with its reminders; ' +
    'without it, a link to someone for whom an open campaign waits is part of that one. With `dryRun` nothing is sent.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  refuses: ['missing', 'conflict', 'invalid'],
  input: z.strictObject({
    profileIds: idList(100),
    campaignId: PublicId.optional().meta({
      description: 'The campaign to which the invites belong.',
      examples: ['6920318e4b1a0c7d2e8f5a90'],
    }),
    channel: z
      .enum(['email', 'sms'], { error: 'must be email or sms' })
      .meta({ description: 'How to send the links.', examples: ['email'] }),
    tryAgain: TryAgain,
    queue: Queue.meta({
      description:
        'Whether the service invites those later whom only a limit of the account holds back: each as soon as it allows, ' +
        'within two days. Their status is `queued`. Needs `campaignId`; with `dryRun` alone it stands for a new campaign.',
      examples: [true],
    }),
    dryRun: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description: 'Only preview: nothing is sent, and the results are those that sending now would have.',
        examples: [true],
      }),
  }),
  output: z.strictObject({
    results: z.array(InviteOutcome).meta({ description: 'One result per profile, in the order given.' }),
  }),
  rest: {
    group: 'assessment invites',
    route: 'POST /profiles/invite',
    sdk: 'invites.sendMany',
    key: 'data',
    status: 200,
    examples: {
      answers: {
        200: {
          data: {
            results: [
              { profileId: '6920318e4b1a0c7d2e8f5a63', status: 'sent', reason: null },
              {
                profileId: '6920318e4b1a0c7d2e8f5a64',
                status: 'skipped',
                reason: 'invited_just_now',
                retryAfterSeconds: 42,
              },
            ],
          },
        },
      },
    },
  },
  async run(context, { profileIds, channel, campaignId, tryAgain, queue, dryRun }) {
    refuseUnconfiguredSms(channel, context.installation)
    if (queue && campaignId === undefined && !dryRun) {
      throw invalid('queue needs a campaign: give its campaignId.', { param: 'queue' })
    }
    const { sql, account } = context
    const campaign =
      campaignId === undefined ? undefined : await requireOpenCampaign(sql, account.id, campaignId)
    const maker = makerOf(context.caller)
    const invited = await inviteMany(context, {
      ...{ profileIds, channel, campaign, maker, evenBounced: tryAgain, queue, dryRun },
    })
    return { resource: { results: invited.results }, changes: invited.changes }
  },
})

/**
 * Sends a link to each of these profiles that can get one. With `queue`, the service sends what a limit holds back. With
 * `dryRun` nothing is written.
 */
export async function inviteMany(
  context: Omit<Context, 'caller'>,
  {
    profileIds,
    channel,
    campaign,
    maker,
    evenBounced,
    askedAt,
    queue,
    dryRun = false,
  }: {
    profileIds: readonly string[]
    channel: InviteAddress['channel']
    campaign: CampaignTerms | undefined
    maker: Maker
    evenBounced?: boolean | undefined
    /** When they were asked for, if they have waited since. */
    askedAt?: string | undefined
    queue?: boolean | undefined
    dryRun?: boolean | undefined
  },
): Promise<{ results: Outcome[]; changes: Change[] }> {
  const { sql, account, installation } = context
  const isInCampaign = campaign !== undefined || (dryRun && queue === true)
  const profiles = await lockProfiles(sql, account.id, profileIds)
  const outcomes = new Map<string, Outcome>()
  const recordOutcome = (profileId: string, status: Outcome['status'], reason: string | null) =>
    outcomes.set(profileId, { profileId, status, reason: reason as Reason | null })
  const recordRefusal = (profileId: string, { code, retryAfterSeconds }: InviteRefusal) =>
    outcomes.set(profileId, {
      profileId,
      status: 'skipped',
      reason: code,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
  const requests: InviteRequest[] = []
  for (const profileId of profileIds) {
    const profile = profiles.get(profileId)
    const address = profile && addressForChannel(profile, channel)
    const refusal = address && (await findAddressFailure(address, installation))
    if (!profile) recordOutcome(profileId, 'skipped', 'profile_not_on_account')
    else if (isInCampaign && profile.isCompleted) recordOutcome(profileId, 'skipped', 'already_completed')
    else if (!address) recordOutcome(profileId, 'skipped', missingAddress(channel).code)
    else if (refusal) recordOutcome(profileId, 'failed', refusal.code)
    else requests.push({ profileId, address, sending: { kind: 'invite', ...address, evenBounced } })
  }
  const answers = await permitInvites(context, requests, { counts: !dryRun })
  const held = new Map<string, number>()
  for (const { profileId } of requests) {
    const [answer, profile] = [answers.get(profileId), profiles.get(profileId)]
    if (!answer || !profile) continue
    if (isInviteRefused(answer)) {
      const { code, retryAfterSeconds = 0 } = answer
      if (queue && isInCampaign && isAccountLimit(code)) {
        held.set(profileId, retryAfterSeconds)
        recordOutcome(profileId, 'queued', null)
      } else recordRefusal(profileId, answer)
      continue
    }
    if (!dryRun) await createInvite(context, profile, answer, { maker, campaign, askedAt, isBulk: true })
    recordOutcome(profileId, 'sent', null)
  }
  const results = profileIds.flatMap((profileId) => outcomes.get(profileId) ?? [])
  if (dryRun) return { results, changes: [] }
  const sent = results.filter((outcome) => outcome.status === 'sent').map(({ profileId }) => profileId)
  const changes = sent.map((profileId) => inviteChange(profileId, channel))
  if (campaign === undefined || held.size === 0) return { results, changes }
  const key = { accountId: account.id, campaignId: campaign.id }
  const now = context.now()
  const waiting = [...held.keys()].map((profileId) => ({
    ...{ profileId, channel, evenBounced: evenBounced ?? false, ...maker },
  }))
  const dueAt = new Date(now.getTime() + Math.min(...held.values()) * 1_000)
  await addWaiting(sql, key, waiting, { now, dueAt })
  const target = { type: 'campaign', id: campaign.id } as const
  return { results, changes: [...changes, { target, changes: { waiting: held.size } }] }
}
