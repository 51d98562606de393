import type { Leases } from '../domain/instance/leases.ts'
import type { RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'

/** What one instance does for all. Tasks with something of their own, such as a buffer, are not among them. */
export const sharedTasks = [
  'housekeeping',
  'authorization',
  'link expiry',
  'order expiry',
  'webhook watch',
  'reminders',
  'campaign invites',
  'studies',
  'member notices',
  'bounces',
  'senders',
  'rate limits',
  'backups',
  'counting',
] as const

export type SharedTask = Exclude<(typeof sharedTasks)[number], 'counting'>

/** How often an instance asks itself whether a task is due: it may have taken it from one that is gone. */
const lookMilliseconds = 5_000

export type StartTask = typeof startRepeatedTask

/** Starts a task on the instance that has its lease, at its interval over all instances. */
export function createStartShared(leases: Leases | undefined, start: StartTask) {
  return (
    name: SharedTask,
    work: (signal: AbortSignal) => Promise<unknown>,
    options: Pick<Parameters<StartTask>[2], 'everyMilliseconds' | 'log'>,
  ): RepeatedTask => {
    if (!leases) return start(name, work, options)
    const { everyMilliseconds, log } = options
    // Looks are not exactly so far apart.
    const everySeconds = (everyMilliseconds - 500) / 1_000
    return start(name, leases.noting(name, work), {
      everyMilliseconds: Math.min(everyMilliseconds, lookMilliseconds),
      isDue: () => leases.isDue(name, everySeconds),
      log,
    })
  }
}
