import type pg from 'pg'

/**
 * Hides tables of accounts from coaches unless a migration says what they see there, so that nobody can forget to
 * (migrations/0068-what-coaches-see.sql). Nothing happens before the migration that adds coaches. In the transaction of a
 * migration only the tables that it has locked anyway are looked at.
 */
export async function hideFromCoaches(
  client: pg.Client,
  tables: 'of this transaction' | 'all',
): Promise<void> {
  for (const name of await listOpenTables(client, tables))
    await client.query(
      `create policy coaches on "${name}" as restrictive to timbre_app using (sees_everyone())`,
    )
}

async function listOpenTables(client: pg.Client, tables: 'of this transaction' | 'all'): Promise<string[]> {
  const { rows: known } = await client.query(
    `select to_regprocedure('sees_everyone()') is not null as is_known`,
  )
  if (!known[0]?.is_known) return []
  const ofTransaction = `and class.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296`
  const { rows } = await client.query<{ name: string }>(
    `select class.relname as name from pg_class class
       join pg_policy own on own.polrelid = class.oid and own.polname = 'own_account'
      where class.relnamespace = current_schema()::regnamespace ${tables === 'all' ? '' : ofTransaction}
        and not exists (select from pg_policy where polrelid = class.oid and polname = 'coaches')
      order by 1`,
  )
  return rows.map(({ name }) => name)
}
