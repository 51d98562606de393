import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { backupIdAt } from './backup-id.ts'

/** The content of `restored.json` in a restored data directory, until the first start has completed the restore. */
const Restored = z.object({
  /** The backup. */
  id: z.string(),
  /** ISO instants: of the restored data, and of the restore. */
  backupAt: z.string(),
  restoredAt: z.string(),
  /** Positions of the backup in the write-ahead log. */
  start: z.string(),
  end: z.string(),
  /** Leaves sessions, codes and refresh tokens valid. */
  keepSessions: z.boolean(),
})
export type Restored = z.output<typeof Restored>

export async function writeRestored(dataDir: string, restored: Restored): Promise<void> {
  await writeFile(fileIn(dataDir), `${JSON.stringify(restored)}\n`, { mode: 0o600, flush: true })
}

/** Undefined if the data directory wasn't restored, or the restore was completed. */
export async function findRestored(dataDir: string): Promise<Restored | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : Restored.parse(JSON.parse(text))
}

/** Keeps the file under another name, which says when it was restored. */
export async function markCompleted(dataDir: string, { restoredAt }: Restored): Promise<void> {
  await rename(fileIn(dataDir), completedIn(dataDir, restoredAt))
}

/** Whether this data directory belongs to a database after its restore already. */
export async function isNoted(dataDir: string, { restoredAt }: { restoredAt: string }): Promise<boolean> {
  return access(completedIn(dataDir, restoredAt)).then(
    () => true,
    () => false,
  )
}

/** Notes the completed restore of a database of one's own. */
export async function noteRestored(dataDir: string, restored: { restoredAt: string }): Promise<void> {
  const path = completedIn(dataDir, restored.restoredAt)
  await writeFile(path, `${JSON.stringify(restored)}\n`, { mode: 0o600, flush: true })
}

function completedIn(dataDir: string, restoredAt: string): string {
  return join(dataDir, `restored-${backupIdAt(new Date(restoredAt))}.json`)
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'restored.json')
}
