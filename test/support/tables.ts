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
  /**
   * Starts to watch for changes without reading a row. The returned function ends that and lists what has changed: rows
   * that are in only one of the two states, each shortened.
   */
  watch: () => Promise<() => Promise<string[]>>
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
  const lasting = names.filter((name) => !writtenLater.includes(name))
  const read = await readerOf(client, lasting)
  const pool = new pg.Pool({ ...db.connection, max: 8, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => {})
  const watching = new Set<() => Promise<unknown>>()
  afterFile(async () => {
    // Those of failed tests.
    await Promise.all([...watching].map((end) => end()))
    await pool.end()
  })
  let last: Promise<unknown> = Promise.resolve()
  const dump = () => {
    const next = last.then(() => waitForDelivery(client)).then(read)
    last = next.catch(() => {})
    return next
  }
  const watch = async () => {
    await waitForDelivery(client)
    const end = await changesFromNow(pool, lasting)
    watching.add(end)
    return async () => {
      await waitForDelivery(client)
      watching.delete(end)
      return end()
    }
  }
  return {
    dump,
    watch,
    expectUnchanged: async (work) => {
      const changes = await watch()
      try {
        await work()
      } catch (error) {
        await changes()
        throw error
      }
      expect(await changes()).toEqual([])
    },
    holding: async (text) => {
      // The text form of a row would escape these.
      if (/["\\]/.test(text)) throw new Error('A text with a quotation mark or a backslash is not found.')
      const { rows } = await client.query<{ name: string; count: number }>({
        name: 'rows that hold a text',
        text: names
          .map(
            (name) => `select '${name}' as name, count(*)::integer as count from public."${name}" t
            where strpos(t::text, $1) > 0 having count(*) > 0`,
          )
          .join(' union all '),
        values: [text],
      })
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    },
    rows: async (text, values) => (await client.query(text, values)).rows,
  }
}

/**
 * Waits until no earlier message is being delivered, so that its delivery doesn't count as a change. Gives up after
 * 20 seconds, for tests whose transport hangs.
 */
async function waitForDelivery(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
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
      text: `select ${version} as version, ${lineOf(name)} as line from public."${name}" t where ${version} = any($1::text[])`,
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
    const writes = await writesOfAll(client)
    const mayMiss = await hasOpenTransactions(client)
    await client.query('begin isolation level repeatable read, read only')
    try {
      for (const [name, count] of writes)
        if (known.get(name)?.writes !== count) await look(name, mayMiss ? 'unknown' : count)
    } finally {
      await client.query('rollback')
    }
    return names.flatMap((name) => known.get(name)?.text || []).join('\n')
  }
}

const version = `ctid::text || ' ' || xmin::text`

/** The times at which an app was last used and a link last opened are written after the requests and don't count. */
function lineOf(name: string): string {
  return `'${name} ' || (to_jsonb(t) - '{last_used_at,last_opened_at}'::text[])::text`
}

/** How often each table was written to. */
async function writesOfAll(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; writes: string }>({
    name: 'writes of all tables',
    text: `select relname as name, pg_sequence_last_value(c.oid)::text as writes from pg_class c
      where relkind = 'S' and relnamespace = 'written'::regnamespace`,
  })
  return new Map(rows.map(({ name, writes }) => [name, writes]))
}

async function hasOpenTransactions(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'open transactions',
    text: `select from pg_stat_activity where datname = current_database() and backend_xid is not null limit 1`,
  })
  return (rowCount ?? 0) > 0
}

/**
 * Keeps the state of now in an open transaction, and compares with it in the end the tables that were written to
 * meanwhile. Reading all rows before and after took most of the time where little happens in between.
 */
async function changesFromNow(pool: pg.Pool, names: readonly string[]): Promise<() => Promise<string[]>> {
  const old = await pool.connect()
  try {
    // Writes first, and then the open transactions: what was counted and isn't committed yet may be committed later.
    const writes = await writesOfAll(old)
    const isSure = !(await hasOpenTransactions(old))
    await old.query('begin isolation level repeatable read, read only; select pg_current_snapshot()')
    return async () => {
      const fresh = await pool.connect()
      try {
        const now = await writesOfAll(fresh)
        await fresh.query('begin isolation level repeatable read, read only')
        const changed: string[] = []
        for (const name of names)
          if (!isSure || writes.get(name) !== now.get(name))
            changed.push(...(await compare(name, old, fresh)))
        return changed
      } finally {
        await finish(fresh)
        await finish(old)
      }
    }
  } catch (error) {
    await finish(old)
    throw error
  }
}

/** Gives a connection back, or ends it if a test has cut it. */
async function finish(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').then(
    () => client.release(),
    (error: Error) => client.release(error),
  )
}

/** The rows of a table that are in only one of two states. */
async function compare(name: string, old: pg.ClientBase, fresh: pg.ClientBase): Promise<string[]> {
  const [before, after] = await Promise.all([old, fresh].map((client) => versionsOf(client, name)))
  if (!before || !after) return []
  const [gone, added] = await Promise.all([
    linesOf(old, name, before.difference(after)),
    linesOf(fresh, name, after.difference(before)),
  ])
  return changedRows(gone.join('\n'), added.join('\n'))
}

async function versionsOf(client: pg.ClientBase, name: string): Promise<Set<string>> {
  const { rows } = await client.query<{ version: string }>({
    name: `versions of ${name}`,
    text: `select ${version} as version from public."${name}"`,
  })
  return new Set(rows.map((row) => row.version))
}

async function linesOf(client: pg.ClientBase, name: string, versions: Set<string>): Promise<string[]> {
  if (versions.size === 0) return []
  const { rows } = await client.query<{ line: string }>({
    name: `rows of ${name}`,
    text: `select ${lineOf(name)} as line from public."${name}" t where ${version} = any($1::text[]) order by 1`,
    values: [[...versions]],
  })
  return rows.map(({ line }) => line)
}

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

/** Tables of counts that are written some seconds after the request that they count, or by requests that are refused. */
const writtenLater = ['failed_sign_in', 'instance', 'limit_bucket', 'message_breaker', 'task_lease']

/** Rows that are in only one of two dumps, each shortened. */
export function changedRows(before: string, after: string): string[] {
  if (before === after) return []
  const [old, fresh] = [before, after].map((text) => new Set(text.split('\n').filter(Boolean))) as [
    Set<string>,
    Set<string>,
  ]
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
