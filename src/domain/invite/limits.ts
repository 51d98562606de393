import type { Context } from '../../contract/operation.ts'
import { openPermits, type Permit } from '../message/permit.ts'
import { type MessageRefusal, permitParts, refusalCodes, refusalOf } from '../message/refusal.ts'
import type { Sending } from '../message/sending.ts'
import { lockInviting, type Origin, type RecentInvite, recentInvites } from './store.ts'

/** Where a link goes. */
export type Address = { channel: 'email' | 'sms'; to: string }

/** A link that somebody wants to send; what is not said of `sending` is an invite of the account. */
export type Wanted = { profileId: string; address: Address; sending?: LinkSending }

/** The messages that carry a link to an assessment. */
type LinkSending = Extract<Sending, { kind: 'invite' | 'start' | 'newLink' }>

/** Why an invite may not go now. It says nothing of what other accounts send. */
export type Limited = Omit<MessageRefusal, 'code'> & { code: LimitCode }

export const limitCodes = ['invited_just_now', ...refusalCodes] as const
type LimitCode = (typeof limitCodes)[number]

export const inviteLimits = { seconds: 60, account: 60, profile: 1 } as const

/**
 * Which of these invites may go, by profile, and why the others may not. Those that may are counted and must be sent in
 * this transaction. The caller has locked the profiles. Invites of one account are admitted one after the other from
 * here on, and the time is read only then, so that the count is exact however many processes invite at once.
 */
export async function admit(
  context: Context,
  wanted: readonly Wanted[],
): Promise<Map<string, Permit | Limited>> {
  const { sql, account, site } = context
  const counts = site.isLimited && wanted.some((one) => originOf(sendingOf(one)) === 'account')
  if (counts) await lockInviting(sql, account.id)
  const now = context.now()
  const away = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const minute = { since: away(-inviteLimits.seconds), until: away(inviteLimits.seconds) }
  const recent = site.isLimited ? await recentInvites(sql, account.id, minute) : undefined
  const parts = permitParts(context, now)
  const permits = await openPermits(parts, wanted.map(sendingOf))
  const answers = new Map<string, Permit | Limited>()
  const sent = [...(recent ?? [])]
  for (const one of wanted) {
    const sending = sendingOf(one)
    const early = recent && tooEarly(sent, { profileId: one.profileId, origin: originOf(sending) }, now)
    const answer = early ?? permits.ask(sending)
    answers.set(one.profileId, 'refused' in answer ? refusalOf(answer, parts) : answer)
    if ('to' in answer) {
      sent.unshift({ profile_id: one.profileId, created_at: now.toISOString(), origin: originOf(sending) })
    }
  }
  await permits.settle()
  return answers
}

export function isLimited(answer: Permit | Limited): answer is Limited {
  return 'code' in answer
}

function sendingOf({ address, sending }: Wanted): LinkSending {
  return sending ?? { kind: 'invite', ...address }
}

/** Who wants this message to go, as the table of invites has it. */
export function originOf({ kind }: Pick<Sending, 'kind'>): Origin {
  if (kind === 'start') return 'share'
  return kind === 'newLink' ? 'person' : 'account'
}

/**
 * Judges one more invite by those of the last minute, the newest first: one for each profile, and sixty that the account
 * sends by itself. The pure half of the limits.
 */
export function tooEarly(
  recent: readonly RecentInvite[],
  { profileId, origin }: { profileId: string; origin: Origin },
  now: Date,
): Limited | undefined {
  const own = recent.filter((one) => one.profile_id === profileId)[inviteLimits.profile - 1]
  const ofAccount = origin === 'account' ? recent.filter((one) => one.origin === 'account') : []
  const oldest = ofAccount[inviteLimits.account - 1]
  const standing = own ?? oldest
  if (!standing) return undefined
  const end = Date.parse(standing.created_at) + inviteLimits.seconds * 1000
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
