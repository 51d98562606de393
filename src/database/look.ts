import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLook, Sql } from '../contract/ports.ts'
import { decode } from './decode.ts'
import { trialWrite, type WriteWatch, writeRefusalOf } from './readiness.ts'

type LookOptions = {
  /** Of several, the next one is looked at when one can't be reached or is a standby. */
  servers: readonly pg.ClientConfig[]
  patience: number
  /** Whether a pooler is in between, which keeps no settings of a session. */
  isPooled: boolean
  /** Checks whether every migration has been applied. */
  migrated: (sql: Sql) => Promise<boolean>
  writes: WriteWatch
}

type Look<T> =
  | Omit<Extract<DatabaseLook<T>, { trouble: string }>, 'damaged'>
  | Omit<Extract<DatabaseLook<T>, { trouble?: undefined }>, 'damaged'>

/**
 * Looks at the database over a connection outside the pool, which stays open. Neither a crowded pool nor a busy process
 * makes a look fail, only a server that doesn't answer.
 */
export function openLooks({ servers, patience, isPooled, migrated, writes }: LookOptions) {
  let place = 0
  let kept: pg.Client | undefined
  let isClosed = false

  async function look<T>(read: (sql: Sql) => Promise<T>): Promise<DatabaseLook<T>> {
    const found = await lookNow(read)
    return { ...found, damaged: writes.isDamaged() }
  }

  async function lookNow<T>(read: (sql: Sql) => Promise<T>): Promise<Look<T>> {
    // A session may have kept a setting under which its writes succeed and those of new sessions don't.
    if (writes.refusal()) discard()
    const client = kept ?? newClient()
    const isNew = client !== kept
    kept = undefined
    const answered = new AbortController()
    try {
      const looking = isNew ? openSession(client).then(() => lookOnce(client, read)) : lookOnce(client, read)
      const result = await Promise.race([looking, overdue(1_000 * patience, answered.signal)])
      if (result === 'overdue') return goOn(client, 'timeout')
      if (result.trouble === undefined && result.writable === 'read_only' && servers.length > 1) {
        goOn(client, 'refused')
        return result
      }
      keep(client)
      return result
    } catch {
      return goOn(client, 'refused')
    } finally {
      answered.abort()
    }
  }

  async function openSession(client: pg.Client): Promise<void> {
    await client.connect()
    if (!isPooled)
      await client.query(
        `set statement_timeout = '5s'; set lock_timeout = '2s'; set timezone = 'UTC'; set role timbre_system`,
      )
  }

  async function lookOnce<T>(client: pg.Client, read: (sql: Sql) => Promise<T>): Promise<Look<T>> {
    if (!isPooled) return lookBy(client, read)
    await client.query(
      `begin; set local statement_timeout = '5s'; set local lock_timeout = '2s'; set local timezone = 'UTC'; set local role timbre_system`,
    )
    const result = await lookBy(client, read)
    await client.query('commit')
    return result
  }

  async function lookBy<T>(client: pg.Client, read: (sql: Sql) => Promise<T>): Promise<Look<T>> {
    const sql = readingBy(client)
    const [isMigrated, readOnly, seen] = await Promise.all([
      migrated(sql),
      sql.row(`select 1 where current_setting('transaction_read_only') = 'on'`),
      read(sql),
    ])
    const writable = readOnly ? 'read_only' : writes.refusal() ? await tryWriting(client) : true
    return { writable, migrated: isMigrated, seen }
  }

  async function tryWriting(client: pg.Client) {
    try {
      await client.query(trialWrite)
      writes.clear()
      return true
    } catch (error) {
      const refusal = writeRefusalOf(error)
      if (!refusal) throw error
      return refusal
    }
  }

  function goOn(client: pg.Client, trouble: 'refused' | 'timeout') {
    place = (place + 1) % servers.length
    return endedBy(client, trouble)
  }

  function newClient(): pg.Client {
    const client = new pg.Client({ ...servers[place], pipeline: true, types: decode })
    client.on('error', () => {})
    client.once('end', () => {
      if (kept === client) kept = undefined
    })
    return client
  }

  function keep(client: pg.Client): void {
    discard()
    if (isClosed) end(client)
    else kept = client
  }

  function discard(): void {
    if (kept) end(kept)
    kept = undefined
  }

  return {
    look,
    close() {
      isClosed = true
      discard()
    },
  }
}

function readingBy(client: pg.Client): Sql {
  const query = (text: string, values: readonly unknown[] = []) => {
    const result = client.query(text, values as unknown[])
    // Of several statements that fail together, one is reported.
    result.catch(() => {})
    return result
  }
  return {
    rows: async (text, values) => (await query(text, values)).rows,
    row: async (text, values) => (await query(text, values)).rows[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
    beforeCommit() {
      throw new Error('A look is no transaction')
    },
  }
}

function endedBy(client: pg.Client, trouble: 'refused' | 'timeout') {
  end(client)
  return { trouble }
}

/** Closes the socket, because a server that hangs answers no farewell. */
function end(client: pg.Client): void {
  client.connection.stream.destroy()
}

/**
 * Resolves after so many milliseconds in which the event loop turned. If the process is busy, an answer that has arrived
 * is read before the time is up.
 */
export async function overdue(milliseconds: number, answered: AbortSignal): Promise<'overdue'> {
  for (let step = 0; step < 10 && !answered.aborted; step++)
    await setTimeout(milliseconds / 10, undefined, { ref: false, signal: answered }).catch(() => {})
  return 'overdue'
}
