import { type Backup, listBackups } from '../backup/folder.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../contract/ports.ts'

export type BackupTimerParts = {
  config: Pick<Config, 'backup' | 'databaseUrl'>
  clock: Clock
  log: BackupLog
  /** Receives the newest whole backup at each look. */
  note?: ((backup: { kind: string; finishedAt: Date; bytes: number }) => void) | undefined
  /** Whether the archived log continues the newest backup. */
  isContinued?: (newest: Backup) => Promise<boolean>
  /** Runs a command of `npm run timbre`. */
  execute: (words: readonly string[], signal: AbortSignal) => Promise<string>
}

type BackupLog = Record<'info' | 'error', (fields: object, message: string) => void>

const hour = 3_600_000
/** A little less than a day, so that the time of day doesn't move on. */
const backupHours = 23.9
const checkHours = 7 * 24
/** After a failure. */
const retryHours = 1

/**
 * The work of a timer: a backup each day, and when the archived log doesn't continue the newest one, after which old ones
 * are removed, and once a week a check of the newest one. Undefined if there is nothing to do: without BACKUP_DIR, and with
 * a database of one's own without BACKUP_DATABASE_URL. The service can't open sealed backups, so the check compares their
 * files with the manifest; restoring one needs the identity.
 */
export function createBackupTimer(
  parts: BackupTimerParts,
): ((signal: AbortSignal) => Promise<void>) | undefined {
  const { config, clock, log, execute } = parts
  const { backup, databaseUrl } = config
  if (!backup || (databaseUrl !== undefined && backup.databaseUrl === undefined)) return undefined
  const { dir } = backup
  let notBefore = 0
  let checkedAt = clock().getTime()

  async function attempt(words: readonly string[], signal: AbortSignal): Promise<boolean> {
    try {
      log.info({}, await execute(words, signal))
      return true
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `${words.join(' ')} failed, will retry`)
      notBefore = clock().getTime() + retryHours * hour
      return false
    }
  }

  async function findNewest() {
    const newest = (await listBackups(dir)).backups.at(-1)
    if (newest) {
      const { kind, finishedAt, files } = newest.manifest
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      parts.note?.({ kind, finishedAt: new Date(finishedAt), bytes })
    }
    return newest
  }

  return async (signal) => {
    const now = clock().getTime()
    const newest = await findNewest()
    if (now < notBefore) return
    const isDue = !newest || now - Date.parse(newest.manifest.startedAt) >= backupHours * hour
    // After a gap in the log, changes can only be restored from a new backup.
    if (isDue || !((await parts.isContinued?.(newest)) ?? true)) {
      if (await attempt(['backup', 'now'], signal)) await attempt(['backup', 'prune'], signal)
      await findNewest()
    }
    if (now - checkedAt >= checkHours * hour && (await attempt(['backup', 'verify'], signal))) checkedAt = now
  }
}
