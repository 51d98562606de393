/**
 * A signal that aborts after so many seconds in which this process ran. While it is stopped (SIGSTOP, a closed lid), an
 * answer may have arrived; a usual timer would be due at once and throw that answer away.
 */
export function awakeTimeout(seconds: number, others: readonly AbortSignal[] = []) {
  const controller = new AbortController()
  const tickMilliseconds = 250
  let left = Math.ceil((seconds * 1_000) / tickMilliseconds)
  const timer = setInterval(() => {
    left -= 1
    if (left <= 0) controller.abort(new Error(`no answer within ${seconds} s`))
  }, tickMilliseconds)
  return {
    signal: AbortSignal.any([controller.signal, ...others]),
    end: () => clearInterval(timer),
  }
}
