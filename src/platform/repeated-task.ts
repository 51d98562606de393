export type RepeatedTask = {
  /** Does the work once more, after what is under way, and resolves at its end. */
  run(): Promise<void>
  /** Tells the work under way to end, waits until it has, and begins no more. */
  stop(): Promise<void>
}

export type RepeatedTaskOptions = {
  everyMilliseconds: number
  /** After a failure the work is done again after this time, then twice as long, up to the usual interval. */
  retryMilliseconds?: number
  log: { warn(fields: object, message: string): void }
}

/**
 * Does a piece of work at once and then again and again, never twice at a time. A failure is logged, and no end; work
 * that has logged its failure itself returns false.
 */
export function startRepeatedTask(
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMilliseconds, retryMilliseconds, log }: RepeatedTaskOptions,
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
    const wait = retryMilliseconds * 2 ** (failures - 1)
    if (wait < everyMilliseconds) retry = setTimeout(() => void run(), wait)
  }

  function run(): Promise<void> {
    queuedRuns += 1
    last = last.then(runOnce)
    return last
  }

  const timer = setInterval(() => {
    if (queuedRuns === 0) void run()
  }, everyMilliseconds)
  void run()
  return {
    run,
    async stop() {
      end.abort()
      clearInterval(timer)
      clearTimeout(retry)
      await last
    },
  }
}
