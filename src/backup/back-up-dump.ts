import { join } from 'node:path'
import { beginDump } from '../database/dump.ts'
import { copyDeletions, headsOf, writeHeads } from './audit-files.ts'
import { backupIdAt } from './backup-id.ts'
import { type Backup, createBackup } from './folder.ts'
import type { BackupManifest } from './manifest.ts'
import { writeSealedFile } from './sealed-file.ts'

export type DumpBackupOptions = {
  /** BACKUP_DATABASE_URL. */
  address: string
  dataDir: string
  backupDir: string
  /** An age public key. Without it the backup isn't sealed. */
  recipient: string | undefined
  version: string
  now: () => Date
}

/**
 * Backs up a database of one's own with pg_dump. Everything in the backup is of one snapshot: the data, the numbers of
 * rows and the ends of the audit chains.
 */
export async function backUpDump(options: DumpBackupOptions): Promise<Backup> {
  const { address, dataDir, backupDir, recipient, version, now } = options
  const startedAt = now()
  const id = backupIdAt(startedAt)
  const dump = await beginDump(address)
  try {
    return await createBackup(backupDir, id, async (folder) => {
      const name = recipient === undefined ? 'database.dump.zst' : 'database.dump.zst.age'
      const content = await writeSealedFile(join(folder, name), dump.content(), recipient)
      const { rows, auditHeads } = await dump.count()
      const files = [content, await writeHeads(folder, auditHeads, startedAt)]
      files.push(...(await copyDeletions(folder, dataDir)))
      const { position, newestMigration, postgres, program } = dump
      return {
        ...{ format: 1, id, kind: 'dump', version, newestMigration, postgres, dumpProgram: program },
        startedAt: startedAt.toISOString(),
        finishedAt: now().toISOString(),
        ...{ start: position, end: position, wal: [], sealedFor: recipient ?? null, files, rows },
        transactionsAfterCount: 0,
        auditHeads: headsOf(auditHeads),
      } satisfies BackupManifest
    })
  } finally {
    await dump.close()
  }
}
