import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { idList, PublicId } from '../../contract/shapes.ts'
import { makerOf } from '../link/maker.ts'
import { addressForChannel, findAddressFailure, missingAddress, refuseUnconfiguredSms } from './address.ts'
import {
  type InviteRefusal,
  type InviteRequest,
  isInviteRefused,
  limitCodes,
  permitInvites,
} from './limits.ts'
import { createInvite, inviteChange } from './send.ts'
import { lockProfiles } from './store.ts'

const reasons = [
  'profile_not_on_account',
  'profile_without_email',
  'profile_without_phone',
  'country_not_allowed',
  'number_not_allowed',
  'number_invalid',
  ...limitCodes,
] as const
type Reason = (typeof reasons)[number]

const Outcome = z
  .strictObject({
    profileId: PublicId,
    status: z.enum(['sent', 'skipped', 'failed']).meta({
      description:
        '`skipped`: can be sent later, once the profile is completed or the person subscribes again. ' +
        "`failed`: can't be sent to this number.",
    }),
    reason: z
      .enum(reasons)
      .nullable()
      .meta({ description: 'Why nothing was sent. Null if it was sent.', examples: [null] }),
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
type Outcome = z.output<typeof Outcome>

export const sendInvites = operation({
  name: 'send_invites',
  summary: 'Send magic links to many profiles',
  description:
    'Up to 100 profiles, in the order given; duplicates count once. The response has a result for ' +
    "each, and one that can't be invited doesn't affect the others. The limits of single invites " +
    'apply: 60 per minute per account, 1 per minute per profile, and daily limits; profiles over a ' +
    'limit have `retryAfterSeconds`. People who have unsubscribed are skipped as ' +
    '`recipient_opted_out`.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  input: z.strictObject({
    profileIds: idList(100),
    channel: z
      .enum(['email', 'sms'], { error: 'must be email or sms' })
      .meta({ description: 'How to send the links.', examples: ['email'] }),
  }),
  output: z.strictObject({
    results: z.array(Outcome).meta({ description: 'One result per profile, in the order given.' }),
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
  async run(context, { profileIds, channel }) {
    const { sql, account, installation } = context
    refuseUnconfiguredSms(channel, installation)
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
      else if (!address) recordOutcome(profileId, 'skipped', missingAddress(channel).code)
      else if (refusal) recordOutcome(profileId, 'failed', refusal.code)
      else requests.push({ profileId, address })
    }
    const answers = await permitInvites(context, requests)
    for (const { profileId } of requests) {
      const [answer, profile] = [answers.get(profileId), profiles.get(profileId)]
      if (!answer || !profile) continue
      if (isInviteRefused(answer)) {
        recordRefusal(profileId, answer)
        continue
      }
      await createInvite(context, profile, answer, { maker: makerOf(context.caller), isBulk: true })
      recordOutcome(profileId, 'sent', null)
    }
    const results = profileIds.flatMap((profileId) => outcomes.get(profileId) ?? [])
    const sent = results.filter((outcome) => outcome.status === 'sent')
    return { resource: { results }, changes: sent.map((outcome) => inviteChange(outcome.profileId, channel)) }
  },
})
