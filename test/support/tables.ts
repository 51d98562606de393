import pg from 'pg'
import { afterAll } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Looks at every table at once, past row security, to show that something changed or did not. */
export type Tables = {
  /** Every row of every table as text; equal texts mean that nothing changed. */
  dump: (options?: { except?: readonly string[] }) => Promise<string>
  /** The rows of all tables that hold this text in any column, by table. */
  holding: (text: string) => Promise<Record<string, number>>
  rows: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
}

/** Opens one connection for a whole test file; a look takes a few milliseconds. */
export async function openTables(db: TestDatabase): Promise<Tables> {
  const client = new pg.Client(db.connection)
  client.on('error', () => {})
  await client.connect()
  afterAll(() => client.end().catch(() => {}))
  const names = await tableNames(client)
  return {
    dump: async ({ except = [] } = {}) => {
      const wanted = names.filter((name) => !except.includes(name))
      const parts = wanted.map(
        (name) => `select '${name} ' || to_jsonb(t)::text as line from public."${name}" t`,
      )
      const { rows } = await client.query<{ line: string }>(`${parts.join(' union all ')} order by line`)
      return rows.map((row) => row.line).join('\n')
    },
    holding: async (text) => {
      const found: Record<string, number> = {}
      for (const name of names) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::integer as count from public."${name}" t where strpos(to_jsonb(t)::text, $1) > 0`,
          [text],
        )
        if (rows[0]?.count) found[name] = rows[0].count
      }
      return found
    },
    rows: async (text, values) => (await client.query(text, values)).rows,
  }
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map((row) => row.tablename)
}
