import { isTokenCaller } from '../contract/caller.ts'
import type { Context, Operation } from '../contract/operation.ts'
import { refuseBeyondChanges, refuseBeyondShare, refuseBeyondStorage } from '../domain/account/quotas.ts'
import { endLimit, limitToTeams } from '../domain/coach/limit-store.ts'
import { limitedCoachOf } from './coach.ts'

/**
 * Refuses work of tokens at the limits that the operator has set for the account: anything that adds at that of storage (402),
 * and changes at that of a day (429). People with links and members on pages aren't refused here: what they do isn't
 * theirs to limit, and has its own limits. What ends access or removes data (`evenBeyondQuotas`) is never refused. A coach's
 * changes have a share of their own, so that a coach can't use up those of the account.
 */
export async function refuseBeyondQuotas(
  { effect, billed, evenBeyondQuotas }: Pick<Operation, 'effect' | 'billed' | 'evenBeyondQuotas'>,
  context: Context,
): Promise<void> {
  const { caller, sql } = context
  if (effect === 'reads' || !isTokenCaller(caller) || evenBeyondQuotas) return
  // A coach sees only part of what the account has.
  const coachId = limitedCoachOf(context)
  if (coachId !== undefined) await endLimit(sql)
  await (coachId === undefined ? refuseBeyondChanges(context) : refuseBeyondShare(context, coachId))
  if (billed || effect === 'adds') await refuseBeyondStorage(context)
  if (coachId !== undefined) await limitToTeams(sql, coachId)
}
