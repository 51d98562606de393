/** A progress notification. `progress` increases with every message; the total is unknown. */
export type ProgressUpdate = { progress: number; message: string }

export type ProgressReporter = {
  /** Reports a step of the work, in two or three words. */
  report: (message: string) => void
  /** Ignores further reports. Resolves when the last message was sent. */
  end: () => Promise<void>
}

/**
 * Sends each step as it happens, and repeats it every `interval` milliseconds, because clients time out without news.
 * Nothing is sent before the first step, so that a refusal can still be answered with its own status.
 */
export function createProgressReporter(
  send: (progress: ProgressUpdate) => Promise<void>,
  interval: number,
): ProgressReporter {
  let sent = 0
  let message = ''
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const sendUpdate = () => {
    sent += 1
    // The client may have disconnected.
    last = send({ progress: sent, message }).catch(() => undefined)
  }
  return {
    report: (step) => {
      if (isEnded) return
      message = step
      clearInterval(timer)
      timer = setInterval(sendUpdate, interval)
      sendUpdate()
    },
    end: () => {
      isEnded = true
      clearInterval(timer)
      return last
    },
  }
}
