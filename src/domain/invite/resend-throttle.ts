import type { Context } from '../../contract/operation.ts'
import { listInviteTimes } from './store.ts'

/**
 * Maximum emails to one person on request. Requesting takes only an old link or an address, so without a limit anyone
 * could flood that mailbox.
 */
const resendLimits = [
  { seconds: 60, emails: 1 },
  { seconds: 3600, emails: 3 },
  { seconds: 24 * 3600, emails: 10 },
]

/** Whether too many links were made for this person recently to send another on request. */
export async function isResendThrottled({ sql, account, now }: Context, profileId: string): Promise<boolean> {
  return !isWithinResendLimits(await listInviteTimes(sql, account.id, profileId, 10), now())
}

/** Whether another message may be sent after those of these times, newest first. */
export function isWithinResendLimits(newest: readonly string[], now: Date): boolean {
  return resendLimits.every(({ seconds, emails }) => {
    const earlier = newest[emails - 1]
    return earlier === undefined || Date.parse(earlier) <= now.getTime() - seconds * 1000
  })
}
