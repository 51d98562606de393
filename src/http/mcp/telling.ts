/** What a client is sent while it waits: `progress` grows with every message, and nobody knows of how much. */
export type Progress = { progress: number; message: string }

export type Telling = {
  /** A step of the work, in two or three words. */
  step: (words: string) => void
  /** After it nothing more is told, whatever the work still says; resolves when the last message is on its way. */
  end: () => Promise<void>
}

/**
 * Tells how work goes on: each step as it comes, and the same words again every so many milliseconds, since clients
 * give up on what they hear nothing of. It begins with the first step, so that whoever is refused is told nothing.
 */
export function tellProgress(send: (progress: Progress) => Promise<void>, between: number): Telling {
  let told = 0
  let message = ''
  let isOver = false
  let again: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const tell = () => {
    told += 1
    // A client that has left hears nothing, and is missed by nobody.
    last = send({ progress: told, message }).catch(() => undefined)
  }
  return {
    step: (words) => {
      if (isOver) return
      message = words
      clearInterval(again)
      again = setInterval(tell, between)
      tell()
    },
    end: () => {
      isOver = true
      clearInterval(again)
      return last
    },
  }
}
