import type { AskModel, ModelAnswer } from '../contract/ports.ts'

export type ModelGuardOptions = {
  /** Maximum numbers of concurrent questions, for all instances together, and of queued ones, for this one. */
  atOnce?: number
  /** How many instances ask the model. Each has its part, and one question at least. Default: this one alone. */
  instances?: () => number
  queued?: number
  /** After this many consecutive failures the model isn't asked for `restSeconds`. */
  failures?: number
  restSeconds?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/**
 * Limits concurrent questions to a model, and spares people the wait for one that is down: after several consecutive
 * failures it isn't asked for a while, and then the next question tries it again.
 */
export function guardModel(ask: AskModel, options: ModelGuardOptions = {}): AskModel {
  const { atOnce = 4, queued = 20, failures = 5, restSeconds = 30, now = () => performance.now() } = options
  const { instances = () => 1 } = options
  const concurrency = createQueue(() => Math.max(1, Math.floor(atOnce / instances())), queued)
  let failed = 0
  let openUntil = 0
  return async (question, signal) => {
    const waitSeconds = Math.ceil((openUntil - now()) / 1000)
    if (waitSeconds > 0) return { failed: 'unreachable', retryAfterSeconds: waitSeconds, unasked: true }
    const turn = await concurrency.take(signal)
    if (turn !== 'taken') return turn
    try {
      const answer = await ask(question, signal)
      failed = isDown(answer) ? failed + 1 : 0
      if (failed >= failures) openUntil = now() + restSeconds * 1000
      return answer
    } finally {
      concurrency.giveBack()
    }
  }
}

function isDown(answer: ModelAnswer): boolean {
  return 'failed' in answer && (answer.failed === 'unreachable' || answer.failed === 'timeout')
}

/** A FIFO queue. If it is full, callers are refused and may retry later. A caller may leave at any time. */
function createQueue(atOnce: () => number, maxQueued: number) {
  let taken = 0
  const queue: (() => void)[] = []
  return {
    take(signal: AbortSignal): Promise<'taken' | Extract<ModelAnswer, { failed: string }>> {
      if (signal.aborted) return Promise.resolve({ failed: 'timeout' })
      if (taken < atOnce()) {
        taken += 1
        return Promise.resolve('taken')
      }
      if (queue.length >= maxQueued)
        return Promise.resolve({ failed: 'limited', retryAfterSeconds: 15, unasked: true })
      return new Promise((resolve) => {
        const abandon = () => {
          queue.splice(queue.indexOf(proceed), 1)
          resolve({ failed: 'timeout' })
        }
        const proceed = () => {
          signal.removeEventListener('abort', abandon)
          resolve('taken')
        }
        queue.push(proceed)
        signal.addEventListener('abort', abandon, { once: true })
      })
    },
    giveBack() {
      taken -= 1
      // The number of instances, and so our part, may have changed.
      while (taken < atOnce()) {
        const next = queue.shift()
        if (!next) break
        taken += 1
        next()
      }
    },
  }
}
