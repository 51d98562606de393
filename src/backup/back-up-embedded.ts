import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSystemIdentifier } from '../database/log-archive.ts'
import { type BackupEnd, beginPhysicalBackup } from '../database/physical-backup.ts'
import { copyDeletions, headsOf, writeHeads } from './audit-files.ts'
import { backupIdAt } from './backup-id.ts'
import { type Backup, createBackup } from './folder.ts'
import type { BackupManifest } from './manifest.ts'
import { writeSealedFile } from './sealed-file.ts'
import { packTar, type TarEntry } from './tar.ts'

export type EmbeddedBackupOptions = {
  dataDir: string
  backupDir: string
  /** An age public key. Without it the backup isn't sealed. */
  recipient: string | undefined
  version: string
  now: () => Date
}

/**
 * Backs up the embedded database while it runs: a copy of the cluster's files and the write-ahead log of that time. The
 * keys and passwords in DATA_DIR aren't part of it.
 */
export async function backUpEmbedded(options: EmbeddedBackupOptions): Promise<Backup> {
  const { dataDir, backupDir, recipient, version, now } = options
  const startedAt = now()
  const id = backupIdAt(startedAt)
  return createBackup(backupDir, id, async (folder) => {
    const cluster = join(dataDir, 'postgres')
    const running = await beginPhysicalBackup(dataDir)
    try {
      const { start, newestMigration, postgres } = running
      const suffix = recipient === undefined ? '.tar.zst' : '.tar.zst.age'
      const write = (name: string, entries: AsyncIterable<TarEntry>) =>
        writeSealedFile(join(folder, `${name}${suffix}`), packTar(entries), recipient)
      const files = [await write('cluster', clusterFiles(cluster))]
      const ended = await running.stop()
      files.push(await write('wal', walFiles(cluster, ended)))
      files.push(await writeHeads(folder, ended.auditHeads, startedAt))
      files.push(...(await copyDeletions(folder, dataDir)))
      return {
        ...{ format: 1, id, kind: 'embedded', version, newestMigration, postgres },
        systemIdentifier: readSystemIdentifier(cluster),
        startedAt: startedAt.toISOString(),
        finishedAt: now().toISOString(),
        ...{ start, end: ended.end, wal: ended.segments, sealedFor: recipient ?? null, files },
        rows: ended.rows,
        transactionsAfterCount: ended.transactionsAfterCount,
        auditHeads: headsOf(ended.auditHeads),
      } satisfies BackupManifest
    } finally {
      await running.close()
    }
  })
}

/** Folders whose content the server creates anew, as in section 54.4 of PostgreSQL's manual. */
const emptiedFolders = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans', 'timbre_archive'],
])
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|.*\.signal|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*)$/
const controlFile = 'global/pg_control'

/** The files of a running cluster. They change while they are read; replaying the log repairs that. */
async function* clusterFiles(cluster: string): AsyncGenerator<TarEntry> {
  yield* folderFiles(cluster, '')
  yield { path: 'pg_wal/archive_status' }
  yield { path: 'pg_wal/summaries' }
  // Last, so that it is no older than any other file.
  const control = await readSteadily(join(cluster, controlFile))
  yield { path: controlFile, content: { bytes: control.length, chunks: chunksOf(control) } }
}

async function* folderFiles(cluster: string, folder: string): AsyncGenerator<TarEntry> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (leftOut.test(entry.name) || path === controlFile) continue
    if (entry.isSymbolicLink())
      throw new Error(`The cluster has a link, ${path}: tablespaces elsewhere can't be backed up.`)
    if (entry.isDirectory()) {
      yield { path }
      if (!emptiedFolders.has(path)) yield* folderFiles(cluster, path)
    } else if (entry.isFile()) {
      const content = await openContent(join(cluster, path))
      if (content) yield { path, content }
    }
  }
}

async function* walFiles(cluster: string, { segments, label }: BackupEnd): AsyncGenerator<TarEntry> {
  const text = Buffer.from(label)
  yield { path: 'backup_label', content: { bytes: text.length, chunks: chunksOf(text) } }
  for (const name of segments) {
    const content = await openContent(join(cluster, 'pg_wal', name))
    if (!content)
      throw new Error(`The database has removed the WAL file ${name} during the backup. Try again.`)
    yield { path: `pg_wal/${name}`, content }
  }
}

const pieceBytes = 1 << 18

/** Undefined if the file is gone. */
async function openContent(path: string): Promise<TarEntry['content']> {
  try {
    const file = await open(path)
    const { size } = await file.stat()
    if (size > pieceBytes)
      return { bytes: size, chunks: file.createReadStream({ highWaterMark: pieceBytes, end: size - 1 }) }
    // More than a thousand files of a cluster are that small, and a stream for each takes longer than reading them.
    const reading = file.read(Buffer.alloc(size), 0, size, 0)
    const { buffer, bytesRead } = await reading.finally(() => file.close())
    return { bytes: size, chunks: chunksOf(buffer.subarray(0, bytesRead)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads a small file until two reads are equal, because a read during a write may be half old and half new. */
async function readSteadily(path: string): Promise<Buffer> {
  let last = await readFile(path)
  for (;;) {
    const next = await readFile(path)
    if (next.equals(last)) return next
    last = next
  }
}

async function* chunksOf(...chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
