import { errors } from '../../contract/errors.ts'
import type { Context } from '../../contract/operation.ts'
import { listDeactivated } from '../deactivation/store.ts'
import type { MessageIntent } from '../message/message-intent.ts'
import { openPermitBatch, type Permit } from '../message/permit.ts'
import { type MessageRefusal, permitPartsOf, refusalCodes, toMessageRefusal } from '../message/refusal.ts'
import { type InviteOrigin, listRecentInvites, lockAccountInvites, type RecentInvite } from './store.ts'
import { listWrongAddresses, settleWrongPerson } from './wrong-person-store.ts'

/** Where a link is sent. */
export type InviteAddress = { channel: 'email' | 'sms'; to: string }

/** A link to send. Without `sending` it is an invite by the account. */
export type InviteRequest = { profileId: string; address: InviteAddress; sending?: LinkMessageIntent }

/** The messages that contain a link to an assessment. */
type LinkMessageIntent = Extract<MessageIntent, { kind: 'invite' | 'start' | 'newLink' }>

/** Why an invite can't be sent now. Reveals nothing about other accounts' messages. */
export type InviteRefusal = Omit<MessageRefusal, 'code'> & { code: LimitCode }

export const limitCodes = [
  'invited_just_now',
  'person_inactive',
  'recipient_wrong_person',
  ...refusalCodes,
] as const
type LimitCode = (typeof limitCodes)[number]

export const inviteLimits = { seconds: 60, account: 60, profile: 1 } as const

/**
 * Returns for each profile a permit or why its invite can't be sent. Permitted invites are counted and must be sent in
 * this transaction, unless `counts` is false, for a preview. The caller has locked the profiles. Takes the account's invite lock and reads the time only then,
 * so the count is exact however many processes invite at the same time.
 */
export async function permitInvites(
  context: Omit<Context, 'caller'>,
  requests: readonly InviteRequest[],
  { counts = true }: { counts?: boolean } = {},
): Promise<Map<string, Permit | InviteRefusal>> {
  const { sql, account, installation } = context
  const isCounted =
    counts &&
    installation.isLimited &&
    requests.some((request) => inviteOriginOf(sendingOf(request)) === 'account')
  if (isCounted) await lockAccountInvites(sql, account.id)
  const now = context.now()
  const away = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const minute = { since: away(-inviteLimits.seconds), until: away(inviteLimits.seconds) }
  const parts = permitPartsOf(context, now)
  // Sent together.
  const [recent, inactive, wrongAddresses, permits] = await Promise.all([
    installation.isLimited ? listRecentInvites(sql, account.id, minute) : undefined,
    listDeactivated(
      sql,
      account.id,
      requests.map(({ profileId }) => profileId),
    ),
    listWrongAddresses(
      sql,
      account.id,
      requests.map(({ profileId, address }) => ({ profileId, to: address.to })),
    ),
    openPermitBatch(parts, requests.map(sendingOf)),
  ])
  const wrong = new Set(wrongAddresses.map(addressKey))
  const answers = new Map<string, Permit | InviteRefusal>()
  const sent = [...(recent ?? [])]
  for (const request of requests) {
    const sending = sendingOf(request)
    if (inactive.has(request.profileId)) {
      answers.set(request.profileId, { code: 'person_inactive', message: errors.person_inactive.message })
      continue
    }
    const isWrong = wrong.has(addressKey({ profileId: request.profileId, to: sending.to }))
    if (isWrong && !(sending.kind === 'invite' && sending.evenBounced)) {
      const { message } = errors.recipient_wrong_person
      answers.set(request.profileId, { code: 'recipient_wrong_person', message })
      continue
    }
    const early =
      recent && findRateRefusal(sent, { profileId: request.profileId, origin: inviteOriginOf(sending) }, now)
    const answer = early ?? permits.request(sending)
    answers.set(request.profileId, 'refused' in answer ? toMessageRefusal(answer, parts) : answer)
    if ('to' in answer) {
      if (isWrong && counts)
        await settleWrongPerson(sql, { accountId: account.id, profileId: request.profileId }, sending.to, now)
      sent.unshift({
        profile_id: request.profileId,
        created_at: now.toISOString(),
        origin: inviteOriginOf(sending),
      })
    }
  }
  await (counts ? permits.commit() : permits.discard())
  return answers
}

function addressKey({ profileId, to }: { profileId: string; to: string }): string {
  return `${profileId} ${to}`
}

export function isInviteRefused(answer: Permit | InviteRefusal): answer is InviteRefusal {
  return 'code' in answer
}

/** Limits that the other people of the account would reach too. */
export function isAccountLimit(code: string): boolean {
  return code === 'invite_limit' || isChannelLimit(code)
}

/** Those of them that people with an invite by the other channel would not reach. */
export function isChannelLimit(code: string): boolean {
  return code === 'email_limit' || code === 'text_limit'
}

function sendingOf({ address, sending }: InviteRequest): LinkMessageIntent {
  return sending ?? { kind: 'invite', ...address }
}

/** The value of the column `origin` in the invite table. */
export function inviteOriginOf({ kind }: Pick<MessageIntent, 'kind'>): InviteOrigin {
  if (kind === 'start') return 'share'
  return kind === 'newLink' ? 'person' : 'account'
}

/**
 * Checks one more invite against those of the last minute, newest first: one per profile, and sixty sent by the account
 * itself. The pure half of the limits.
 */
export function findRateRefusal(
  recent: readonly RecentInvite[],
  { profileId, origin }: { profileId: string; origin: InviteOrigin },
  now: Date,
): InviteRefusal | undefined {
  const own = recent.filter((one) => one.profile_id === profileId)[inviteLimits.profile - 1]
  const ofAccount = origin === 'account' ? recent.filter((one) => one.origin === 'account') : []
  const oldest = ofAccount[inviteLimits.account - 1]
  const blocking = own ?? oldest
  if (!blocking) return undefined
  const end = Date.parse(blocking.created_at) + inviteLimits.seconds * 1000
  const retryAfterSeconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  const again = `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
  if (own) {
    return {
      code: 'invited_just_now',
      message: `This profile was invited less than a minute ago. ${again}`,
      retryAfterSeconds,
    }
  }
  return {
    code: 'invite_limit',
    message: `The account has sent ${inviteLimits.account} invites within a minute. ${again}`,
    retryAfterSeconds,
  }
}
