import type pg from 'pg'

type Query = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>

/** A key of a table of accounts that doesn't contain the account, so that the table can't be divided by account. */
export type Obstacle = {
  table: string
  kind: 'nullable account' | 'unique index' | 'foreign key'
  name: string
}

/** The column with the account: `id` in `account` itself. */
export const accountColumn = (table: string) => (table === 'account' ? 'id' : 'account_id')

/** Tables whose rows belong to an account, `account` included. */
export async function listAccountTables(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select class.relname as name from pg_class class
       join pg_attribute account on account.attrelid = class.oid and account.attname = case class.relname when 'account' then 'id' else 'account_id' end
      where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
        and account.attnum > 0 and not account.attisdropped and (class.relname = 'account' or account.attname = 'account_id')
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * What keeps a table from being divided by account. A unique index has to contain the account, because each part can only
 * check its own rows. A foreign key has to lead from the account to the same account, because a row and what it refers to have
 * to be in the same part.
 */
export async function findObstacles(query: Query): Promise<Obstacle[]> {
  const tables = await listAccountTables(query)
  return query<Obstacle>(
    `with account as (
       select attrelid as relation, attnum as place, attnotnull as is_required from pg_attribute
        where attrelid = any (select format('public.%I', name)::regclass from unnest($1::text[]) name)
          and attname = case attrelid when 'public.account'::regclass then 'id' else 'account_id' end)
     select relation::regclass::text as table, 'nullable account' as kind, 'account_id' as name
       from account where not is_required
     union all
     select indrelid::regclass::text, 'unique index', indexrelid::regclass::text
       from pg_index join account on relation = indrelid
      where indisunique and not (place = any (indkey::int2[]))
     union all
     select conrelid::regclass::text, 'foreign key', conname
       from pg_constraint left join account own on own.relation = conrelid
       left join account other on other.relation = confrelid
      where contype = 'f' and conparentid = 0 and (own.relation is not null or other.relation is not null)
        and (own.place is null or other.place is null
          or array_position(conkey, own.place) is distinct from array_position(confkey, other.place)
          or array_position(conkey, own.place) is null)
      order by 1, 2, 3`,
    [tables],
  )
}
