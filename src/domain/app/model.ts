import type { Actor } from '../../contract/actor.ts'
import type { RevokeReason } from '../../contract/authorization.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import type { QueueRegionMessage } from '../../contract/region-message.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** What connecting an app requires. */
export type AppParts = GrantParts & {
  installation: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey' | 'quotas'>
}

/** What revoking grants requires. */
export type GrantParts = {
  database: Database
  clock: Clock
  newId: () => string
  /** Regions of accounts in this database. */
  region: string
  secretKey: SecretKey
  /** Notifies the home regions of other accounts. */
  queueRegionMessage: QueueRegionMessage
}

/**
 * How long an ended grant must be refused: the lifetime of the last token that could have been issued for it, plus
 * five minutes for clock differences and requests in flight.
 */
export const revocationMilliseconds = (3_600 + 300) * 1_000

/** Who revokes a grant, by reason: the member, the app in the member's name, or the service by a rule. */
export function revocationActor(reason: RevokeReason, grant: { memberId: string; clientId: string }): Actor {
  const { memberId, clientId } = grant
  if (reason === 'app') return { kind: 'member', id: memberId, clientId }
  if (reason === 'person' || reason === 'signed_out_everywhere') {
    return { kind: 'member', id: memberId, clientId: null }
  }
  return { kind: 'system', id: 'authorization', clientId: null }
}
