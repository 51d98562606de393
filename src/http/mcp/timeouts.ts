/** Times for slow tools, in milliseconds. */
export type McpTimeouts = {
  /** Until the result is to call the tool again. Several clients time out at 60 s, even with progress. */
  deadline: number
  /** Between two progress notifications. */
  progressInterval: number
  /** Between keep-alive comments on a stream, so that proxies don't close it as idle. */
  keepAlive: number
}

export const defaultTimeouts: McpTimeouts = { deadline: 45_000, progressInterval: 4_000, keepAlive: 10_000 }

/** The result of `work`, or undefined after a timeout. Rejects if `work` rejects in time. */
export async function resultWithin<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
