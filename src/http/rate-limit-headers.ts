import type { Allowance } from '../contract/request.ts'

/**
 * The rate limit headers of draft-ietf-httpapi-ratelimit-headers-10: quota `q` per window of `w` seconds, `r`
 * remaining requests, and `t` seconds until there is one more.
 */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  const { burst, windowSeconds, remaining, nextInSeconds } = allowance
  return {
    'ratelimit-policy': `"default";q=${burst};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${nextInSeconds}`,
  }
}
