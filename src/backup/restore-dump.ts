import { join } from 'node:path'
import { restoreDump } from '../database/restore-dump.ts'
import type { RestoreMark } from '../database/restore-mark.ts'
import { type Backup, checkFiles, requireIdentity } from './folder.ts'
import { readSealedFile } from './sealed-file.ts'

export type DumpRestoreOptions = {
  backup: Backup
  /** The address of an empty database. */
  into: string
  /** The age secret key; undefined for a backup that isn't sealed. */
  identity: string | undefined
  /** Leaves sessions, codes and refresh tokens valid at the first start. */
  keepSessions: boolean
  /** Lines of `erasures.jsonl`, for the first start. */
  erasureLines: readonly string[]
  now: () => Date
}

/** Restores a backup that pg_dump made into an empty database. Throws one line if anything is wrong. */
export async function restoreFromDump(options: DumpRestoreOptions): Promise<RestoreMark> {
  const { backup, into, identity, keepSessions, erasureLines, now } = options
  const { manifest, folder } = backup
  requireIdentity(backup, identity)
  await checkFiles(backup)
  const file = manifest.files.find(({ name }) => name.startsWith('database.dump.'))
  if (!file) throw new Error(`The backup ${manifest.id} has no dump.`)
  const mark = {
    ...{ id: backup.id, backupAt: manifest.startedAt, restoredAt: now().toISOString() },
    ...{ start: manifest.start, end: manifest.end, keepSessions },
  }
  await restoreDump({
    ...{ into, mark, erasureLines, postgres: manifest.postgres },
    program: manifest.dumpProgram ?? manifest.postgres,
    content: named(file.name, join(folder, file.name), manifest.sealedFor === null ? undefined : identity),
  })
  return mark
}

/** Errors begin with the name of the file. */
async function* named(name: string, path: string, identity: string | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* readSealedFile(path, identity)
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
