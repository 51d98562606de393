import type { Sql } from '../../contract/ports.ts'
import type { AccountTable } from './tables.ts'

/** Rows as the server writes them: every value as text, in the order of `columns`. */
export type Rows = { table: AccountTable; columns: string[]; rows: (string | null)[][] }

/** What can be written: generated columns can't. Names and types come from the server's catalog, never from a caller. */
async function listColumns(sql: Sql, table: AccountTable): Promise<{ name: string; type: string }[]> {
  return sql.rows(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
}

/**
 * All rows of a table that belong to the account of this transaction, some at a time. Row security selects them. Text
 * is exact for every type that the tables have: json keeps its bytes, and times their microseconds.
 */
export async function* readAccountRows(sql: Sql, table: AccountTable): AsyncGenerator<Rows> {
  const columns = (await listColumns(sql, table)).map(({ name }) => name)
  const values = columns.map((name) => `"${name}"::text`).join(', ')
  for await (const texts of readByCursor(
    sql,
    `select to_json(array[${values}])::text as row from ${table}`,
  )) {
    yield { table, columns, rows: texts.map((text) => JSON.parse(text) as (string | null)[]) }
  }
}

/** The same as objects, for people and programs to read. */
export async function* readJsonRows(
  sql: Sql,
  table: AccountTable,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const texts of readByCursor(sql, `select row_to_json(one)::text as row from ${table} one`)) {
    yield texts.map((text) => JSON.parse(text) as Record<string, unknown>)
  }
}

async function* readByCursor(sql: Sql, query: string, atOnce = 500): AsyncGenerator<string[]> {
  await sql.run(`declare account_rows no scroll cursor for ${query}`)
  for (;;) {
    const found = await sql.rows<{ row: string }>(`fetch ${atOnce} from account_rows`)
    if (found.length > 0) yield found.map(({ row }) => row)
    if (found.length < atOnce) break
  }
  await sql.run('close account_rows')
}

/**
 * Inserts rows as they were read, in a transaction of their account. Fails if a column is not known here. Returns how many
 * were inserted.
 */
export async function insertAccountRows(sql: Sql, { table, columns, rows }: Rows): Promise<number> {
  const known = new Map((await listColumns(sql, table)).map(({ name, type }) => [name, type]))
  const unknown = columns.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')} here`)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const values = columns.map((name, index) => `(row ->> ${index})::${known.get(name)}`).join(', ')
  return sql.run(
    `insert into ${table} (${names}) select ${values} from jsonb_array_elements($1::jsonb) as given (row)
      on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** Rows of the account of this transaction. */
export async function countAccountRows(sql: Sql, table: AccountTable): Promise<number> {
  return (await sql.row<{ count: number }>(`select count(*)::integer as count from ${table}`))?.count ?? 0
}

/** Of these hashed addresses, those whose owners want no emails from any account of the installation. */
export function findOptedOutEverywhere(
  sql: Sql,
  keys: readonly string[],
): Promise<{ key: string; at: string }[]> {
  return sql.rows(
    `select address_key::text as key, created_at::text as at from mail_opt_out_everywhere
      where address_key in (select decode(key, 'hex') from unnest($1::text[]) as given (key))`,
    [keys],
  )
}
