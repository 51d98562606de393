import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PostgresInstallation, postgresCommand } from './postgres-installation.ts'

export type Cluster = { dir: string; user: string; password: string; database: string }

export type ClusterOptions = { dataDir: string; installation: PostgresInstallation; fsync: boolean }

/**
 * The cluster in `DATA_DIR/postgres`, created at the first start. It is created under another name and renamed when
 * complete, so that a kill leaves nothing half done.
 * Throws if the cluster has another major version, or belongs to a user that we can't switch to.
 */
export async function ensureCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, installation } = options
  const dir = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  if (!existsSync(dir)) await createCluster(options, dir, passwordFile)
  checkVersion(dir, installation.majorVersion)
  return { dir, user, password: readFileSync(passwordFile, 'utf8').trim(), database }
}

const user = 'timbre'
const database = 'timbre'

async function createCluster(
  { installation, fsync }: ClusterOptions,
  dir: string,
  passwordFile: string,
): Promise<void> {
  const draft = `${dir}.new`
  const password = randomBytes(24).toString('base64url')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  const initdbPasswordFile = `${draft}-password`
  writeFileSync(initdbPasswordFile, `${password}\n`, { mode: 0o600 })
  changeOwner(draft, installation)
  changeOwner(initdbPasswordFile, installation)
  try {
    const settings = [
      '--auth=scram-sha-256',
      `--pwfile=${initdbPasswordFile}`,
      `--username=${user}`,
      '--data-checksums',
    ]
    const language = [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    const initdbFlags = ['-D', draft, ...settings, ...language, ...(fsync ? [] : ['--no-sync'])]
    const { file, flags, options } = postgresCommand(installation, installation.initdb, initdbFlags)
    await promisify(execFile)(file, flags, options)
    await createDatabase(installation, draft)
  } finally {
    rmSync(initdbPasswordFile, { force: true })
  }
  renameSync(draft, dir)
}

/** Creates the database in the server's single-user mode, before the cluster is renamed. */
async function createDatabase(installation: PostgresInstallation, dir: string): Promise<void> {
  const singleUserFlags = ['--single', '-D', dir, 'postgres']
  const { file, flags, options } = postgresCommand(installation, installation.postgres, singleUserFlags)
  const single = spawn(file, flags, { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
  single.stdin?.end(`create database ${database};\n`)
  const [code] = await once(single, 'exit')
  if (code !== 0) throw new Error(`PostgreSQL could not create its database (exit ${code})`)
}

/** Gives a file or directory to the user that PostgreSQL runs as, if that isn't the current user. */
export function changeOwner(path: string, { owner }: PostgresInstallation): void {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

function checkVersion(dir: string, expected: number): void {
  let actual: number
  try {
    actual = Number.parseInt(readFileSync(join(dir, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES'
    throw new Error(
      denied
        ? `${dir} belongs to another user. Start as that user or as root, or set DATA_DIR to another directory.`
        : `${dir} is not a PostgreSQL cluster: it has no readable PG_VERSION. Restore it, or set DATA_DIR to another directory.`,
    )
  }
  if (actual !== expected) {
    throw new Error(
      `${dir} was made by PostgreSQL ${actual} and this version brings PostgreSQL ${expected}. ` +
        `Dump it with version ${actual} and load it into a new data directory; docs/self-hosting.md shows how.`,
    )
  }
}
