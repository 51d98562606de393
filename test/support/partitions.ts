import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { accountColumn, findObstacles, listAccountTables } from './account-tables.ts'

/**
 * Divides each table of accounts whose keys allow it into so many parts by a hash of its account, in a migrated database
 * without rows. Returns the tables that were divided, and those that were not. Keys, indexes, policies, rights and
 * triggers are those of before.
 */
export async function partitionByAccount(
  client: pg.Client,
  parts: number,
): Promise<{ divided: string[]; whole: string[] }> {
  const query = async <T extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await client.query<T>(text, values)).rows
  const tables = await listAccountTables(query)
  const obstructed = new Set((await findObstacles(query)).map(({ table }) => table))
  const divided = tables.filter((name) => !obstructed.has(name))
  const whole = tables.filter((name) => obstructed.has(name))
  await client.query('begin')
  const foreignKeys = await definitionsOf(query, foreignKeysText, divided)
  const others = await definitionsOf(query, definitionsText, divided)
  const policies = await definitionsOf(query, policiesText, divided)
  for (const { table, name } of policies) await client.query(`drop policy "${name}" on ${table}`)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint "${name}"`)
  for (const name of divided) await divide(client, name, parts)
  for (const { definition } of [...others, ...foreignKeys, ...policies]) await client.query(definition)
  await client.query('commit')
  return { divided, whole }
}

async function divide(client: pg.Client, name: string, parts: number): Promise<void> {
  await client.query(`alter table "${name}" rename to "${name} before"`)
  await client.query(
    `create table "${name}" (like "${name} before" including all excluding indexes excluding statistics)
       partition by hash (${accountColumn(name)})`,
  )
  for (let part = 0; part < parts; part++)
    await client.query(
      `create table "${name}_${part}" partition of "${name}" for values with (modulus ${parts}, remainder ${part})`,
    )
  await client.query(`drop table "${name} before"`)
}

type Definition = { table: string; name: string; definition: string }
type Query = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>

async function definitionsOf(query: Query, text: string, tables: readonly string[]): Promise<Definition[]> {
  return query<Definition>(
    `with divided as (select format('public.%I', name)::regclass as oid from unnest($1::text[]) name) ${text}`,
    [tables],
  )
}

/** From and to the tables. */
const foreignKeysText = `select conrelid::regclass::text as table, conname as name,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', '')) as definition
  from pg_constraint
 where contype = 'f' and (conrelid in (select oid from divided) or confrelid in (select oid from divided))`

/** Of all tables, because the policy of one may read another. */
const policiesText = `select polrelid::regclass::text as table, polname as name,
    format('create policy %I on %s as %s for %s to %s%s%s', polname, polrelid::regclass,
      case when polpermissive then 'permissive' else 'restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case role when 0 then 'public' else quote_ident(role::regrole::text) end, ', ') from unnest(polroles) role),
      ' using (' || pg_get_expr(polqual, polrelid) || ')',
      ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')') as definition
  from pg_policy`

const definitionsText = `, made as (
    select 1 as step, conrelid as oid, conname as name,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as definition
      from pg_constraint where contype in ('p', 'u')
    union all
    select 2, indrelid, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      from pg_index where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select 3, pg_class.oid, 'row security', format('alter table %s enable row level security', pg_class.oid::regclass)
      from pg_class where relrowsecurity
    union all
    select 3, pg_class.oid, 'forced', format('alter table %s force row level security', pg_class.oid::regclass)
      from pg_class where relforcerowsecurity
    union all
    select 4, pg_class.oid, 'rights', format('grant %s on %s to %I', privilege_type, pg_class.oid::regclass, grantee::regrole)
      from pg_class, aclexplode(relacl) where grantee <> relowner
    union all
    select 4, attrelid, 'rights of a column', format('grant %s (%I) on %s to %I', privilege_type, attname, attrelid::regclass, grantee::regrole)
      from pg_attribute, aclexplode(attacl) where attacl is not null
    union all
    select 5, tgrelid, tgname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger where not tgisinternal)
  select oid::regclass::text as table, name, definition from made where oid in (select oid from divided) order by step, 1, 2`

/** Needs a restart of the server. */
export async function countStatements(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await client.query('alter system set pg_stat_statements.max = 20000')
  })
}

/**
 * Writes to the file in TEST_STATEMENTS which statements of transactions of an account don't name the account. Row security
 * adds it for one server; a server that sends statements on has to find it in them.
 */
export async function reportStatements(connection: pg.ClientConfig): Promise<void> {
  const file = process.env.TEST_STATEMENTS
  if (!file) return
  await withClient(connection, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    const { rows } = await client.query<{ query: string }>(
      `select distinct query from pg_stat_statements
        where userid = 'timbre_app'::regrole and query ~* '^\\s*(select|insert|update|delete|with)'`,
    )
    const all = rows.map(({ query }) => query.replaceAll(/\s+/g, ' '))
    writeFileSync(
      file,
      JSON.stringify({ count: all.length, without: all.filter((text) => !/account/i.test(text)) }),
    )
  })
}

async function withClient(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await work(client).finally(() => client.end())
}
