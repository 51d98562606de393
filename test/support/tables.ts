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
  /** The same for two texts, in one reading of all tables. */
  holdingBoth: (one: string, other: string) => Promise<Record<string, number>[]>
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
  await countWrites(client, lasting)
  const stateOf = await stateReader(client, lasting)
  const read = await readerOf(client, lasting, stateOf)
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
    const next = last.then(read)
    last = next.catch(() => {})
    return next
  }
  const watch = async () => {
    const end = await changesFromNow(pool, lasting, stateOf)
    watching.add(end)
    return () => {
      watching.delete(end)
      return end()
    }
  }
  const holdingBoth = async (...texts: [string, string]) => {
    // The text form of a row would escape these.
    if (texts.some((text) => /["\\]/.test(text)))
      throw new Error('A text with a quotation mark or a backslash is not found.')
    const { rows } = await client.query<{ name: string; counts: [number, number] }>({
      name: 'rows that hold texts',
      text: names
        .map(
          (name) => `select '${name}' as name, array[count(*) filter (where strpos(line, $1) > 0),
              count(*) filter (where strpos(line, $2) > 0)]::integer[] as counts
            from (select t::text as line from public."${name}" t offset 0) lines
            having bool_or(strpos(line, $1) > 0 or strpos(line, $2) > 0)`,
        )
        .join(' union all '),
      values: texts,
    })
    return [0, 1].map((at) =>
      Object.fromEntries(
        rows.map(({ name, counts }) => [name, counts[at] ?? 0]).filter(([, count]) => count),
      ),
    )
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
    holding: async (text) => (await holdingBoth(text, text))[0] ?? {},
    holdingBoth,
    rows: async (text, values) => (await client.query(text, values)).rows,
  }
}

type State = {
  /** How often each table was written to, in the order of the names. */
  writes: string
  /** Whether a transaction has written something that it has not committed yet. */
  isOpen: boolean
  isDelivering: boolean
}
type StateReader = (client: Pick<pg.ClientBase, 'query'>) => Promise<State>

/**
 * Reads how often each table was written to, once no earlier message is being delivered and no debrief written, so that
 * neither counts as a change. A message that waits for the end of quiet hours isn't. It waits 20 seconds at most, for tests whose transport hangs. In one statement, because thousands of
 * comparisons begin and end with it. Its columns are read in order, the writes first: what was counted and isn't
 * committed yet belongs to a transaction that is still open afterwards.
 */
async function stateReader(client: pg.Client, names: readonly string[]): Promise<StateReader> {
  const { rows } = await client.query<{ id: string }>(
    `select c.oid as id from unnest($1::text[]) with ordinality as named (name, place)
       join pg_class c on relname = name and relkind = 'S' and relnamespace = 'written'::regnamespace order by place`,
    [names],
  )
  const ids = rows.map(({ id }) => id)
  return async (by) => {
    for (let attempt = 0; ; attempt++) {
      const { rows: found } = await by.query<State>({
        name: 'state of all tables',
        text: `select (select string_agg(coalesce(pg_sequence_last_value(id)::text, '0'), ' ' order by place)
              from unnest($1::oid[]) with ordinality as written (id, place)) as writes,
            exists (select from pg_stat_activity where datname = current_database() and backend_xid is not null)
              as "isOpen",
            exists (select from outbox where state = 'queued'
               and (leased_until is not null or attempts = 0 and due_at <= clock_timestamp()))
            or exists (select from debrief_due where leased_until is not null or due_at <= clock_timestamp())
              as "isDelivering"`,
        values: [ids],
      })
      const [state] = found
      if (!state) throw new Error('The state of the tables could not be read.')
      if (!state.isDelivering || attempt === 400) return state
      await setTimeout(50)
    }
  }
}

/**
 * Only reads tables again that were written since the last dump, and of these only new versions of rows. PostgreSQL never
 * changes a row in place: each version has its own location and transaction id.
 */
async function readerOf(
  client: pg.Client,
  names: readonly string[],
  stateOf: StateReader,
): Promise<() => Promise<string>> {
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
    const { writes, isOpen } = await stateOf(client)
    const counts = writes.split(' ')
    await client.query('begin isolation level repeatable read, read only')
    try {
      for (const [at, name] of names.entries()) {
        const count = counts[at] as string
        if (known.get(name)?.writes !== count) await look(name, isOpen ? 'unknown' : count)
      }
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

/**
 * Keeps the state of now in an open transaction, and compares with it in the end the tables that were written to
 * meanwhile. Reading all rows before and after took most of the time where little happens in between.
 */
async function changesFromNow(
  pool: pg.Pool,
  names: readonly string[],
  stateOf: StateReader,
): Promise<() => Promise<string[]>> {
  const old = await pool.connect()
  try {
    // What an open transaction has counted may be committed later.
    const { writes, isOpen } = await stateOf(old)
    await old.query('begin isolation level repeatable read, read only; select pg_current_snapshot()')
    return async () => {
      try {
        const now = await stateOf(pool)
        if (!isOpen && now.writes === writes) return []
        const [before, after] = [writes.split(' '), now.writes.split(' ')]
        return await compareAll(
          names.filter((_, at) => isOpen || before[at] !== after[at]),
          old,
          pool,
        )
      } finally {
        await finish(old)
      }
    }
  } catch (error) {
    await finish(old)
    throw error
  }
}

async function compareAll(names: readonly string[], old: pg.ClientBase, pool: pg.Pool): Promise<string[]> {
  const fresh = await pool.connect()
  try {
    await fresh.query('begin isolation level repeatable read, read only')
    const changed: string[] = []
    for (const name of names) changed.push(...(await compare(name, old, fresh)))
    return changed
  } finally {
    await finish(fresh)
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
  await client.query(`
    do $$ declare name text; begin
      foreach name in array '{${names.join(',')}}'::text[] loop
        execute format('create sequence written.%I', name);
        execute format('create trigger written after insert or update or delete or truncate on public.%I
          for each statement execute function written.count()', name);
        commit;
      end loop;
    end $$`)
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

/** The parts of a table are read with it. */
async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      order by relname`,
  )
  return rows.map(({ name }) => name)
}
