import type { Sql } from '../../contract/ports.ts'

/** Expired rows that each new one removes, so that the table stays as small as the calls of a few minutes. */
const removedAtOnce = 20

/**
 * Notes that a zone has made a call with this nonce; false when it has before. In a system transaction of its own, which
 * commits before the call is answered: a call that fails later is spent too, and its caller signs another one.
 */
export async function consumeNonce(
  sql: Sql,
  { zone, nonce, now, expiresAt }: { zone: string; nonce: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  await sql.run(
    `delete from region_nonce where (zone, nonce) in
       (select zone, nonce from region_nonce where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [now, removedAtOnce],
  )
  const made = await sql.run(
    'insert into region_nonce (zone, nonce, expires_at) values ($1, $2, $3) on conflict do nothing',
    [zone, nonce, expiresAt],
  )
  return made === 1
}
