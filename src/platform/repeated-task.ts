export type RepeatedTask = {
  /** Runs the work again after the current run, and resolves when it is done. */
  runNow(): Promise<void>
  /** Aborts the signal, waits for the current run to end, and starts no more. */
  stop(): Promise<void>
}

export type RepeatedTaskOptions = {
  everyMilliseconds: number
  /** Delay before retrying after a failure. It doubles with each failure, up to the usual interval. */
  retryMilliseconds?: number
  /** Asked before each run but those of `runNow`, the first one included. Default: always. */
  isDue?: () => boolean
  log: { warn(fields: object, message: string): void }
}

/**
 * Runs work immediately and then periodically, never concurrently. An error is logged and doesn't stop it. Work that
 * has logged its failure itself returns false.
 */
export function startRepeatedTask(
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMilliseconds, retryMilliseconds, isDue = () => true, log }: RepeatedTaskOptions,
): RepeatedTask {
  const end = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let queuedRuns = 0
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  async function runOnce(): Promise<void> {
    queuedRuns -= 1
    if (end.signal.aborted) return
    clearTimeout(retry)
    const done = await work(end.signal).catch((error: unknown) => {
      log.warn({ err: error }, `${name} failed`)
      return false
    })
    failures = done === false ? failures + 1 : 0
    if (failures === 0 || retryMilliseconds === undefined || end.signal.aborted) return
    const delay = retryMilliseconds * 2 ** (failures - 1)
    if (delay < everyMilliseconds) retry = setTimeout(() => void runNow(), delay)
  }

  function runNow(): Promise<void> {
    queuedRuns += 1
    last = last.then(runOnce)
    return last
  }

  const timer = setInterval(() => {
    if (queuedRuns === 0 && isDue()) void runNow()
  }, everyMilliseconds)
  if (isDue()) void runNow()
  return {
    runNow,
    async stop() {
      end.abort()
      clearInterval(timer)
      clearTimeout(retry)
      await last
    },
  }
}
