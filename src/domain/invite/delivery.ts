import type { InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { askAboutWaitingAt } from '../campaign-progress/waiting-store.ts'
import { noteBounced } from '../message/opt-out.ts'
import { recordInviteFailed, recordInviteSent } from './store.ts'

type InviteRef = { accountId: string; inviteId: string }

/** `isReported`: by a mail server that had accepted the email. `blames`: what the refusal is about. */
export type InviteFailure = {
  reason: 'refused' | 'exhausted'
  isReported?: boolean
  blames?: 'recipient' | 'other'
}

/**
 * Records the outcome of an invite's message on the invite. An email address that was refused for good gets nothing
 * optional any more.
 */
export function createInviteDelivery(installation: Pick<InstallationConfig, 'mail' | 'homes'>) {
  return {
    recordSent: recordInviteSent,
    async recordFailed(sql: Sql, invite: InviteRef, now: Date, failure: InviteFailure): Promise<void> {
      const address = await recordInviteFailed(sql, invite, now, failure)
      const { accountId } = invite
      const isBounce = failure.reason === 'refused' && failure.blames === 'recipient'
      if (!isBounce || address === undefined) return
      await noteRefusedAddress(sql, { accountId, address, installation }, now)
    },
  }
}

/**
 * Nothing optional is sent to this email address any more, also if someone had asked for it to be tried again before. Phone
 * numbers are tried again.
 */
export async function noteRefusedAddress(
  sql: Sql,
  refused: { accountId: string; address: string; installation: Pick<InstallationConfig, 'mail' | 'homes'> },
  now: Date,
): Promise<void> {
  if (!refused.address.includes('@')) return
  await noteBounced(sql, refused, now)
  await askAboutWaitingAt(sql, refused)
}
