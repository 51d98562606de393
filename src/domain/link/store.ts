import { dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Maker } from './model.ts'

// Links that a program, an app or a member made end with what let it make them, in the same transaction.

const tables = ['report_link', 'share_link'] as const

/**
 * Whether a maker may still make a link, and keeps it so until the transaction ends: an end that is under way waits,
 * and then finds the link.
 */
export async function holdMaker(sql: Sql, accountId: string, maker: Maker): Promise<boolean> {
  const { clientId, grantId, memberId } = maker
  if (grantId === null) {
    if (clientId === null) return true
    const text = `select 1 from machine_client where account_id = $1 and client_id = $2 and revoked_at is null
      for share`
    return (await sql.row(text, [accountId, clientId])) !== undefined
  }
  await sql.rows(`select pg_advisory_xact_lock_shared(hashtextextended('grant:' || $1::text, 0))`, [grantId])
  const held = await sql.row('select 1 from member where account_id = $1 and id = $2 for share', [
    accountId,
    memberId,
  ])
  const ended = await sql.row(
    `select 1 from revocation where account_id = $1 and kind = 'grant' and id = $2`,
    [accountId, grantId],
  )
  return held !== undefined && ended === undefined
}

/**
 * Ends the links that were made under these grants. A member's own links, made in the dashboard, outlast an ordinary
 * sign-out and end when the member is shut out.
 */
export async function endLinksOfGrants(
  sql: Sql,
  accountId: string,
  { grantIds, reason, now }: { grantIds: readonly string[]; reason: RevokeReason; now: Date },
): Promise<void> {
  for (const id of [...grantIds].sort()) {
    await sql.rows(`select pg_advisory_xact_lock(hashtextextended('grant:' || $1::text, 0))`, [id])
  }
  const isSignOut = reason === 'person' || reason === 'app' || reason === 'same_session'
  for (const table of tables) {
    await sql.run(
      `update ${table} set revoked_at = $3 where account_id = $1 and grant_id = any($2::text[])
          and revoked_at is null and not ($4::boolean and client_id = $5)`,
      [accountId, grantIds, now, isSignOut, dashboardClientId],
    )
  }
}

/** Ends all links that a member made, in the dashboard or through an app. */
export async function endLinksOfMember(
  sql: Sql,
  accountId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  for (const table of tables) {
    await sql.run(
      `update ${table} set revoked_at = $3 where account_id = $1 and member_id = $2 and revoked_at is null`,
      [accountId, memberId, now],
    )
  }
}
