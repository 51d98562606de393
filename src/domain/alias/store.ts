import type { Sql } from '../../contract/ports.ts'

/** Stores a caller's own key for a resource. The same key for the same resource stands once. */
export async function insertAlias(
  sql: Sql,
  alias: {
    accountId: string
    id: string
    resourceType: 'profile' | 'tag'
    resourceId: string
    consumerKey: string
    now: Date
  },
): Promise<void> {
  await sql.run(
    `insert into resource_alias (account_id, id, created_at, updated_at, resource_type, resource_id, consumer_key)
     values ($1, $2, $3, $3, $4, $5, $6) on conflict do nothing`,
    [alias.accountId, alias.id, alias.now, alias.resourceType, alias.resourceId, alias.consumerKey],
  )
}

export async function removeAliasesOf(
  sql: Sql,
  accountId: string,
  resourceType: 'profile' | 'tag',
  resourceId: string,
): Promise<void> {
  await sql.run(
    'delete from resource_alias where account_id = $1 and resource_type = $2 and resource_id = $3',
    [accountId, resourceType, resourceId],
  )
}
