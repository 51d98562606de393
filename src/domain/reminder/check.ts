import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { mayRemind } from '../account/billing.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { isQuiet, quietEnd } from '../message/quiet-hours.ts'
import { findWantedReminder, withdrawReminder } from './store.ts'

/** The zone of the quiet hours. Nothing is known of where a person is, so it is the account's. */
export function quietZoneOf({ preferences }: Pick<Account, 'preferences'>): string {
  return preferences.timezone ?? 'UTC'
}

/**
 * Checks a queued reminder before an attempt to send it, because it may have waited for hours: `send`, `drop`, or the
 * end of the night. Ends the link of one that is dropped.
 */
export function createReminderCheck(
  installation: Pick<InstallationConfig, 'trial' | 'mail'>,
): (
  sql: Sql,
  reminder: { accountId: string; inviteId: string | null },
  now: Date,
) => Promise<'send' | 'drop' | Date> {
  return async (sql, { accountId, inviteId }, now) => {
    if (inviteId === null) return 'drop'
    const account = await findUnlockedAccount(sql, accountId)
    const wanted = await findWantedReminder(sql, accountId, inviteId)
    const stopped = await listUnreachable(sql, {
      accountId,
      addresses: wanted ? [wanted.recipient] : [],
      installation,
    })
    // A campaign has days of its own. Outside of campaigns the account may have turned reminders off meanwhile.
    const isOff = wanted?.campaignId === null && account?.preferences.reminderDays === undefined
    if (!account || !wanted || isOff || stopped.size > 0 || !mayRemind(account, installation, now)) {
      await withdrawReminder(sql, accountId, inviteId, now)
      return 'drop'
    }
    const zone = quietZoneOf(account)
    return isQuiet(now, zone) ? quietEnd(now, zone) : 'send'
  }
}
