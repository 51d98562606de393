/** How long this door waits for an operation that takes long, all in milliseconds. */
export type McpTimeouts = {
  /** Until a client is told to come again; several programs give up at 60 s, whatever they hear. */
  deadline: number
  /** Between two messages of progress. */
  progressInterval: number
  /** Without a word on a stream until a comment is sent, so that nothing on the way takes it for dead. */
  keepAlive: number
}

export const defaultTimeouts: McpTimeouts = { deadline: 45_000, progressInterval: 4_000, keepAlive: 10_000 }

/** What `work` gives, or undefined when it has given nothing within so many milliseconds. Work that fails fails this. */
export async function resultWithin<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
