import type { Configuration } from 'oidc-provider'
import type { Clock } from '../../contract/ports.ts'
import { accessTokenSeconds } from '../../identity/tokens.ts'
import { grantOf } from './find-account.ts'

const day = 86_400
/** How long an authorization request waits for an answer. */
export const interactionSeconds = 3600
const refreshIdleSeconds = 30 * day
const refreshDays = 90

/**
 * Lifetimes in seconds. An unused refresh token expires after thirty days, and its whole family ninety days after the
 * consent, however often it was rotated.
 */
export function tokenLifetimes(clock: Clock): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: accessTokenSeconds,
    AuthorizationCode: 60,
    IdToken: 3600,
    Interaction: interactionSeconds,
    Session: 3600,
    Grant: (refreshDays + 1) * day,
    RefreshToken: (ctx) => {
      const consentedAt = grantOf(ctx)?.createdAt
      if (consentedAt === undefined) throw new Error('A refresh token cannot be issued without a consent')
      const remaining = Math.floor((Date.parse(consentedAt) - clock().getTime()) / 1000) + refreshDays * day
      return Math.max(1, Math.min(refreshIdleSeconds, remaining))
    },
  }
}
