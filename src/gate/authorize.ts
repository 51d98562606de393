import type { AccountHomes } from '../contract/account-homes.ts'
import type { Caller } from '../contract/caller.ts'
import { notFound } from '../contract/failure.ts'
import type { Limits } from '../contract/limits.ts'
import type { Sees } from '../contract/operation.ts'
import type { Clock, Sql } from '../contract/ports.ts'
import { type CallerStatus, findAccount } from '../domain/account/caller-status-store.ts'
import { limitToTeams } from '../domain/coach/limit-store.ts'
import type { AccessRequest } from './access-request.ts'
import { checksBeforeTransaction, checksInTransaction } from './checks.ts'
import { coachOf } from './coach.ts'

export type AuthorizationSettings = {
  clock: Clock
  limits: Limits
  installation: { region: string; homes?: AccountHomes | undefined }
  /** Whether this region has received revocations lately. Always true next to the authorization server. */
  revocationsAreFresh: () => boolean
}

export type Authorized = CallerStatus & { sees: Sees }

/**
 * Runs the checks before the transaction; returns those of the transaction, which limit it to the people that the caller
 * may see.
 */
export function startAuthorization(
  { clock, limits, installation, revocationsAreFresh }: AuthorizationSettings,
  { caller, access, getRawInput }: Pick<AccessRequest, 'caller' | 'access' | 'getRawInput'>,
  spendOnce: AccessRequest['spendOnce'],
) {
  const request: AccessRequest = {
    caller,
    access,
    getRawInput,
    region: installation.region,
    homeOf: installation.homes?.homeOf ?? namedRegion,
    revocationsAreFresh,
    now: clock,
    limits,
    spendOnce,
  }
  for (const check of checksBeforeTransaction) check(request)
  return async (sql: Sql): Promise<Authorized> => {
    const status = await readCallerStatus(sql, caller)
    const coachId = coachOf(caller, status)
    if (coachId !== undefined) await limitToTeams(sql, coachId)
    for (const check of checksInTransaction) await check({ ...request, status })
    return { ...status, sees: coachId === undefined ? 'everyone' : 'teams' }
  }
}

/** Without moves, an account is where its tokens and links say. */
const namedRegion: AccountHomes['homeOf'] = (_, region) => region

export async function readCallerStatus(sql: Sql, caller: Caller): Promise<CallerStatus> {
  const status = await findAccount(sql, caller.accountId, caller)
  if (!status) throw notFound('The account of this token no longer exists.')
  return status
}
