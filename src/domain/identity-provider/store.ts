import type { Sql } from '../../contract/ports.ts'
import type { DomainRow, ProviderRow } from './model.ts'

export function findProvider(sql: Sql, accountId: string): Promise<ProviderRow | undefined> {
  return sql.row<ProviderRow>(
    `select id, protocol, issuer, client_id as "clientId", client_secret_sealed as "clientSecretSealed",
        sign_in_url as "signInUrl", certificates, trusts_addresses as "trustsAddresses", join_role as "joinRole",
        created_at as "createdAt", changed_at as "changedAt", used_at as "usedAt"
       from identity_provider where account_id = $1`,
    [accountId],
  )
}

/** Stores the provider of the account, the first or another one. Its sessions end, and it counts as untried. */
export async function putProvider(
  sql: Sql,
  accountId: string,
  row: Omit<ProviderRow, 'createdAt' | 'usedAt'>,
): Promise<void> {
  await sql.run(
    `insert into identity_provider (account_id, id, protocol, issuer, client_id, client_secret_sealed, sign_in_url,
        certificates, trusts_addresses, join_role, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (account_id) do update set id = excluded.id, protocol = excluded.protocol, issuer = excluded.issuer,
        client_id = excluded.client_id, client_secret_sealed = excluded.client_secret_sealed,
        sign_in_url = excluded.sign_in_url, certificates = excluded.certificates,
        trusts_addresses = excluded.trusts_addresses, join_role = excluded.join_role,
        changed_at = excluded.changed_at, used_at = null`,
    [
      accountId,
      row.id,
      row.protocol,
      row.issuer,
      row.clientId,
      row.clientSecretSealed,
      row.signInUrl,
      row.certificates,
      row.trustsAddresses,
      row.joinRole,
      row.changedAt,
    ],
  )
}

export async function removeProviderRow(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from identity_provider where account_id = $1', [accountId])
}

export async function recordProviderUse(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run('update identity_provider set used_at = $2 where account_id = $1', [accountId, now])
}

/** The domains of the account, proven or not. */
export function listDomains(sql: Sql, accountId: string): Promise<DomainRow[]> {
  return sql.rows<DomainRow>(
    `select domain, proof, created_at as "createdAt", proven_at as "provenAt", required,
        missing_since as "missingSince"
       from sign_in_domain where account_id = $1 order by domain`,
    [accountId],
  )
}

export async function insertDomain(
  sql: Sql,
  accountId: string,
  { domain, proof, now }: { domain: string; proof: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into sign_in_domain (account_id, domain, proof, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [accountId, domain, proof, now],
  )
}

/** Marks a domain as proven by this account. Fails on a unique index if another account has proven it. */
export async function setProven(sql: Sql, accountId: string, domain: string, now: Date): Promise<void> {
  await sql.run(
    'update sign_in_domain set proven_at = $3, checked_at = $3 where account_id = $1 and domain = $2',
    [accountId, domain, now],
  )
}

/**
 * Domains that were looked at last before then, the longest ago first, without those of some accounts and of accounts that
 * move away; in a system transaction.
 */
export function listDueDomains(
  sql: Sql,
  before: Date,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<{ accountId: string; domain: string }[]> {
  return sql.rows(
    `select account_id as "accountId", domain from sign_in_domain
      where proven_at is not null and checked_at <= $1 and account_id <> all($3::text[])
        and not exists (select from account_move move
          where move.account_id = sign_in_domain.account_id and move.direction = 'out')
      order by checked_at limit $2`,
    [before, limit, without],
  )
}

export async function recordCheck(
  sql: Sql,
  accountId: string,
  domain: string,
  { now, missingSince }: { now: Date; missingSince: Date | null },
): Promise<void> {
  await sql.run(
    'update sign_in_domain set checked_at = $3, missing_since = $4 where account_id = $1 and domain = $2',
    [accountId, domain, now, missingSince],
  )
}

/** What the domain requires stays. */
export async function setUnproven(sql: Sql, accountId: string, domain: string): Promise<void> {
  await sql.run(
    'update sign_in_domain set proven_at = null, missing_since = null where account_id = $1 and domain = $2',
    [accountId, domain],
  )
}

export async function setRequired(
  sql: Sql,
  accountId: string,
  domain: string,
  required: boolean,
): Promise<void> {
  await sql.run('update sign_in_domain set required = $3 where account_id = $1 and domain = $2', [
    accountId,
    domain,
    required,
  ])
}

export async function setNoneRequired(sql: Sql, accountId: string): Promise<void> {
  await sql.run('update sign_in_domain set required = false where account_id = $1', [accountId])
}

export async function removeDomainRow(sql: Sql, accountId: string, domain: string): Promise<void> {
  await sql.run('delete from sign_in_domain where account_id = $1 and domain = $2', [accountId, domain])
}

/** Whether an account has proven this domain, whichever; in a system transaction. */
export async function isProvenAnywhere(sql: Sql, domain: string): Promise<boolean> {
  return (
    (await sql.row('select 1 from sign_in_domain where domain = $1 and proven_at is not null', [domain])) !==
    undefined
  )
}
