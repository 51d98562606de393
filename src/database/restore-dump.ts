import { once } from 'node:events'
import type pg from 'pg'
import { findClientProgram, programEnvironment, startProgram } from './client-programs.ts'
import { connectToFirst } from './dump.ts'
import { type RestoreMark, removeRestoreMark, restoreSchema, writeRestoreMark } from './restore-mark.ts'
import { ensureRoles } from './roles.ts'

export type DumpRestore = {
  /** The address of an empty database, with the login that will own the tables. */
  into: string
  /** Major versions of the server and of the pg_dump that wrote the content. */
  postgres: number
  program: number
  mark: RestoreMark
  erasureLines: readonly string[]
  content: AsyncIterable<Uint8Array>
}

/**
 * Restores what pg_dump wrote into an empty database, in one transaction, and notes what the first start has to do.
 * Throws one line if the database isn't empty, its server is older, or there is no pg_restore that fits. Nothing remains
 * of a restore that fails.
 */
export async function restoreDump(options: DumpRestore): Promise<void> {
  const { into, postgres, mark, erasureLines, content } = options
  const { client, connectionString } = await connectToFirst('--into', into)
  try {
    const version = await readVersion(client)
    if (version < postgres)
      throw new Error(
        `The backup is of PostgreSQL ${postgres} and --into names a server of version ${version}. Give one of version ${postgres} or newer.`,
      )
    const program = await findClientProgram('pg_restore', Math.max(version, options.program))
    await lockDatabase(client)
    await requireEmpty(client)
    await inOneTransaction(client, async () => {
      await ensureRoles(client)
      await writeRestoreMark(client, mark, erasureLines)
    })
    const flags = [
      ...['--format=custom', '--single-transaction', '--exit-on-error'],
      ...['--no-owner', '--no-tablespaces', '--no-password'],
      `--dbname=dbname=${quoted(client.database ?? '')}`,
    ]
    const running = startProgram(program, flags, programEnvironment(connectionString, program))
    try {
      await feed(content, running)
    } catch (error) {
      running.kill()
      await running.ended.catch(() => {})
      await removeRestoreMark(client)
      throw error
    }
  } finally {
    await client.end()
  }
}

/** Passes on the content. If the program ends early, its own error says why. */
async function feed(
  content: AsyncIterable<Uint8Array>,
  { stdin, ended }: ReturnType<typeof startProgram>,
): Promise<void> {
  let isBroken = false
  stdin.on('error', () => {
    isBroken = true
  })
  const isOver = ended.then(
    () => true,
    () => true,
  )
  for await (const chunk of content) {
    if (isBroken) break
    if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => {}), isOver])
  }
  stdin.end()
  await ended
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}

/** Until the connection ends. */
async function lockDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtext('timbre restore')) as locked`,
  )
  if (!rows[0]?.locked) throw new Error('Another restore into this database is under way.')
}

/** The mark of a restore that was cut off doesn't count, and what belongs to an extension doesn't either. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('information_schema', $1) and n.nspname not like 'pg\\_%'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      limit 1`,
    [restoreSchema],
  )
  if (rows.length > 0)
    throw new Error(`The database ${client.database} is not empty. Give a new one with --into.`)
}

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A value of a connection string of libpq. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
