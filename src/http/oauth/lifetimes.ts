import type { Configuration } from 'oidc-provider'
import type { Clock } from '../../contract/ports.ts'
import { accessTokenSeconds } from '../../identity/tokens.ts'

const day = 86_400
const refreshIdleSeconds = 30 * day
const refreshDays = 90

/**
 * How long everything lives, in seconds. A refresh token that nobody uses ends after thirty days, and the whole
 * family ninety days after the consent that it comes from, however often it was renewed.
 */
export function lifetimes(clock: Clock): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: accessTokenSeconds,
    AuthorizationCode: 60,
    IdToken: 3600,
    Interaction: 3600,
    Session: 3600,
    Grant: (refreshDays + 1) * day,
    RefreshToken: (ctx) => {
      const consentedAt = ctx.oidc.entities.Grant?.iat ?? 0
      const left = consentedAt + refreshDays * day - Math.floor(clock().getTime() / 1000)
      return Math.max(1, Math.min(refreshIdleSeconds, left))
    },
  }
}
