import type { Backup } from '../backup/folder.ts'
import { isContinued, listLog, logFolderOf } from '../backup/log-folder.ts'
import { findWaiting, sealLog } from '../backup/seal-log.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../contract/ports.ts'

export type LogArchiverParts = {
  config: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>
  clock: Clock
  log: Record<'warn' | 'error', (fields: object, message: string) => void>
  /** Receives what waits before each run. */
  note?: ((waiting: { segments: number; seconds: number }) => void) | undefined
}

/**
 * Moves the completed segments of the embedded server's write-ahead log to BACKUP_DIR. A failure is logged when it begins
 * and each hour. Undefined if there is nothing to do: without BACKUP_DIR, and with a database of one's own.
 */
export function createLogArchiver({ config, clock, log, note }: LogArchiverParts) {
  const { backup, databaseUrl, dataDir } = config
  if (!backup || databaseUrl !== undefined) return undefined
  let failedAt: number | undefined
  return async (signal?: AbortSignal): Promise<boolean> => {
    note?.(await findWaiting(dataDir, clock()))
    try {
      const { dir, recipient } = backup
      const options = { dataDir, backupDir: dir, recipient, now: clock, ...(signal ? { signal } : {}) }
      const { setAside } = await sealLog(options)
      if (setAside > 0)
        log.warn(
          { files: setAside },
          'The data directory was replaced by an older copy: the log that does not continue it was set aside',
        )
      failedAt = undefined
      return true
    } catch (error) {
      const now = clock().getTime()
      if (failedAt === undefined || now - failedAt >= hour) {
        log.error({ err: error }, 'archiving the write-ahead log failed, will retry')
        failedAt = now
      }
      return false
    }
  }
}

const hour = 3_600_000

/** Whether the archived log continues a backup. True if nothing is known of its log. */
export async function isLogContinued(backupDir: string, { manifest }: Backup): Promise<boolean> {
  const { systemIdentifier } = manifest
  return (
    systemIdentifier === undefined ||
    isContinued(manifest, await listLog(logFolderOf(backupDir, systemIdentifier)))
  )
}
