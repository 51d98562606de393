import type { Sql } from '../../contract/ports.ts'

/** Serializes writers of one account until the transaction ends. */
export async function lockGenerations(sql: Sql, accountId: string): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('debrief:' || $1::text, 0))`, [accountId])
}

/**
 * When debriefs of the account were written since then, newest first. `until` includes times slightly in the future,
 * written by a process whose clock is ahead.
 */
export async function listRecentGenerations(
  sql: Sql,
  accountId: string,
  { since, until }: { since: Date; until: Date },
): Promise<string[]> {
  const rows = await sql.rows<{ at: string }>(
    'select at from debrief_generation where account_id = $1 and at > $2 and at <= $3 order by at desc',
    [accountId, since, until],
  )
  return rows.map(({ at }) => at)
}

/** How many texts the model has written for the account since then. */
export async function countModelGenerations(sql: Sql, accountId: string, since: Date): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from debrief_generation
      where account_id = $1 and writer = 'llm' and at >= $2`,
    [accountId, since],
  )
  return row?.count ?? 0
}

export async function insertGeneration(
  sql: Sql,
  row: { accountId: string; id: string; at: Date; writer: 'rules' | 'llm' },
): Promise<void> {
  await sql.run('insert into debrief_generation (account_id, id, at, writer) values ($1, $2, $3, $4)', [
    row.accountId,
    row.id,
    row.at,
    row.writer,
  ])
}

/** Counts a debrief as written by rules, if the model was never asked. */
export async function reassignToRules(sql: Sql, accountId: string, id: string): Promise<void> {
  await sql.run(`update debrief_generation set writer = 'rules' where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
}

export async function removeGenerationsBefore(sql: Sql, accountId: string, before: Date): Promise<void> {
  await sql.run('delete from debrief_generation where account_id = $1 and at < $2', [accountId, before])
}
