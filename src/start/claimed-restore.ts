import { setTimeout } from 'node:timers/promises'
import type { Database } from '../contract/ports.ts'
import { claimCompletion, leaveClaim, noteCompletion, renewClaim } from '../domain/restoration/mark-store.ts'

/**
 * Completes a restored database on one of the instances that start; the others wait for it. After a kill another one takes
 * over within a minute. Returns the result of `work`, or undefined if another instance has done it.
 */
export async function whileClaimed<T>(
  database: Pick<Database, 'inSystem'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    const claim = await database.inSystem(claimCompletion)
    if (claim === 'completed') return undefined
    if (claim === 'claimed') break
    await setTimeout(lookMilliseconds)
  }
  const renewing = setInterval(() => void database.inSystem(renewClaim).catch(() => {}), renewMilliseconds)
  try {
    const result = await work()
    await database.inSystem(noteCompletion)
    return result
  } catch (error) {
    await database.inSystem(leaveClaim).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

const lookMilliseconds = 1_000
const renewMilliseconds = 20_000
