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
  const read = await readerOf(
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
 * Only reads tables again that were written since the last dump, and of these only new versions of rows. PostgreSQL never
 * changes a row in place: each version has its own location and transaction id.
 */
async function readerOf(client: pg.Client, names: readonly string[]): Promise<() => Promise<string>> {
  await countWrites(client, names)
  const known = new Map<string, { writes: string; lines: Map<string, string>; text: string }>()
  const look = async (name: string, writes: string) => {
    const before = known.get(name)?.lines
    const { rows: found } = await client.query<{ version: string }>({
      name: `versions of ${name}`,
      text: `select ${version} as version from public."${name}"`,
    })
    const fresh = found.filter((row) => !before?.has(row.version)).map((row) => row.version)
    const { rows } = await client.query<{ version: string; line: string }>({
      name: `lines of ${name}`,
      // The times at which an app was last used and a link last opened are written after the requests and don't count.
      text: `select ${version} as version, '${name} ' || (to_jsonb(t) - '{last_used_at,last_opened_at}'::text[])::text as line
        from public."${name}" t where ${version} = any($1::text[])`,
      values: [fresh],
    })
    const added = new Map(rows.map((row) => [row.version, row.line]))
    const lines = new Map(
      found.map((row) => [row.version, (added.get(row.version) ?? before?.get(row.version)) as string]),
    )
    known.set(name, { writes, lines, text: [...lines.values()].toSorted().join('\n') })
  }
  return async () => {
    // Writes first: what was counted and isn't committed yet belongs to a transaction that is still open afterwards.
    const writes = await client.query<{ name: string; writes: string }>({
      name: 'writes of all tables',
      text: `select relname as name, pg_sequence_last_value(c.oid)::text as writes from pg_class c
        where relkind = 'S' and relnamespace = 'written'::regnamespace`,
    })
    const open = await client.query({
      name: 'open transactions',
      text: `select from pg_stat_activity where datname = current_database() and backend_xid is not null limit 1`,
    })
    const mayMiss = (open.rowCount ?? 0) > 0
    await client.query('begin isolation level repeatable read, read only')
    try {
      for (const { name, writes: count } of writes.rows)
        if (known.get(name)?.writes !== count) await look(name, mayMiss ? 'unknown' : count)
    } finally {
      await client.query('rollback')
    }
    return names.flatMap((name) => known.get(name)?.text || []).join('\n')
  }
}

const version = `ctid::text || ' ' || xmin::text`

/**
 * From now on, counts the statements that write to each table, in sequences, for which nobody waits. One transaction for
 * each table: with locks on several, it could be in a deadlock with the service, which is at work already.
 */
async function countWrites(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rowCount } = await client.query(`select from pg_namespace where nspname = 'written'`)
  if (rowCount) return
  await client.query(`
    create schema written;
    create function written.count() returns trigger language plpgsql security definer as
      $$ begin perform nextval(('written.' || tg_table_name)::regclass); return null; end $$`)
  for (const name of names)
    await client.query(`
      create sequence written."${name}";
      create trigger written after insert or update or delete or truncate on public."${name}"
        for each statement execute function written.count()`)
}

/** Tables of counts that are kept in memory first and written some seconds after the request that they count. */
const writtenLater = ['failed_sign_in']

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
