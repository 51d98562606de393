/** Answers after which the same request may succeed. */
export function isWorthRepeating(status: number, retryAfterSeconds: number | undefined): boolean {
  if (status === 409) return retryAfterSeconds !== undefined
  return status === 429 || (status >= 502 && status <= 504)
}

/**
 * Milliseconds before the next try: what the service asks for, else up to 0.5 s · 2ⁿ and 8 s, drawn evenly so that
 * clients that failed together don't return together. Undefined if the service asks for more than a minute.
 */
export function waitBefore(
  nextTry: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  if (retryAfterSeconds === undefined) return random() * Math.min(500 * 2 ** (nextTry - 2), 8_000)
  return retryAfterSeconds <= 60 ? retryAfterSeconds * 1_000 : undefined
}
