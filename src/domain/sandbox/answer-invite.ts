import type { Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { actorOf, recordChanges } from '../audit/record.ts'
import { isInviteExpired, isInviteValid } from '../invite/state.ts'
import { lockProfile } from '../profile/store.ts'
import { personaOfAddress } from './addresses.ts'
import { answerAsPersona } from './answer.ts'
import { findInvite } from './store.ts'

/**
 * Lets the person answer whose invite was delivered in a sandbox, if its address says so, in the transaction that records
 * the delivery. Does nothing in any other account.
 */
export function createInviteAnswerer(parts: Pick<Context, 'installation' | 'now' | 'newId'>) {
  return async (sql: Sql, message: { accountId: string; inviteId: string }): Promise<void> => {
    const { accountId, inviteId } = message
    const invite = await findInvite(sql, accountId, inviteId)
    const request = invite?.recipient ? personaOfAddress(invite.recipient) : undefined
    const account = request && (await findUnlockedAccount(sql, accountId))
    if (!invite || !request || account?.mode !== 'sandbox' || account.paused) return
    const profile = await lockProfile(sql, accountId, invite.profile_id)
    const now = parts.now()
    if (!profile || profile.isCompleted || !isInviteValid(invite, profile) || isInviteExpired(invite, now))
      return
    const caller = {
      ...answerer,
      accountId,
      region: parts.installation.region,
      profileId: profile.id,
      inviteId,
    }
    const changes = await answerAsPersona(
      { ...parts, sql, account, caller, sees: 'everyone' },
      profile,
      request,
    )
    recordChanges(sql, {
      accountId,
      changes,
      now,
      action: 'save_answers',
      requestId: 'sandbox',
      actor: actorOf(caller, changes),
      newId: parts.newId,
      secretKey: parts.installation.secretKey,
    })
  }
}

const answerer = {
  kind: 'taker',
  channel: 'email',
  purpose: 'taking',
  sessionStartedAt: new Date(0).toISOString(),
  visibility: { through: '', fields: 'all' },
} as const
