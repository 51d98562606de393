import type { AskModel, ModelAnswer } from '../contract/ports.ts'

export type ModelGuardOptions = {
  /** Questions that may be under way at once, and that may wait for their turn; for the process. */
  atOnce?: number
  waiting?: number
  /** So many failures in a row, and nobody asks for that long. */
  failures?: number
  restSeconds?: number
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}

/**
 * Keeps a model from being asked by everybody at once, and people from waiting for one that is down: after some
 * failures in a row it is left alone for a while, and then the next question tries it again.
 */
export function guardModel(ask: AskModel, options: ModelGuardOptions = {}): AskModel {
  const { atOnce = 4, waiting = 20, failures = 5, restSeconds = 30, now = () => performance.now() } = options
  const concurrency = createQueue(atOnce, waiting)
  let failed = 0
  let openUntil = 0
  return async (question, signal) => {
    const left = Math.ceil((openUntil - now()) / 1000)
    if (left > 0) return { failed: 'unreachable', retryAfterSeconds: left, unasked: true }
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

/** Turns in the order of asking. Whoever finds too many before it is told to come later, and may leave at any time. */
function createQueue(atOnce: number, most: number) {
  let free = atOnce
  const queue: (() => void)[] = []
  return {
    take(signal: AbortSignal): Promise<'taken' | Extract<ModelAnswer, { failed: string }>> {
      if (signal.aborted) return Promise.resolve({ failed: 'timeout' })
      if (free > 0) {
        free -= 1
        return Promise.resolve('taken')
      }
      if (queue.length >= most)
        return Promise.resolve({ failed: 'limited', retryAfterSeconds: 15, unasked: true })
      return new Promise((resolve) => {
        const leave = () => {
          queue.splice(queue.indexOf(called), 1)
          resolve({ failed: 'timeout' })
        }
        const called = () => {
          signal.removeEventListener('abort', leave)
          resolve('taken')
        }
        queue.push(called)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    giveBack() {
      const next = queue.shift()
      if (next) next()
      else free += 1
    },
  }
}
