import type { Sql } from '../../contract/ports.ts'

export type ReturnedRow = {
  accountId: string | null
  inviteId: string | null
  kind: string | null
  state: 'queued' | 'sent' | 'failed'
  bouncedAt: string | null
}

/** The message that came back, in a system transaction. */
export function findReturned(sql: Sql, id: string): Promise<ReturnedRow | undefined> {
  return sql.row(
    `select account_id as "accountId", invite_id as "inviteId", kind, state, bounced_at as "bouncedAt"
       from outbox where id = $1 and coalesce(channel, 'email') = 'email'`,
    [id],
  )
}

/** Marks a message that was sent as not delivered. False if another report has done so. */
export async function markBounced(
  sql: Sql,
  id: string,
  { now, failure, status }: { now: Date; failure: string; status: string },
): Promise<boolean> {
  const changed = await sql.run(
    `update outbox set state = 'failed', failure = $3, failure_code = $4, bounced_at = $2
      where id = $1 and state = 'sent' and bounced_at is null`,
    [id, now, failure, status],
  )
  return changed > 0
}

/** Counts a report that a message is delayed. */
export async function countDelay(sql: Sql, id: string): Promise<void> {
  await sql.run(
    `update outbox set delay_reports = delay_reports + 1 where id = $1 and state = 'sent' and delay_reports < 20`,
    [id],
  )
}
