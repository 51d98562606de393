import { chmod, copyFile, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prepareArchiving, readSystemIdentifier, restoreCommand } from '../database/log-archive.ts'
import { findPostgresInstallation, type PostgresInstallation } from '../database/postgres-installation.ts'
import { type Recovery, recoverCluster } from '../database/recovery.ts'
import { type Backup, checkFiles, requireIdentity } from './folder.ts'
import { listLog, logFolderOf } from './log-folder.ts'
import { isSegment } from './log-name.ts'
import { type Restored, writeRestored } from './restored.ts'
import { readSealedFile } from './sealed-file.ts'
import { missingAfter, serveLog } from './serve-log.ts'
import { unpackTar } from './tar.ts'

export type RestoreOptions = {
  backup: Backup
  /** The new data directory. */
  into: string
  /** The age secret key; undefined for a backup that isn't sealed. */
  identity: string | undefined
  /** BACKUP_DIR, to go on with the archived log after the end of the backup. Undefined for the backup alone. */
  backupDir?: string | undefined
  /** Stops after the commits up to this time instead of at the end of the log. */
  until?: Date | undefined
  /** The timeline to follow. By default the newest that continues the backup's. */
  timeline?: number | undefined
  /** A further folder with segments that aren't sealed, such as `pg_wal` of the lost cluster. */
  furtherLog?: string | undefined
  /** Leaves sessions, codes and refresh tokens valid at the first start. */
  keepSessions: boolean
  now: () => Date
}

/**
 * Makes a data directory from a backup of the embedded database: unpacks it, replays the write-ahead log, with
 * `backupDir` also what was archived since, and writes `restored.json`. The cluster gets its name last, so a restore that was cut off can't be started.
 * Throws one line if the place isn't empty, a file is missing or damaged, or the identity doesn't fit.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<Restored> {
  const { backup, into, identity, keepSessions, until, now } = options
  const { manifest } = backup
  await requireEmpty(into)
  if (until && until < new Date(manifest.finishedAt))
    throw new Error(
      `The backup ${backup.id} ended at ${manifest.finishedAt}, after the time of --at. Give an earlier backup.`,
    )
  requireIdentity(backup, identity)
  await checkFiles(backup)
  await mkdir(into, { recursive: true, mode: 0o755 })
  const installation = await findPostgresInstallation(into)
  if (typeof installation === 'string')
    throw new Error(`The embedded PostgreSQL cannot run: ${installation}.`)
  if (installation.majorVersion !== manifest.postgres)
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres} and this version brings PostgreSQL ${installation.majorVersion}. ` +
        `Restore it with Timbre ${manifest.version}.`,
    )
  const draft = join(into, 'postgres.restoring')
  let recovered: Recovery
  try {
    for (const name of ['cluster', 'wal']) await unpack(backup, name, draft, identity)
    if (installation.owner) await changeOwners(draft, installation.owner)
    recovered = await recover(draft, installation, options)
    await writeFile(join(into, 'postgres-password'), `${recovered.password}\n`, { mode: 0o600, flush: true })
    for (const { name } of manifest.files.filter((file) => file.name.endsWith('.jsonl')))
      await copyFile(join(backup.folder, name), join(into, name))
  } catch (error) {
    await clear(into)
    throw error
  }
  const { start, finishedAt } = manifest
  const { end, committedAt } = recovered
  const ended = new Date(finishedAt)
  const backupAt = (committedAt && committedAt > ended ? committedAt : ended).toISOString()
  const restored = { id: backup.id, backupAt, restoredAt: now().toISOString(), start, end, keepSessions }
  await writeRestored(into, restored)
  await rename(draft, join(into, 'postgres'))
  return restored
}

async function recover(
  draft: string,
  installation: PostgresInstallation,
  { backup, identity, backupDir, until, timeline, furtherLog }: RestoreOptions,
): Promise<Recovery> {
  const recovery = { dir: draft, installation, until, timeline, restoreCommand: undefined }
  const folder = logFolderOf(backupDir ?? '', readSystemIdentifier(draft))
  const archived = backupDir === undefined ? [] : await listLog(folder)
  if (archived.length === 0 && furtherLog === undefined) return recoverCluster(recovery)
  if (archived.length > 0 && identity === undefined)
    throw new Error(
      'The log since the backup is sealed. Give the file with its identity, --identity FILE, or restore the backup alone, --at backup.',
    )
  prepareArchiving(draft, installation)
  const server = await serveLog(
    draft,
    { folder, identity: identity ?? '', further: furtherLog },
    installation,
  )
  const outcome = await recoverCluster({ ...recovery, restoreCommand }).catch((error: Error) => error)
  // Why a file couldn't be opened says more than that the recovery ended.
  const { last } = await server.stop()
  if (outcome instanceof Error) throw outcome
  const missing = until ? undefined : missingAfter(last ?? lastSegmentOf(backup), archived)
  if (missing !== undefined)
    throw new Error(
      `The WAL file ${missing} is missing from ${folder}, and there are later ones. Restore up to a time before it with --at, or a later backup.`,
    )
  return outcome
}

function lastSegmentOf({ manifest }: Backup): string {
  return manifest.wal.filter(isSegment).at(-1) ?? ''
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') return ['']
    throw error
  })
  if (names.length > 0) throw new Error(`${folder} is not empty. Give a new folder with --into.`)
}

/** Removes what a failed restore has written. The folder was empty before. */
async function clear(into: string): Promise<void> {
  for (const name of await readdir(into)) await rm(join(into, name), { recursive: true, force: true })
}

async function unpack(backup: Backup, archive: string, into: string, identity: string | undefined) {
  const { manifest, folder } = backup
  const file = manifest.files.find(({ name }) => name.startsWith(`${archive}.tar.`))
  if (!file) throw new Error(`The backup ${manifest.id} has no ${archive} archive.`)
  await mkdir(into, { recursive: true, mode: 0o700 })
  const folders = new Set<string>()
  const expected = new Set(archive === 'wal' ? manifest.wal.map((name) => `pg_wal/${name}`) : [])
  try {
    const content = readSealedFile(
      join(folder, file.name),
      manifest.sealedFor === null ? undefined : identity,
    )
    for await (const entry of unpackTar(content)) {
      const path = join(into, entry.path)
      expected.delete(entry.path)
      const folder = entry.content ? dirname(path) : path
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
      folders.add(folder)
      // Not a stream: a cluster has more than a thousand small files.
      if (entry.content) await writeFile(path, entry.content.chunks, { mode: 0o600 })
    }
  } catch (error) {
    throw new Error(`${file.name}: ${(error as Error).message}`, { cause: error })
  }
  const [missing] = expected
  if (missing !== undefined) throw new Error(`The WAL file ${missing.slice(7)} is missing from the backup.`)
}

async function changeOwners(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  await chmod(folder, 0o700)
  await lchown(folder, owner.uid, owner.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid)
}
