import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSystemIdentifier, waitingSegmentsIn } from '../database/log-archive.ts'
import { syncFolder } from './folder.ts'
import { listLog, logFolderOf } from './log-folder.ts'
import { isHistory, isSegment, numberOf, sealedNameOf, timelineOf } from './log-name.ts'
import { hashOf, writeSealedFile } from './sealed-file.ts'

export type SealLogOptions = {
  dataDir: string
  backupDir: string
  /** An age public key. */
  recipient: string
  now: () => Date
  signal?: AbortSignal
}

export type SealedLog = {
  sealed: number
  /** Segments of an abandoned course of the log, set aside: the cluster was replaced by an older copy of itself. */
  setAside: number
}

/** Segments of 16 MB that wait at most, while BACKUP_DIR can't be written. */
const mostWaiting = 128

/**
 * Moves the completed segments of the embedded server's write-ahead log to BACKUP_DIR, compressed and sealed. Can be
 * repeated after a kill at any moment. Throws if BACKUP_DIR can't be written; beyond 2 GB the oldest segments are removed
 * then, because a full disk would stop the service, and the error says how many.
 */
export async function sealLog(options: SealLogOptions): Promise<SealedLog> {
  const cluster = join(options.dataDir, 'postgres')
  const waiting = waitingSegmentsIn(cluster)
  const done: SealedLog = { sealed: 0, setAside: 0 }
  const found = await filesIn(waiting)
  const histories = (await filesIn(join(cluster, 'pg_wal'))).filter(isHistory)
  if (found.length + histories.length === 0) return done
  const folder = logFolderOf(options.backupDir, readSystemIdentifier(cluster))
  try {
    for (const name of histories) await seal(join(cluster, 'pg_wal', name), name, folder, options, done)
    for (const name of found) {
      if (options.signal?.aborted) break
      const path = join(waiting, name)
      // Labels of backups and the last part of a timeline that was left: neither is needed to replay.
      if (isSegment(name)) await seal(path, name, folder, options, done)
      await rm(path)
    }
    return done
  } catch (error) {
    const lost = found.filter(isSegment).slice(0, -mostWaiting)
    for (const name of lost) await rm(join(waiting, name), { force: true })
    if (lost.length === 0) throw error
    throw new Error(
      `${lost.length} segments of the log could not be archived and were removed: changes of that time can only be restored from a later backup`,
      { cause: error },
    )
  }
}

/** The completed segments that wait to be archived, and for how long the oldest does. */
export async function findWaiting(
  dataDir: string,
  now: Date,
): Promise<{ segments: number; seconds: number }> {
  const folder = waitingSegmentsIn(join(dataDir, 'postgres'))
  const segments = (await filesIn(folder)).filter(isSegment)
  const since = await Promise.all(
    segments.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => now.getTime(),
      ),
    ),
  )
  return {
    segments: segments.length,
    seconds: Math.max(0, now.getTime() - Math.min(now.getTime(), ...since)) / 1_000,
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.startsWith('.')).sort()
}

async function seal(
  path: string,
  name: string,
  folder: string,
  { recipient, now }: SealLogOptions,
  done: SealedLog,
): Promise<void> {
  const digest = (await hashOf(path)).slice(0, 16)
  const archived = (await listLog(folder)).filter((file) => file.name === name)
  if (archived.some((file) => file.digest === digest)) return
  if (archived.length > 0) done.setAside += await setAside(folder, name, now())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}.draft`)
  await rm(draft, { force: true })
  await writeSealedFile(draft, createReadStream(path, { highWaterMark: 1 << 18 }), recipient)
  await rename(draft, join(folder, sealedNameOf(name, now(), digest)))
  await syncFolder(folder)
  done.sealed += 1
}

/**
 * A segment with the same name and another content is there: the data directory was replaced by an older copy, which went
 * on differently. What the log had from here on doesn't fit to it anymore. Returns the number of files.
 */
async function setAside(folder: string, name: string, now: Date): Promise<number> {
  const isAbandoned = (other: string) =>
    isSegment(name) && isSegment(other)
      ? timelineOf(other) === timelineOf(name) && numberOf(other) >= numberOf(name)
      : other === name
  const files = (await listLog(folder)).filter((file) => isAbandoned(file.name))
  const target = join(folder, `set-aside-${now.toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const { file } of files) await rename(join(folder, file), join(target, file))
  return files.length
}
