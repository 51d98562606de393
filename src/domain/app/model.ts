import type { RevokeReason } from '../../contract/authorization.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import type { QueueRegionMessage } from '../../contract/region-message.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { Actor } from '../audit/record.ts'

/** What letting apps in takes. */
export type AppParts = GrantParts & { site: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey'> }

/** What ending grants takes. */
export type GrantParts = {
  database: Database
  clock: Clock
  newId: () => string
  /** Where accounts of this database are at home. */
  region: string
  secretKey: SecretKey
  /** Lets the home regions of other accounts know. */
  queueRegionMessage: QueueRegionMessage
}

/**
 * For how long a grant that has ended must be refused: as long as the last token lives that could have been signed
 * for it, and five minutes for clocks that differ and answers that were under way.
 */
export const revocationMilliseconds = (3_600 + 300) * 1_000

/** Who ends a grant, where the reason says it: the member, the app in the member's name, or the service by a rule. */
export function revocationActor(reason: RevokeReason, grant: { memberId: string; clientId: string }): Actor {
  const { memberId, clientId } = grant
  if (reason === 'app') return { kind: 'member', id: memberId, clientId }
  if (reason === 'person' || reason === 'signed_out_everywhere') {
    return { kind: 'member', id: memberId, clientId: null }
  }
  return { kind: 'system', id: 'authorization', clientId: null }
}
