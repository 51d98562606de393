import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { ResourceAlias, ResourceType } from './model.ts'

/** The fields that identify an alias. They are unique together. */
export type AliasTuple = Pick<ResourceAlias, 'resourceType' | 'resourceId' | 'consumerKey'>

/** Stores a caller's own key for a resource. Returns false if this key and resource already have an alias. */
export async function insertAlias(
  sql: Sql,
  alias: AliasTuple & { accountId: string; id: string; now: Date },
): Promise<boolean> {
  const inserted = await sql.run(
    `insert into resource_alias (account_id, id, created_at, updated_at, resource_type, resource_id, consumer_key)
     values ($1, $2, $3, $3, $4, $5, $6) on conflict do nothing`,
    [alias.accountId, alias.id, alias.now, alias.resourceType, alias.resourceId, alias.consumerKey],
  )
  return inserted > 0
}

export async function removeAliasesOf(
  sql: Sql,
  accountId: string,
  resourceType: ResourceType,
  resourceId: string,
): Promise<void> {
  await sql.run(
    'delete from resource_alias where account_id = $1 and resource_type = $2 and resource_id = $3',
    [accountId, resourceType, resourceId],
  )
}

/** Selects aliases in the shape of the API. */
const selectAlias = `select id, created_at as "createdAt", updated_at as "updatedAt",
        resource_type as "resourceType", resource_id as "resourceId", consumer_key as "consumerKey"
   from resource_alias`

export type AliasFilters = { [Field in keyof AliasTuple]?: AliasTuple[Field] | undefined }

/** One page of the aliases that match all filters, newest first, and the total count. */
export async function listAliases(
  sql: Sql,
  accountId: string,
  filters: AliasFilters,
  { limit, offset }: RowRange,
): Promise<{ aliases: ResourceAlias[]; total: number }> {
  const values: unknown[] = [accountId]
  const conditions = Object.entries(columns).flatMap(([field, column]) => {
    const value = filters[field as keyof AliasTuple]
    return value === undefined ? [] : [` and ${column} = $${values.push(value)}`]
  })
  const where = `where account_id = $1${conditions.join('')}`
  const [aliases, counted] = await Promise.all([
    sql.rows<ResourceAlias>(
      `${selectAlias} ${where} order by created_at desc, id desc
        limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from resource_alias ${where}`, values),
  ])
  return { aliases, total: counted?.total ?? 0 }
}

const columns: Record<keyof AliasTuple, string> = {
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  consumerKey: 'consumer_key',
}

export async function findAlias(
  sql: Sql,
  accountId: string,
  aliasId: string,
): Promise<ResourceAlias | undefined> {
  return sql.row<ResourceAlias>(`${selectAlias} where account_id = $1 and id = $2`, [accountId, aliasId])
}

/** The alias with exactly this type, resource and key. */
export async function findSameAlias(
  sql: Sql,
  accountId: string,
  { resourceType, resourceId, consumerKey }: AliasTuple,
): Promise<ResourceAlias | undefined> {
  return sql.row<ResourceAlias>(
    `${selectAlias} where account_id = $1 and resource_type = $2 and resource_id = $3 and consumer_key = $4`,
    [accountId, resourceType, resourceId, consumerKey],
  )
}

/** Like findAlias, and locks the row against other writers until the transaction ends. */
export async function lockAlias(
  sql: Sql,
  accountId: string,
  aliasId: string,
): Promise<ResourceAlias | undefined> {
  return sql.row<ResourceAlias>(`${selectAlias} where account_id = $1 and id = $2 for update`, [
    accountId,
    aliasId,
  ])
}

/** Whether the tag exists. If so, it can't be deleted until the transaction ends. */
export async function lockTagForShare(sql: Sql, accountId: string, tagId: string): Promise<boolean> {
  const row = await sql.row('select 1 from tag where account_id = $1 and id = $2 for key share', [
    accountId,
    tagId,
  ])
  return row !== undefined
}

export async function updateAlias(
  sql: Sql,
  accountId: string,
  alias: Pick<ResourceAlias, 'id' | 'resourceId' | 'consumerKey'>,
  now: Date,
): Promise<void> {
  await sql.run(
    `update resource_alias set resource_id = $3, consumer_key = $4, updated_at = $5
      where account_id = $1 and id = $2`,
    [accountId, alias.id, alias.resourceId, alias.consumerKey, now],
  )
}

export async function removeAlias(sql: Sql, accountId: string, aliasId: string): Promise<void> {
  await sql.run('delete from resource_alias where account_id = $1 and id = $2', [accountId, aliasId])
}
