import type { Context } from '../../contract/operation.ts'
import { listInviteTimes } from './store.ts'

/**
 * Letters to one person, at most, when a person asks. An old link or an address is enough to ask, so without an end
 * somebody could fill another's mailbox.
 */
const resendLimits = [
  { seconds: 60, letters: 1 },
  { seconds: 3600, letters: 3 },
  { seconds: 24 * 3600, letters: 10 },
]

/** Whether so many links were made for this person lately that asking brings no further letter. */
export async function isResendThrottled({ sql, account, now }: Context, profileId: string): Promise<boolean> {
  const newest = await listInviteTimes(sql, account.id, profileId, 10)
  const since = (seconds: number) => now().getTime() - seconds * 1000
  return resendLimits.some(({ seconds, letters }) => {
    const earlier = newest[letters - 1]
    return earlier !== undefined && Date.parse(earlier) > since(seconds)
  })
}
