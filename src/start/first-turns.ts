import { setTimeout } from 'node:timers/promises'

type Work = (signal: AbortSignal) => Promise<unknown>

/**
 * Lets the first rounds of tasks run one after the other, in the order in which the tasks start. All at once, they would
 * open every connection of the pool and keep the first requests waiting. A round that takes long holds up the next one
 * for a tenth of a second only.
 */
export function createFirstTurns(): (work: Work) => Work {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    let isFirst = true
    return async (signal) => {
      if (!isFirst) return work(signal)
      isFirst = false
      const before = turn
      const ended = Promise.withResolvers<void>()
      const patience = before.then(() => setTimeout(100, undefined, { ref: false }))
      turn = Promise.race([ended.promise, patience])
      await before
      try {
        return signal.aborted ? undefined : await work(signal)
      } finally {
        ended.resolve()
      }
    }
  }
}
