import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'

/** Reads all tables, bypassing row security, to show whether something changed. */
export type Tables = {
  /** Every row of every table as text. Equal texts mean that nothing changed. */
  dump: () => Promise<string>
  /** Fails if the work changes any table. */
  expectUnchanged: (work: () => Promise<unknown>) => Promise<void>
  /** How many rows of each table contain this text in any column. */
  holding: (text: string) => Promise<Record<string, number>>
  rows: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
}

/** Opens one connection for a test file; a dump takes a few milliseconds. */
export async function openTables(db: TestDatabase): Promise<Tables> {
  const client = new pg.Client(db.connection)
  client.on('error', () => {})
  await client.connect()
  afterFile(() => client.end().catch(() => {}))
  const names = await tableNames(client)
  const read = readerOf(
    client,
    names.filter((name) => !writtenLater.includes(name)),
  )
  let last: Promise<unknown> = Promise.resolve()
  const dump = () => {
    const next = last.then(() => waitForDelivery(client)).then(read)
    last = next.catch(() => {})
    return next
  }
  return {
    dump,
    expectUnchanged: async (work) => {
      const before = await dump()
      await work()
      expect(changedRows(before, await dump())).toEqual([])
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

/**
 * Waits until no earlier message is being delivered, so that its delivery doesn't count as a change. Gives up after
 * three seconds, for tests whose transport hangs.
 */
async function waitForDelivery(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { rowCount } = await client.query({
      name: 'messages in delivery',
      text: `select from outbox where state = 'queued' and (leased_until is not null or attempts = 0) limit 1`,
    })
    if (rowCount === 0) return
    await setTimeout(50)
  }
}

/**
 * Only reads tables again in which a row was added, removed or rewritten since the last dump. PostgreSQL never changes
 * a row in place: each version has its own location and transaction id, so hashes of both detect any change.
 */
function readerOf(client: pg.Client, names: readonly string[]): () => Promise<string> {
  const versions = {
    name: 'versions of all tables',
    text: names
      .map(
        (name) =>
          `select '${name}' as name, count(*) || ' ' || ${versionsHash} as versions from public."${name}"`,
      )
      .join(' union all '),
  }
  const known = new Map<string, { versions: string; lines: string[] }>()
  const look = async (name: string, found: string) => {
    if (known.get(name)?.versions === found) return
    // The times at which an app was last used and a link last opened are written after the requests and don't count.
    const { rows } = await client.query<{ line: string }>({
      name: `lines of ${name}`,
      text: `select '${name} ' || (to_jsonb(t) - '{last_used_at,last_opened_at}'::text[])::text as line from public."${name}" t order by line`,
    })
    known.set(name, { versions: found, lines: rows.map(({ line }) => line) })
  }
  return async () => {
    await client.query('begin isolation level repeatable read, read only')
    try {
      const { rows } = await client.query<{ name: string; versions: string }>(versions)
      for (const { name, versions: found } of rows) await look(name, found)
    } finally {
      await client.query('rollback')
    }
    return names.flatMap((name) => known.get(name)?.lines ?? []).join('\n')
  }
}

/** Tables of counts that are kept in memory first and written some seconds after the request that they count. */
const writtenLater = ['failed_sign_in']

const versionsHash = `coalesce(bit_xor(hashtextextended(ctid::text || ' ' || xmin::text, 0)), 0)`

/** Rows that are in only one of two dumps, each shortened. */
export function changedRows(before: string, after: string): string[] {
  if (before === after) return []
  const [old, fresh] = [new Set(before.split('\n')), new Set(after.split('\n'))]
  return [
    ...[...old].filter((row) => !fresh.has(row)).map((row) => `- ${row.slice(0, 200)}`),
    ...[...fresh].filter((row) => !old.has(row)).map((row) => `+ ${row.slice(0, 200)}`),
  ]
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map((row) => row.tablename)
}
