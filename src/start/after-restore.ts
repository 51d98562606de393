import { openErasureLines, readErasures } from '../backup/erasure-file.ts'
import { findRestored, isNoted, markCompleted, noteRestored } from '../backup/restored.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { completeRestore, type RestoredDatabase } from '../domain/restoration/complete.ts'
import { findRestoreNote, listErasureLines } from '../domain/restoration/mark-store.ts'
import { findHold } from '../domain/restoration/store.ts'
import type { SecretKeyring } from '../identity/secret-keyring.ts'
import { openSigningKeys } from '../identity/signing-keys.ts'
import { setAnchorsAside } from '../platform/anchor-file.ts'
import { whileClaimed } from './claimed-restore.ts'

export type AfterRestoreParts = {
  database: Database
  dataDir: string
  databaseUrl: string | undefined
  region: string
  secretKey: SecretKeyring
  clock: Clock
  newId: () => string
}

/**
 * Completes a restore at the first start, before anything is served or sent. Returns a warning while messages are held,
 * also at later starts.
 */
export async function afterRestore(parts: AfterRestoreParts): Promise<string[]> {
  const problems = await completeFolder(parts)
  if (parts.databaseUrl !== undefined) problems.push(...(await completeDatabase(parts)))
  const heldAt = await parts.database.inSystem(findHold, { readOnly: true })
  if (!heldAt) return problems
  return [
    ...problems,
    `After a restore no email, text message or webhook has been sent since ${heldAt.toISOString()}. ` +
      'To send what waits: npm run timbre -- outbox release. Without what was queued before a time: outbox discard --before TIME.',
  ]
}

/** The embedded database was restored with its data directory. */
async function completeFolder(parts: AfterRestoreParts): Promise<string[]> {
  const { dataDir, secretKey } = parts
  const restored = await findRestored(dataDir)
  if (!restored) return []
  const problems = await complete(parts, restored, () => readErasures(dataDir, secretKey))
  await setAnchorsAside(dataDir, restored.restoredAt)
  await markCompleted(dataDir, restored)
  return problems
}

/**
 * A database of one's own says itself that it was restored. One instance completes that, and each sets the anchors in its
 * own data directory aside.
 */
async function completeDatabase(parts: AfterRestoreParts): Promise<string[]> {
  const { database, dataDir, secretKey } = parts
  const restored = await database.inSystem(findRestoreNote, { readOnly: true })
  if (!restored || (await isNoted(dataDir, restored))) return []
  const problems = await whileClaimed(database, async () => {
    const lines = await database.inSystem(listErasureLines, { readOnly: true })
    return complete(parts, restored, async () => openErasureLines(lines, secretKey))
  })
  await setAnchorsAside(dataDir, restored.restoredAt)
  await noteRestored(dataDir, restored)
  return problems ?? []
}

async function complete(
  parts: AfterRestoreParts,
  restored: RestoredDatabase,
  readErased: () => ReturnType<typeof readErasures>,
): Promise<string[]> {
  const { database, secretKey, clock } = parts
  // Fails with one line if SECRET_KEY is another one than that of the backup, before anything is changed.
  await openSigningKeys(database, secretKey, clock())
  const { erasures, unreadable } = await readErased()
  const remaining = await completeRestore(parts, restored, erasures)
  const problems = remaining.map(
    (id) => `The account ${id} was deleted after the backup. Run: account delete ${id}`,
  )
  if (unreadable > 0)
    problems.unshift(`${unreadable} lines of erasures.jsonl can't be opened with this SECRET_KEY.`)
  return problems
}
