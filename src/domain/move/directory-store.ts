import type { Sql } from '../../contract/ports.ts'

export type DirectoryMove = { accountId: string; from: string; to: string }

/** At the authorization server: an account of another region has come to this one. Grants follow it. */
export async function takeOverHere(
  sql: Sql,
  { accountId, from, zone }: { accountId: string; from: string; zone: string },
): Promise<void> {
  await moveGrants(sql, { accountId, from, to: zone })
  await sql.run('delete from directory_account where account_id = $1 and zone = $2', [accountId, from])
}

/** At the authorization server: an account has gone from one other region to another. */
export async function moveBetweenOthers(sql: Sql, { accountId, from, to }: DirectoryMove): Promise<void> {
  await moveGrants(sql, { accountId, from, to })
  // Version 0: whatever the new region reports is newer.
  await sql.run('update directory_account set zone = $3, version = 0 where account_id = $1 and zone = $2', [
    accountId,
    from,
    to,
  ])
}

/** At the authorization server: an account of this region has gone to another one, which will report it. */
export async function moveAway(sql: Sql, { accountId, from, to }: DirectoryMove): Promise<void> {
  await moveGrants(sql, { accountId, from, to })
  await sql.run(
    `insert into directory_account (account_id, zone, name, paused, version, require_passkey)
     select id, $2, name, paused, 0, require_passkey from account where id = $1 on conflict do nothing`,
    [accountId, to],
  )
  await sql.run(
    `insert into directory_member (account_id, member_id, email, role, is_accepted)
     select account_id, id, email, role, accepted_at is not null from member where account_id = $1
     on conflict do nothing`,
    [accountId],
  )
}

async function moveGrants(sql: Sql, { accountId, from, to }: DirectoryMove): Promise<void> {
  await sql.run('update app_grant set region = $3 where account_id = $1 and region = $2', [
    accountId,
    from,
    to,
  ])
}

/** Messages to the former region about the account, which the new one must have too: it knows those it has applied. */
export async function listMessagesOf(
  sql: Sql,
  zone: string,
  accountId: string,
): Promise<{ id: string; message: { accountId: string } }[]> {
  return sql.rows('select id, message from region_message where zone = $1 and account_id = $2 order by seq', [
    zone,
    accountId,
  ])
}
