import { setTimeout } from 'node:timers/promises'
import type { Database, Sql } from '../contract/ports.ts'
import { DatabaseUnavailable, isDatabaseError } from './errors.ts'

type Readiness = Awaited<ReturnType<Database['ready']>>
type System = Database['inSystem']

/**
 * Tracks whether writes succeed. A database with a full disk can still be read, so reading doesn't tell. And a service
 * that isn't ready gets no more writes that could tell, so `ready` then tries a write of its own.
 */
export function watchWrites() {
  let hasRefusedWrites = false

  return {
    async around<T>(readOnly: boolean, transaction: Promise<T>): Promise<T> {
      try {
        const result = await transaction
        if (!readOnly) hasRefusedWrites = false
        return result
      } catch (error) {
        if (!readOnly && error instanceof DatabaseUnavailable && isWriteRefusal(error.cause))
          hasRefusedWrites = true
        throw error
      }
    },

    async ready(inSystem: System, migrated = async (_: Sql) => true): Promise<Readiness> {
      return Promise.race([readinessTimeout(), readiness(inSystem, migrated, hasRefusedWrites)])
    },
  }
}

async function readiness(
  inSystem: System,
  migrated: (sql: Sql) => Promise<boolean>,
  refused: boolean,
): Promise<Readiness> {
  try {
    if (refused) await inSystem((sql) => sql.run(trialWrite))
    return { database: true, migrations: await inSystem(migrated, { readOnly: true }) }
  } catch {
    return { database: false, migrations: false }
  }
}

/** A database that doesn't answer within a second isn't ready. */
async function readinessTimeout(): Promise<Readiness> {
  await setTimeout(1_000, undefined, { ref: false })
  return { database: false, migrations: false }
}

/** Uses about a hundred kilobytes of new disk space and frees them right away. */
const trialWrite =
  "create temporary table trial on commit drop as select repeat('x', 1000) as room from generate_series(1, 100)"

/** Disk full (53100), I/O error (58030), or a read-only server (25006). */
function isWriteRefusal(cause: unknown): boolean {
  return isDatabaseError(cause) && ['53100', '58030', '25006'].includes(cause.code ?? '')
}
