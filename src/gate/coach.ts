import type { Caller } from '../contract/caller.ts'
import type { Sees } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import type { CallerStatus } from '../domain/account/caller-status-store.ts'
import { limitToTeams } from '../domain/coach/limit-store.ts'

/**
 * The member, if the caller is an app of a coach. On the pages of the authorization server a coach needs no limit: no
 * operation that is open to members of this role reads people.
 */
export function coachOf(caller: Caller, { member }: Pick<CallerStatus, 'member'>): string | undefined {
  return caller.kind === 'delegate' && member?.role === 'coach' ? caller.memberId : undefined
}

/** The same once the checks have found what the caller sees. */
export function limitedCoachOf({ sees, caller }: { sees: Sees; caller: Caller }): string | undefined {
  return sees === 'teams' && caller.kind === 'delegate' ? caller.memberId : undefined
}

/** The same work in a transaction that sees the people of the member's teams only. */
export function limitedToTeams<T>(
  memberId: string,
  work: (sql: Sql) => Promise<T>,
): (sql: Sql) => Promise<T> {
  return async (sql) => {
    await limitToTeams(sql, memberId)
    return work(sql)
  }
}
