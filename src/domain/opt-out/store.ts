import type { Sql } from '../../contract/ports.ts'

/** An address as its keyed hash, and the account whose email it got. */
export type OptOutAddress = { accountId: string; addressKey: Buffer }

export async function findOptOuts(
  sql: Sql,
  { accountId, addressKey }: OptOutAddress,
): Promise<{ account: boolean; everywhere: boolean }> {
  const row = await sql.row<{ account: boolean; everywhere: boolean }>(
    `select exists (select from mail_opt_out where account_id = $1 and address_key = $2) as account,
        exists (select from mail_opt_out_everywhere where address_key = $2) as everywhere`,
    [accountId, addressKey],
  )
  return row ?? { account: false, everywhere: false }
}

/** False if the address had already opted out. */
export async function insertOptOut(
  sql: Sql,
  { accountId, addressKey }: OptOutAddress,
  { from, now }: { from: 'account' | 'everywhere'; now: Date },
): Promise<boolean> {
  const added =
    from === 'account'
      ? await sql.run(
          `insert into mail_opt_out (account_id, address_key, created_at) values ($1, $2, $3)
           on conflict do nothing`,
          [accountId, addressKey, now],
        )
      : await sql.run(
          `insert into mail_opt_out_everywhere (address_key, created_at) values ($1, $2) on conflict do nothing`,
          [addressKey, now],
        )
  return added > 0
}

/** Allows emails again: from this account, and from all others that were not opted out of individually. */
export async function removeOptOuts(sql: Sql, { accountId, addressKey }: OptOutAddress): Promise<boolean> {
  const own = await sql.run('delete from mail_opt_out where account_id = $1 and address_key = $2', [
    accountId,
    addressKey,
  ])
  const every = await sql.run('delete from mail_opt_out_everywhere where address_key = $1', [addressKey])
  return own + every > 0
}
