import { readErasures } from '../backup/erasure-file.ts'
import { findRestored, markCompleted } from '../backup/restored.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { completeRestore } from '../domain/restoration/complete.ts'
import { findHold } from '../domain/restoration/store.ts'
import type { SecretKeyring } from '../identity/secret-keyring.ts'
import { openSigningKeys } from '../identity/signing-keys.ts'
import { setAnchorsAside } from '../platform/anchor-file.ts'

export type AfterRestoreParts = {
  database: Database
  dataDir: string
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
  const { database, dataDir, secretKey, clock } = parts
  const problems: string[] = []
  const restored = await findRestored(dataDir)
  if (restored) {
    // Fails with one line if SECRET_KEY is another one than that of the backup, before anything is changed.
    await openSigningKeys(database, secretKey, clock())
    const { erasures, unreadable } = await readErasures(dataDir, secretKey)
    const remaining = await completeRestore(parts, restored, erasures)
    if (unreadable > 0)
      problems.push(`${unreadable} lines of erasures.jsonl can't be opened with this SECRET_KEY.`)
    for (const id of remaining)
      problems.push(`The account ${id} was deleted after the backup. Run: account delete ${id}`)
    await setAnchorsAside(dataDir, restored.restoredAt)
    await markCompleted(dataDir, restored)
  }
  const heldAt = await database.inSystem(findHold, { readOnly: true })
  if (!heldAt) return problems
  return [
    ...problems,
    `After a restore no email, text message or webhook has been sent since ${heldAt.toISOString()}. ` +
      'To send what waits: npm run timbre -- outbox release. Without what was queued before a time: outbox discard --before TIME.',
  ]
}
