import type { Database } from '../../contract/ports.ts'
import { noteDone, releaseLeases, takeLeases } from './lease-store.ts'

/** Seconds that a lease outlasts its last renewal. Instances renew and ask every five seconds. */
const leaseSeconds = 20
/** The holder counts on less, because requests and clocks take time. */
const heldSeconds = 15

export type Leases = {
  /** Whether this instance has the task. */
  holds: (name: string) => boolean
  /** Whether it has the task, and so many seconds have passed since any instance did it. */
  isDue: (name: string, everySeconds: number) => boolean
  /** The work, noting when it was done. After a failure this instance waits as long as after a success. */
  noting: <Args extends unknown[]>(
    name: string,
    work: (...args: Args) => Promise<unknown>,
  ) => (...args: Args) => Promise<unknown>
  /** Takes what is free, and renews what is held. */
  renew: () => Promise<void>
  release: () => Promise<void>
}

export type LeaseParts = {
  database: Pick<Database, 'inSystem'>
  /** Names this instance. */
  holder: string
  /** Milliseconds that no change of the system's clock affects. */
  now: () => number
}

/** Tasks of which each is done by one instance at a time: rows with a holder and an end, by the clock of the database. */
export function createLeases({ database, holder, now }: LeaseParts, names: readonly string[]): Leases {
  /** When each held task was last done, in our time. */
  let held = new Map<string, number>()
  let heldUntil = -Infinity
  const holds = (name: string) => held.has(name) && now() < heldUntil
  const noteHere = (name: string) => {
    if (held.has(name)) held.set(name, now())
  }

  return {
    holds,
    isDue: (name, everySeconds) =>
      holds(name) && now() - (held.get(name) ?? -Infinity) >= everySeconds * 1_000,
    noting(name, work) {
      return async (...args) => {
        noteHere(name)
        const result = await work(...args)
        noteHere(name)
        if (result !== false) await database.inSystem((sql) => noteDone(sql, name))
        return result
      }
    },
    async renew() {
      const askedAt = now()
      const rows = await database.inSystem((sql) => takeLeases(sql, holder, names, leaseSeconds))
      const doneAt = ({ name, secondsSinceDone }: (typeof rows)[number]) => {
        const stored = secondsSinceDone === null ? -Infinity : askedAt - secondsSinceDone * 1_000
        // The answer may be older than what we have done meanwhile.
        return Math.max(stored, held.get(name) ?? -Infinity)
      }
      held = new Map(rows.map((row) => [row.name, doneAt(row)]))
      heldUntil = askedAt + heldSeconds * 1_000
    },
    async release() {
      held = new Map()
      await database.inSystem((sql) => releaseLeases(sql, holder))
    },
  }
}
