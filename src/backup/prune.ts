import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, incompleteEnding, listBackups } from './folder.ts'

/** How many of the newest days, weeks and months with a backup keep their newest one. */
const kept = { days: 7, weeks: 5, months: 12 }
/** A folder that is incomplete for so long isn't being written anymore. */
const incompleteHours = 24

/**
 * Removes backups that are no longer needed, and incomplete ones of days ago. The newest backup always stays. Returns
 * the names of what was removed.
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
  return removed
}

/** The ids of the backups to keep. */
export function chooseKept(backups: readonly Pick<Backup, 'id'>[]): string[] {
  const newestFirst = backups
    .map(({ id }) => id)
    .sort()
    .reverse()
  const chosen = new Set<string>()
  const keepNewestOf = (spanOf: (id: string) => string, count: number) => {
    const spans = new Set<string>()
    for (const id of newestFirst) {
      const span = spanOf(id)
      if (spans.has(span) || spans.size === count) continue
      spans.add(span)
      chosen.add(id)
    }
  }
  keepNewestOf((id) => id.slice(0, 10), kept.days)
  keepNewestOf(weekOf, kept.weeks)
  keepNewestOf((id) => id.slice(0, 7), kept.months)
  return [...chosen].sort()
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
