import type { Sql } from '../../contract/ports.ts'

type DueKey = { accountId: string; profileId: string }

/** A waiting debrief that one worker holds until `leasedUntil`. */
export type DueDebrief = DueKey & {
  /** Including this one. */
  attempts: number
  leasedUntil: string
}

/**
 * Queues a debrief in the transaction of the completion. One that still waits, or that a worker has begun to write from
 * earlier results, starts again: the worker no longer holds it, and so leaves it in the queue.
 */
export async function queueDebrief(sql: Sql, { accountId, profileId }: DueKey, now: Date): Promise<void> {
  await sql.run(
    `insert into debrief_due (account_id, profile_id, due_at) values ($1, $2, $3)
     on conflict (account_id, profile_id)
     do update set due_at = excluded.due_at, leased_until = null, attempts = 0`,
    [accountId, profileId, now],
  )
}

export type DueQuery = {
  now: Date
  leaseSeconds: number
  limit: number
  /** Accounts in id order after this one. */
  after: string
  /** Accounts for which so many debriefs were written in `seconds` wait. Undefined if nothing is limited. */
  room: { seconds: number; most: number } | undefined
}

/**
 * Claims due debriefs in a system transaction: one per account, and none of an account that has one in progress, has no
 * room or is paused. Walks from account to account by the index, so that a long queue of one account costs no more.
 */
export function claimDueDebriefs(
  sql: Sql,
  { now, leaseSeconds, limit, after, room }: DueQuery,
): Promise<DueDebrief[]> {
  return sql.rows(
    `with recursive waiting (account_id) as (
       (select account_id from debrief_due where account_id > $4 order by account_id limit 1)
       union all
       select (select following.account_id from debrief_due following
                where following.account_id > waiting.account_id order by following.account_id limit 1)
         from waiting where waiting.account_id is not null
     ), chosen as (
       select head.account_id, head.profile_id from waiting cross join lateral (
         select first.account_id, first.profile_id from debrief_due first
          where first.account_id = waiting.account_id and first.due_at <= $1
            and (first.leased_until is null or first.leased_until <= $1)
          order by first.due_at limit 1 for update skip locked) head
        where not exists (select from debrief_due busy
               where busy.account_id = waiting.account_id and busy.leased_until > $1)
          and (select not paused from account where account.id = waiting.account_id)
          and not exists (select from account_move move
               where move.account_id = waiting.account_id and move.direction = 'out')
          and ($6::integer is null or $6 > (select count(*) from debrief_generation made
               where made.account_id = waiting.account_id and made.at > $5))
        limit $3
     )
     update debrief_due due set leased_until = $2, attempts = attempts + 1 from chosen
      where due.account_id = chosen.account_id and due.profile_id = chosen.profile_id
     returning due.account_id as "accountId", due.profile_id as "profileId", due.attempts,
       due.leased_until as "leasedUntil"`,
    [
      now,
      new Date(now.getTime() + leaseSeconds * 1_000),
      limit,
      after,
      new Date(now.getTime() - (room?.seconds ?? 0) * 1_000),
      room?.most ?? null,
    ],
  )
}

/** Removes a debrief that was written, or will not be. One that was queued again since the claim stays. */
export async function removeDueDebrief(
  sql: Sql,
  { accountId, profileId, leasedUntil }: DueDebrief,
): Promise<void> {
  await sql.run('delete from debrief_due where account_id = $1 and profile_id = $2 and leased_until = $3', [
    accountId,
    profileId,
    leasedUntil,
  ])
}

/** Gives a claimed debrief back until it is due again, with the number of attempts that count. */
export async function postponeDueDebrief(
  sql: Sql,
  { accountId, profileId, leasedUntil }: DueDebrief,
  { dueAt, attempts }: { dueAt: Date; attempts: number },
): Promise<void> {
  await sql.run(
    `update debrief_due set due_at = $4, attempts = $5, leased_until = null
      where account_id = $1 and profile_id = $2 and leased_until = $3`,
    [accountId, profileId, leasedUntil, dueAt, attempts],
  )
}
