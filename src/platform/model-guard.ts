import type { AskModel, ModelAnswer } from '../contract/ports.ts'

export type ModelGuardOptions = {
  /** Maximum numbers of concurrent questions and of queued ones, for the process. */
  atOnce?: number
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
  const concurrency = createQueue(atOnce, queued)
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
function createQueue(atOnce: number, maxQueued: number) {
  let free = atOnce
  const queue: (() => void)[] = []
  return {
    take(signal: AbortSignal): Promise<'taken' | Extract<ModelAnswer, { failed: string }>> {
      if (signal.aborted) return Promise.resolve({ failed: 'timeout' })
      if (free > 0) {
        free -= 1
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
      const next = queue.shift()
      if (next) next()
      else free += 1
    },
  }
}
