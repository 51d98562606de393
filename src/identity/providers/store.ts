import type { Sql } from '../../contract/ports.ts'

/** The provider that signs in addresses of a domain. */
export type DomainProvider = { accountId: string; providerId: string; required: boolean }

/** Which account has proven this domain, if it has a provider. In a system transaction, like all functions here. */
export function findDomainProvider(sql: Sql, domain: string): Promise<DomainProvider | undefined> {
  return sql.row<DomainProvider>(
    `select proven.account_id as "accountId", provider.id as "providerId", proven.required
       from sign_in_domain proven join identity_provider provider on provider.account_id = proven.account_id
      where proven.domain = $1 and proven.proven_at is not null`,
    [domain],
  )
}

/** The account of a provider. */
export async function findProviderAccount(sql: Sql, providerId: string): Promise<string | undefined> {
  const row = await sql.row<{ accountId: string }>(
    'select account_id as "accountId" from identity_provider where id = $1',
    [providerId],
  )
  return row?.accountId
}
