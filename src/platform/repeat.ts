export type Repeated = {
  /** Does the work once more, after what is under way, and resolves at its end. */
  run(): Promise<void>
  /** Tells the work under way to end, waits until it has, and begins no more. */
  stop(): Promise<void>
}

export type RepeatOptions = {
  everyMilliseconds: number
  log: { warn(fields: object, message: string): void }
}

/** Does a piece of work at once and then again and again, never twice at a time. A failure is logged, and no end. */
export function startRepeating(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  { everyMilliseconds, log }: RepeatOptions,
): Repeated {
  const end = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function once(): Promise<void> {
    waiting -= 1
    if (end.signal.aborted) return
    await work(end.signal).catch((error: unknown) => log.warn({ err: error }, `${name} failed`))
  }

  function run(): Promise<void> {
    waiting += 1
    last = last.then(once)
    return last
  }

  const timer = setInterval(() => {
    if (waiting === 0) void run()
  }, everyMilliseconds)
  void run()
  return {
    run,
    async stop() {
      end.abort()
      clearInterval(timer)
      await last
    },
  }
}
