import type { Log } from '../platform/log.ts'

/**
 * Seconds that each step may take. With the default DRAIN_SECONDS the sum stays below the 30 s after which containers are
 * killed. Requests in flight have had the time of draining before.
 */
const stepTimeouts = { requests: 5, work: 2, workers: 3, anchors: 2, database: 12 }

type Step = keyof typeof stepTimeouts

/** Stops the parts of the service. Disposing it before `release` stops what a failed start has left running. */
export type Shutdown = AsyncDisposable & {
  /**
   * Registers how a part stops, right after it was created. Steps run in the reverse order of their first
   * registration; the parts of one step stop at the same time.
   */
  add(step: Step, part: string, stop: () => unknown): void
  /** Completes the start: from here on, only the returned function stops the parts. */
  release(): () => Promise<string[]>
}

/** `onAdd` receives the name of each part when it is registered. */
export function createShutdown(log: Pick<Log, 'warn'>, onAdd?: (part: string) => void): Shutdown {
  const stack = new AsyncDisposableStack()
  const partsOf = new Map<Step, (() => unknown)[]>()
  const failedSteps: string[] = []

  function open(step: Step): (() => unknown)[] {
    const parts: (() => unknown)[] = []
    partsOf.set(step, parts)
    stack.defer(() => stopStep(step, parts))
    return parts
  }

  /** Never rejects, so that the remaining steps run and the process exits in time. */
  async function stopStep(step: Step, parts: (() => unknown)[]): Promise<void> {
    try {
      await rejectAfter(stepTimeouts[step], Promise.all(parts.map(async (stop) => stop())))
    } catch (error) {
      failedSteps.push(step)
      log.warn({ err: error, step }, 'stop: a step failed or timed out')
    }
  }

  return {
    add(step, part, stop) {
      const parts = partsOf.get(step) ?? open(step)
      parts.push(stop)
      onAdd?.(part)
    },
    release() {
      const running = stack.move()
      let stopped: Promise<string[]> | undefined
      return () => {
        stopped ??= running.disposeAsync().then(() => failedSteps)
        return stopped
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function rejectAfter(seconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} s`)), seconds * 1_000)
  })
  work.catch(() => undefined)
  try {
    await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
