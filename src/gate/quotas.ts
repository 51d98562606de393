import { isTokenCaller } from '../contract/caller.ts'
import type { Context, Operation } from '../contract/operation.ts'
import { refuseBeyondChanges, refuseBeyondStorage } from '../domain/account/quotas.ts'
import { endLimit, limitToTeams } from '../domain/coach/limit-store.ts'

/** What ends access or removes data is never refused by a quota. */
const alwaysAllowed = /^(cancel|delete|deprovision|discard|end|remove|rotate|undo|withdraw)_/

/**
 * Refuses work of tokens at the limits that the operator has set for the account: anything that adds at that of storage (402),
 * and changes at that of a day (429). People with links and members on pages aren't refused here: what they do isn't
 * theirs to limit, and has its own limits.
 */
export async function refuseBeyondQuotas(
  { name, effect, billed }: Pick<Operation, 'name' | 'effect' | 'billed'>,
  context: Context,
): Promise<void> {
  const { caller, sees, sql } = context
  if (effect === 'reads' || !isTokenCaller(caller) || alwaysAllowed.test(name)) return
  // A coach sees only part of what the account has.
  const coachId = sees === 'teams' && caller.kind === 'delegate' ? caller.memberId : undefined
  if (coachId !== undefined) await endLimit(sql)
  await refuseBeyondChanges(context)
  if (billed || effect === 'adds') await refuseBeyondStorage(context)
  if (coachId !== undefined) await limitToTeams(sql, coachId)
}
