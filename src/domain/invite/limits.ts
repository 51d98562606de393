import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { type CapKind, dailyCaps, rangeOf } from '../message/caps.ts'
import { type Counted, openTally, secondsUntilTomorrow } from '../message/tally.ts'
import { lockInviting, type RecentInvite, recentInvites } from './store.ts'

/** Where a link goes. */
export type Address = { channel: 'email' | 'sms'; to: string }

export type Wanted = { profileId: string; address: Address }

/** Why an invite may not go now. It says nothing of what other accounts send. */
export type Limited = { code: LimitCode; message: string; retryAfterSeconds: number }

export const limitCodes = ['invited_just_now', 'invite_limit', 'text_limit', 'recipient_limit'] as const
type LimitCode = (typeof limitCodes)[number]

export const inviteLimits = { seconds: 60, account: 60, profile: 1 } as const

/**
 * Which of these invites are too many, by profile; the others are counted and must be sent in this transaction.
 * The caller has locked the profiles. Invites of one account are admitted one after the other from here on, and
 * the time is read only then, so that the count is exact however many processes invite at once.
 */
export async function admit(context: Context, wanted: readonly Wanted[]): Promise<Map<string, Limited>> {
  const { sql, account, site } = context
  if (site.isLimited) await lockInviting(sql, account.id)
  const now = context.now()
  const away = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const minute = { since: away(-inviteLimits.seconds), until: away(inviteLimits.seconds) }
  const recent = site.isLimited ? await recentInvites(sql, account.id, minute) : undefined
  const countedFor = ({ address }: Wanted) => countedBy(account.id, address, site.isLimited)
  const tally = await openTally(sql, wanted.flatMap(countedFor), { now, secretKey: site.secretKey })
  const limited = new Map<string, Limited>()
  const sent = [...(recent ?? [])]
  for (const one of wanted) {
    const early = recent && tooEarly(sent, one.profileId, now)
    const refusal = early ?? capped(tally.take(countedFor(one)), now)
    if (refusal) limited.set(one.profileId, refusal)
    else sent.unshift({ profile_id: one.profileId, created_at: now.toISOString() })
  }
  await tally.settle()
  return limited
}

export function limitFailure({ code, message, retryAfterSeconds }: Limited): Failure {
  return new Failure('limited', message, { code, retryAfterSeconds })
}

/**
 * Judges one more invite by those of the last minute, the newest first: one for each profile, and sixty for the
 * account. The pure half of the limits.
 */
export function tooEarly(recent: readonly RecentInvite[], profileId: string, now: Date): Limited | undefined {
  const own = recent.filter((one) => one.profile_id === profileId)[inviteLimits.profile - 1]
  const oldest = recent[inviteLimits.account - 1]
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

/** Money is capped always. How many letters one address gets is a limit like the others, and off for load tests. */
function countedBy(accountId: string, { channel, to }: Address, isLimited: boolean): Counted[] {
  if (channel === 'email') return isLimited ? [{ kind: 'address', name: to }] : []
  return [
    { kind: 'account', name: accountId },
    { kind: 'number', name: to },
    { kind: 'range', name: rangeOf(to) },
  ]
}

/** One text for number, range and address: which of them it was would tell what other accounts do. */
function capped(kind: CapKind | undefined, now: Date): Limited | undefined {
  if (!kind) return undefined
  const retryAfterSeconds = secondsUntilTomorrow(now)
  if (kind === 'account') {
    const message = `The account has sent ${dailyCaps.account} text messages today. Try again tomorrow (UTC).`
    return { code: 'text_limit', message, retryAfterSeconds }
  }
  const message = 'No more invites can go to this address or number today. Try again tomorrow (UTC).'
  return { code: 'recipient_limit', message, retryAfterSeconds }
}
