import type { Sql } from '../../contract/ports.ts'

/**
 * Notes that this instance lives, by the clock of the database, and returns how many live: those that were seen in
 * the last `aliveSeconds`. Removes those that were last seen long ago.
 */
export async function beat(sql: Sql, id: string, aliveSeconds: number): Promise<number> {
  await sql.run(
    `insert into instance (id, started_at, seen_at) values ($1, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at`,
    [id],
  )
  await sql.run(`delete from instance where seen_at < clock_timestamp() - interval '1 hour'`)
  const row = await sql.row<{ living: number }>(
    `select count(*)::integer as living from instance
      where seen_at > clock_timestamp() - $1 * interval '1 second'`,
    [aliveSeconds],
  )
  return Math.max(1, row?.living ?? 1)
}

/** An instance that stops leaves at once, so that the others take its share of the limits. */
export async function leave(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from instance where id = $1', [id])
}

/**
 * Waits until no other instance has this turn; it ends with the transaction. While it lasts, the transaction may be idle
 * for as long as it takes.
 */
export async function takeTurn(sql: Sql, name: string): Promise<void> {
  await sql.run('set local idle_in_transaction_session_timeout = 0')
  // No statement may take longer than five seconds, so they ask again and again.
  for (;;) {
    const row = await sql.row<{ taken: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as taken', [
      name,
    ])
    if (row?.taken) return
    await sql.run('select pg_sleep(0.2)')
  }
}
