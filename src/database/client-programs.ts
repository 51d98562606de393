import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants as fileConstants } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** A program of PostgreSQL's client package. */
export type ClientProgram = { name: ProgramName; file: string; majorVersion: number }
type ProgramName = 'pg_dump' | 'pg_restore'

/**
 * Finds a program on PATH that is of a major version or newer. Of several it takes the oldest that fits, because a newer
 * one may use settings that the server doesn't have. Throws one line that says what to install.
 */
export async function findClientProgram(name: ProgramName, majorVersion: number): Promise<ClientProgram> {
  const found: ClientProgram[] = []
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)) {
    const program = await readProgram(name, join(folder, name))
    if (program) found.push(program)
  }
  const fitting = found
    .filter((program) => program.majorVersion >= majorVersion)
    .sort((one, other) => one.majorVersion - other.majorVersion)[0]
  if (fitting) return fitting
  const install = `Install the client programs of PostgreSQL ${majorVersion} or newer, such as postgresql-client-${majorVersion}`
  if (found.length === 0) throw new Error(`There is no ${name} on PATH. ${install}.`)
  const newest = Math.max(...found.map((program) => program.majorVersion))
  throw new Error(
    `The ${name} on PATH is of PostgreSQL ${newest}, and this needs version ${majorVersion} or newer. ${install}, and put their folder on PATH.`,
  )
}

/** Undefined if there is no such program, or if it doesn't say its version. */
async function readProgram(name: ProgramName, file: string): Promise<ClientProgram | undefined> {
  try {
    accessSync(file, fileConstants.X_OK)
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: 10_000 })
    const [, version] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? []
    return version === undefined ? undefined : { name, file, majorVersion: Number(version) }
  } catch {
    return undefined
  }
}

/** The settings of libpq for one server. The password is not an argument, which other users of the machine could read. */
export function programEnvironment(
  connectionString: string,
  { majorVersion }: ClientProgram,
): Record<string, string> {
  const { host, port, user, password, database } = new pg.Client({ connectionString })
  const query = new URL(connectionString).searchParams
  const sslmode = query.get('sslmode')
  const sslrootcert = query.get('sslrootcert')
  const settings: Record<string, string | null | undefined> = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password ?? undefined,
    PGDATABASE: database,
    PGSSLMODE: sslmode === 'no-verify' ? 'require' : sslmode,
    PGSSLROOTCERT: sslrootcert ?? (sslmode === 'verify-full' && majorVersion >= 16 ? 'system' : null),
    PGSSLCERT: query.get('sslcert'),
    PGSSLKEY: query.get('sslkey'),
  }
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export type RunningProgram = Pick<ChildProcessWithoutNullStreams, 'stdin' | 'stdout'> & {
  ended: Promise<void>
  kill: () => void
}

/** Starts a program. `ended` rejects with the first error that it printed. */
export function startProgram(
  { name, file }: ClientProgram,
  flags: readonly string[],
  env: Record<string, string>,
): RunningProgram {
  const child = spawn(file, flags, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  // Requests go first. Where the service itself has a lower priority, its programs have it too and may not raise it.
  if (child.pid !== undefined && getPriority() < lowPriority) setPriority(child.pid, lowPriority)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < maxErrorCharacters) errors += chunk.toString('utf8')
  })
  const end = async () => {
    const [code] = await once(child, 'close')
    if (code === 0) return
    const line = errors.split('\n').find((text) => /error|fatal/i.test(text)) ?? errors.split('\n')[0]
    throw new Error(`${name} failed: ${line?.replace(/^\S+: (error: )?/, '') || `it ended with ${code}`}`)
  }
  const ended = end()
  ended.catch(() => {})
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill() }
}

const maxErrorCharacters = 20_000
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL
