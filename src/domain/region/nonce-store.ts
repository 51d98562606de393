import type { Sql } from '../../contract/ports.ts'

/** Expired rows deleted by each insert, so that the table holds only the calls of a few minutes. */
const maxRemoved = 20

/**
 * Records the nonce of a region's call; false if it was used before. In its own system transaction, which commits
 * before the call is answered: a call that fails later has used its nonce too, and the caller signs a new one.
 */
export async function consumeNonce(
  sql: Sql,
  { zone, nonce, now, expiresAt }: { zone: string; nonce: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  await sql.run(
    `delete from region_nonce where (zone, nonce) in
       (select zone, nonce from region_nonce where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [now, maxRemoved],
  )
  const inserted = await sql.run(
    'insert into region_nonce (zone, nonce, expires_at) values ($1, $2, $3) on conflict do nothing',
    [zone, nonce, expiresAt],
  )
  return inserted === 1
}
