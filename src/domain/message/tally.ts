import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { CapCounter, CapKind } from './caps.ts'
import { addToTallies, lockTallies, removeOldTallies, subtractFromTallies } from './store.ts'

/** Today's counts, locked until the transaction ends. Call `increment`, then `commit` once, or `discard` to count nothing. */
export type MessageTally = {
  /** Counts one message for each, or returns the first that has reached its cap. */
  increment: (counted: readonly CapCounter[]) => CapKind | undefined
  commit: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * Opens today's counts for everything that a transaction may send. All are locked together in one order, which prevents
 * deadlocks between transactions that write to the same people.
 */
export async function openMessageTally(
  sql: Sql,
  counted: readonly CapCounter[],
  { now, secretKey, caps }: { now: Date; secretKey: SecretKey; caps: Readonly<Record<CapKind, number>> },
): Promise<MessageTally> {
  const day = now.toISOString().slice(0, 10)
  const keysOf = keysUnder(secretKey)
  const keyOf = (one: CapCounter) => keysOf(one)[0] ?? ''
  const kinds = new Map(counted.flatMap((one) => keysOf(one).map((key) => [key, one.kind])))
  const keys = [...kinds].map(([key, kind]) => ({ kind, key }))
  const before = new Map(keys.length > 0 ? await lockTallies(sql, keys, day) : [])
  const taken = new Map<string, number>()
  return {
    increment(wanted) {
      const sent = (one: CapCounter) => keysOf(one).reduce((sum, key) => sum + (before.get(key) ?? 0), 0)
      const isFull = (one: CapCounter) => sent(one) + (taken.get(keyOf(one)) ?? 0) >= caps[one.kind]
      const full = wanted.find(isFull)
      if (full) return full.kind
      for (const one of wanted) taken.set(keyOf(one), (taken.get(keyOf(one)) ?? 0) + 1)
      return undefined
    },
    async commit() {
      if (keys.length === 0) return
      await addToTallies(
        sql,
        keys.map((key) => ({ ...key, count: taken.get(key.key) ?? 0 })),
        day,
      )
      await removeOldTallies(sql, day)
    },
    async discard() {
      const none = keys.map((key) => ({ ...key, count: 0 }))
      if (none.length > 0) await addToTallies(sql, none, day)
    },
  }
}

/** Subtracts one of today's messages from the counts. */
export async function decrementTallies(
  sql: Sql,
  counted: readonly CapCounter[],
  { now, secretKey }: { now: Date; secretKey: SecretKey },
): Promise<void> {
  const keysOf = keysUnder(secretKey)
  const keys = counted.map((one) => ({ kind: one.kind, key: keysOf(one)[0] ?? '' }))
  await subtractFromTallies(sql, keys, now.toISOString().slice(0, 10))
}

/**
 * Without SECRET_KEY the table doesn't reveal whether a number was ever written to. New messages are counted under the
 * first key; during a rotation, today's counts under the other keys are added.
 */
function keysUnder(secretKey: SecretKey): (counted: CapCounter) => readonly string[] {
  // Computed once per counter, so that a rotation during a transaction changes nothing in it.
  const keysByCounter = new Map<string, readonly string[]>()
  return ({ kind, name }) => {
    const text = `${kind}:${name}`
    const keys =
      keysByCounter.get(text) ?? secretKey.macs('message tally', text).map((mac) => mac.toString('hex'))
    keysByCounter.set(text, keys)
    return keys
  }
}
