import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, incompleteEnding, listBackups } from './folder.ts'
import { pruneLogs } from './log-folder.ts'

/** How many of the newest days, weeks and months with a backup keep their newest one. */
const kept = { days: 7, weeks: 5, months: 12 }
/** A folder that is incomplete for so long isn't being written anymore. */
const incompleteHours = 24

/**
 * Removes backups that are no longer needed, incomplete ones of days ago, and the log from before the daily backups that
 * stay. The newest backup always stays. Returns what was removed, in words.
 */
export async function pruneBackups(backupDir: string, now: Date): Promise<string[]> {
  const { backups, incomplete } = await listBackups(backupDir)
  const needed = new Set(chooseKept(backups))
  const removed: string[] = []
  for (const { id, folder } of backups) {
    if (needed.has(id)) continue
    // A removal that is cut off must not leave half a backup under its own name.
    await rename(folder, `${folder}${incompleteEnding}`)
    await rm(`${folder}${incompleteEnding}`, { recursive: true, force: true })
    removed.push(id)
  }
  for (const name of incomplete) {
    if (now.getTime() - timeOf(name).getTime() < incompleteHours * 3_600_000) continue
    await rm(join(backupDir, name), { recursive: true, force: true })
    removed.push(name)
  }
  const oldest = backups.find(({ id }) => chooseDaily(backups).includes(id))
  const segments = oldest ? await pruneLogs(backupDir, new Date(oldest.manifest.startedAt)) : 0
  return segments > 0 ? [...removed, `${segments} segments of the log`] : removed
}

/** The ids of the backups to keep. */
export function chooseKept(backups: readonly Pick<Backup, 'id'>[]): string[] {
  const weekly = newestOf(backups, weekOf, kept.weeks)
  const monthly = newestOf(backups, (id) => id.slice(0, 7), kept.months)
  return [...new Set([...chooseDaily(backups), ...weekly, ...monthly])].sort()
}

function chooseDaily(backups: readonly Pick<Backup, 'id'>[]): string[] {
  return newestOf(backups, (id) => id.slice(0, 10), kept.days)
}

/** The newest id of each of the newest spans of time. */
function newestOf(
  backups: readonly Pick<Backup, 'id'>[],
  spanOf: (id: string) => string,
  count: number,
): string[] {
  const newest = new Map<string, string>()
  for (const { id } of backups.toSorted((one, other) => (one.id > other.id ? -1 : 1))) {
    const span = spanOf(id)
    if (!newest.has(span) && newest.size < count) newest.set(span, id)
  }
  return [...newest.values()]
}

/** The number of the week since a Monday. */
function weekOf(id: string): string {
  return String(Math.floor((timeOf(id).getTime() / 86_400_000 + 3) / 7))
}

/** The time in an id, also of an incomplete backup. */
function timeOf(id: string): Date {
  const [day = '', time = ''] = id.slice(0, 20).split('T')
  return new Date(`${day}T${time.replaceAll('-', ':')}`)
}
