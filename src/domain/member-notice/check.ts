import type { InstallationConfig } from '../../contract/operation.ts'
import type { OutgoingMessage, Sql } from '../../contract/ports.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { composeNotice } from './compose.ts'
import { findQueuedNotice } from './event-store.ts'
import { findNoticeMember } from './store.ts'

const hour = 3_600_000

/**
 * Writes a queued email anew before an attempt to send it, because it may have waited for hours: `drop` if the member
 * has turned it off, is no longer a member, or may no longer see it; a time if the account is paused.
 */
export function createNoticeCheck(
  installation: Pick<InstallationConfig, 'publicUrl' | 'mail'>,
): (
  sql: Sql,
  queued: { accountId: string; id: string },
  now: Date,
) => Promise<OutgoingMessage | 'drop' | Date> {
  return async (sql, { accountId, id }, now) => {
    const account = await findUnlockedAccount(sql, accountId)
    const queued = await findQueuedNotice(sql, accountId, id)
    if (!account || !queued) return 'drop'
    if (account.paused) return new Date(now.getTime() + hour)
    const { memberId } = queued
    const member = await findNoticeMember(sql, { accountId, memberId })
    if (!member) return 'drop'
    const parts = { sql, account, installation }
    return (await composeNotice(parts, { id: memberId, ...member }, queued)) ?? 'drop'
  }
}
