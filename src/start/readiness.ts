import type { DatabaseLook } from '../contract/ports.ts'
import type { Readiness } from '../http/health.ts'
import { listSigningKeys, type SigningKeyRow } from '../identity/signing-key-store.ts'
import { startRepeatedTask } from '../platform/repeated-task.ts'
import type { Foundation } from './foundation.ts'
import type { Shutdown } from './shutdown.ts'

/** What the last look at the database has found. */
export type ReadinessWatch = {
  current: () => Readiness
  /** ISO instant of the key that signs; undefined while it isn't known. */
  signingKeyCreatedAt: () => string | undefined
}

/**
 * Looks at the database once a second, so that any number of probes cost nothing. Resolves after the first look, which
 * has found a database that answers.
 */
export async function watchReadiness(
  { parts: { database }, keyring, databaseKind, log }: Foundation,
  shutdown: Shutdown,
): Promise<ReadinessWatch> {
  let current: Readiness = { ready: false, parts: {}, reasons: {} }
  let signingKeyCreatedAt: string | undefined

  async function look(): Promise<void> {
    const found = await database.look(listSigningKeys)
    const keys = !found.trouble && (await keyring.holdsActive(found.seen))
    if (!found.trouble) signingKeyCreatedAt = found.seen.find(({ state }) => state === 'active')?.createdAt
    const next = readinessOf(found, { keys, hasOwnDisk: databaseKind === 'embedded' })
    logChange(current, next)
    current = next
  }

  function logChange(before: Readiness, { ready, parts, reasons }: Readiness): void {
    if (Object.keys(before.parts).length === 0 || before.ready === ready) return
    if (ready) log.info({}, 'ready again')
    else log.warn({ parts, reasons }, 'not ready')
  }

  const task = startRepeatedTask('readiness', look, { everyMilliseconds: 1_000, log })
  shutdown.add('workers', 'readiness', task.stop)
  await task.runNow()
  return { current: () => current, signingKeyCreatedAt: () => signingKeyCreatedAt }
}

/**
 * A full disk leaves a service ready while it reads, because its balancer would otherwise take away all instances that
 * share the disk, one after the other. One with a disk of its own is not. So do damaged data, because all other data can be read.
 */
function readinessOf(
  found: DatabaseLook<SigningKeyRow[]>,
  { keys, hasOwnDisk }: { keys: boolean; hasOwnDisk: boolean },
): Readiness {
  const data = !found.damaged
  const damage = data ? {} : { data: 'damaged' }
  if (found.trouble) {
    const parts = { database: false, writable: false, migrations: false, keys: false, data }
    return { ready: false, parts, reasons: { database: found.trouble, ...damage } }
  }
  const { writable, migrated } = found
  const isTolerable = writable === true || (writable === 'full' && !hasOwnDisk)
  return {
    ready: isTolerable && migrated && keys,
    parts: { database: true, writable: writable === true, migrations: migrated, keys, data },
    reasons: {
      ...(writable === true ? {} : { writable }),
      ...(migrated ? {} : { migrations: 'behind' }),
      ...damage,
    },
  }
}
