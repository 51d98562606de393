import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSegment, type LogFile, numberOf, parseSealedName, timelineOf } from './log-name.ts'
import type { BackupManifest } from './manifest.ts'

/** The folder of a cluster's archived write-ahead log. Several installations may share BACKUP_DIR. */
export function logFolderOf(backupDir: string, systemIdentifier: string): string {
  return join(backupDir, 'wal', systemIdentifier)
}

/** The files of an archived log, by name. None if there is no folder. */
export async function listLog(folder: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.map(parseSealedName).filter((file) => file !== undefined)
  return files.sort((one, other) => (one.file < other.file ? -1 : 1))
}

/** When the newest segment was archived: a restore can reach about this time. Undefined if there is none. */
export function endOf(files: readonly LogFile[]): Date | undefined {
  const times = files.filter(({ name }) => isSegment(name)).map(({ sealedAt }) => sealedAt.getTime())
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

/**
 * Whether a backup can be brought forward to the newest archived segment: on its timeline none is missing since its end,
 * and no timeline began later.
 */
export function isContinued({ wal }: Pick<BackupManifest, 'wal'>, files: readonly LogFile[]): boolean {
  const last = wal.filter(isSegment).at(-1)
  if (last === undefined) return false
  const later = files
    .map(({ name }) => name)
    .filter(
      (name) => isSegment(name) && timelineOf(name) >= timelineOf(last) && numberOf(name) > numberOf(last),
    )
  const numbers = new Set(later.map(numberOf))
  const isWhole = numbers.size === 0 || Math.max(...numbers) - numberOf(last) === numbers.size
  return isWhole && later.every((name) => timelineOf(name) === timelineOf(last))
}

/** Removes the segments from before a time in all folders of BACKUP_DIR. Returns how many. Histories of timelines stay. */
export async function pruneLogs(backupDir: string, before: Date): Promise<number> {
  let removed = 0
  for (const folder of await logFoldersIn(backupDir))
    for (const { name, sealedAt, file } of await listLog(folder)) {
      if (!isSegment(name) || sealedAt >= before) continue
      await rm(join(folder, file), { force: true })
      removed += 1
    }
  return removed
}

async function logFoldersIn(backupDir: string): Promise<string[]> {
  const parent = join(backupDir, 'wal')
  const entries = await readdir(parent, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}
