import type { Allowance } from '../contract/request.ts'

/**
 * What a caller may ask and what is left of it, in the structured fields of the HTTPAPI draft on rate limits
 * (draft-ietf-httpapi-ratelimit-headers-10): a quota `q` in a window of `w` seconds, `r` left, and `t` seconds
 * until there is one more.
 */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  const { burst, windowSeconds, remaining, nextInSeconds } = allowance
  return {
    'ratelimit-policy': `"default";q=${burst};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${nextInSeconds}`,
  }
}
