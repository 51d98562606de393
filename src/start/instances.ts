import { randomUUID } from 'node:crypto'
import { createLeases, type Leases } from '../domain/instance/leases.ts'
import { beatSeconds, createPresence } from '../domain/instance/presence.ts'
import { monotonicNow } from '../platform/monotonic-clock.ts'
import { startRepeatedTask } from '../platform/repeated-task.ts'
import type { Foundation } from './foundation.ts'
import { sharedTasks } from './shared-tasks.ts'
import type { Shutdown } from './shutdown.ts'

export type Instances = {
  /** How many use the database, this one included. */
  living: () => number
  /** Counts them now and takes tasks that are free, which otherwise happens every five seconds. */
  beat: () => Promise<void>
  /** Undefined for the only instance, which does every task. */
  leases: Leases | undefined
}

/** An instance without a place for backups leaves them to others. */
function tasksOf({ backup }: Foundation['config']): readonly string[] {
  return sharedTasks.filter((name) => name !== 'backups' || backup?.databaseUrl !== undefined)
}

/** Counts the instances that use the database, and shares the tasks among them. The embedded one serves only one. */
export async function openInstances(
  { databaseKind, parts, log, counted, config }: Foundation,
  shutdown: Shutdown,
): Promise<Instances> {
  if (databaseKind === 'embedded') return { living: () => 1, beat: async () => {}, leases: undefined }
  const { database } = parts
  const holder = randomUUID()
  const presence = createPresence(database, holder)
  const leases = createLeases({ database, holder, now: monotonicNow }, tasksOf(config))
  const beat = async () => {
    await presence.beat()
    await leases.renew()
  }
  // Known before the first request.
  await beat()
  const beats = startRepeatedTask('heartbeat', beat, { everyMilliseconds: beatSeconds * 1_000, log })
  // A step after that of the workers, whose tasks have ended by then.
  shutdown.add('anchors', 'heartbeat', async () => {
    await beats.stop()
    await Promise.all([presence.leave(), leases.release()])
  })
  counted.living = presence.living
  return { living: presence.living, beat: beats.runNow, leases }
}
