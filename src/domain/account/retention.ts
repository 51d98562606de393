import type { Account } from '../../contract/operation.ts'

/** From choosing a shorter retention period to its first deletion, so that owners can still change it back. */
export const retentionWaitMilliseconds = 7 * 86_400_000

type Retained = Pick<Account, 'preferences' | 'retentionFrom' | 'retentionDaysBefore'> &
  Partial<Pick<Account, 'paused' | 'pausedAt'>>

/** A retention period that was chosen and doesn't hold yet. */
export type PendingRetention = {
  /** ISO instant. */
  holdsFrom: string
  /** The days that hold until then; null if nobody is deleted. */
  daysBefore: number | null
}

/**
 * The period that was chosen and doesn't hold yet; null if the chosen one does, as `findRetentionDays` decides. While the
 * account is paused no time passes, because nobody can change it back.
 */
export function pendingRetentionOf(
  { preferences: { retentionDays }, retentionFrom, retentionDaysBefore, paused, pausedAt }: Retained,
  now: Date,
): PendingRetention | null {
  if (retentionDays === undefined || !retentionFrom) return null
  const at = paused && pausedAt ? Math.min(Date.parse(pausedAt), now.getTime()) : now.getTime()
  if (Date.parse(retentionFrom) <= at) return null
  const daysBefore = retentionDaysBefore ?? null
  // Longer days that an earlier version has written meanwhile, which knows of no wait.
  if (daysBefore !== null && retentionDays >= daysBefore) return null
  return { holdsFrom: retentionFrom, daysBefore }
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
