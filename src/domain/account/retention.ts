import type { Account } from '../../contract/operation.ts'

/** From choosing a shorter retention period to its first deletion, so that owners can still change it back. */
const retentionWaitMilliseconds = 7 * 86_400_000

type Retained = Pick<Account, 'preferences' | 'retentionFrom' | 'retentionDaysBefore'>

/** A retention period that was chosen and doesn't hold yet. */
export type PendingRetention = {
  /** ISO instant. */
  holdsFrom: string
  /** The days that hold until then; null if nobody is deleted. */
  daysBefore: number | null
}

/** The period that was chosen and doesn't hold yet; null if the chosen one does. */
export function pendingRetentionOf(
  { preferences, retentionFrom, retentionDaysBefore }: Retained,
  now: Date,
): PendingRetention | null {
  if (preferences.retentionDays === undefined || !retentionFrom) return null
  if (Date.parse(retentionFrom) <= now.getTime()) return null
  return { holdsFrom: retentionFrom, daysBefore: retentionDaysBefore ?? null }
}

/**
 * What waits once these days are chosen: null if they hold at once, because they delete nobody whom the period that
 * holds now doesn't delete. Days that were chosen and don't hold yet make no difference, so none of several steps is shorter.
 */
export function retentionAfterChoice(
  account: Retained,
  chosenDays: number | undefined,
  now: Date,
): PendingRetention | null {
  const pending = pendingRetentionOf(account, now)
  const holding = pending ? pending.daysBefore : (account.preferences.retentionDays ?? null)
  if (chosenDays === undefined || (holding !== null && chosenDays >= holding)) return null
  const holdsFrom = new Date(now.getTime() + retentionWaitMilliseconds).toISOString()
  return { holdsFrom, daysBefore: holding }
}
