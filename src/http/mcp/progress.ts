/** What a client is sent while it waits: `progress` grows with every message, and nobody knows of how much. */
export type ProgressUpdate = { progress: number; message: string }

export type ProgressReporter = {
  /** A step of the work, in two or three words. */
  report: (words: string) => void
  /** After it nothing more is told, whatever the work still says; resolves when the last message is on its way. */
  end: () => Promise<void>
}

/**
 * Tells how work goes on: each step as it comes, and the same words again every so many milliseconds, since clients
 * give up on what they hear nothing of. It begins with the first step, so that whoever is refused is told nothing.
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
    // A client that has left hears nothing, and is missed by nobody.
    last = send({ progress: sent, message }).catch(() => undefined)
  }
  return {
    report: (words) => {
      if (isEnded) return
      message = words
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
