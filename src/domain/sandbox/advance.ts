import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { recordEvent } from '../event/record.ts'
import { isInviteExpired, isInviteValid } from '../invite/state.ts'
import { type InviteRow, recordInviteFailed } from '../invite/store.ts'
import { failQueuedInvites } from '../outbox/store.ts'
import type { Profile } from '../profile/model.ts'
import { answerAsPersona, startFromInvite } from './answer.ts'
import { expireInvite, findInvite, findNewestInvite } from './store.ts'

export const advanceTargets = ['opened', 'started', 'expired', 'bounced'] as const
type AdvanceTarget = (typeof advanceTargets)[number]

/** Enough to be in progress, and not enough to finish anything. */
const firstAnswers = 3

/**
 * Moves the newest invite of a profile that the caller has locked. Fails as a conflict if that invite is no longer open,
 * or for a message that has arrived already.
 */
export async function advanceInvite(
  context: Context,
  profile: Profile,
  to: AdvanceTarget,
): Promise<{ invite: InviteRow; changes: Change[] }> {
  const { sql, account, now } = context
  const invite = await findNewestInvite(sql, account.id, profile.id)
  const isOpen = invite && isInviteValid(invite, profile) && !isInviteExpired(invite, now())
  if (!isOpen || (to === 'bounced' && (invite.opened_at !== null || invite.failed_at !== null)))
    throw new Failure('no_open_invite')
  const target = { type: 'profile', id: profile.id } as const
  const changes = [{ target, changes: { to } }, ...(await move(context, profile, invite, to))]
  return { invite: (await findInvite(sql, account.id, invite.id)) ?? invite, changes }
}

async function move(
  context: Context,
  profile: Profile,
  invite: InviteRow,
  to: AdvanceTarget,
): Promise<Change[]> {
  const { sql, account } = context
  const at = context.now()
  switch (to) {
    case 'opened':
      await startFromInvite(context, profile)
      return []
    case 'started':
      return answerAsPersona(context, profile, { persona: 'balanced', seed: 1, mostAnswers: firstAnswers })
    case 'expired': {
      await expireInvite(sql, account.id, invite.id, at)
      const { id: inviteId, channel } = invite
      if (channel === 'link' || profile.isCompleted) return []
      const data = { inviteId, profileId: profile.id, channel, expiresAt: at.toISOString() }
      recordEvent(sql, { type: 'invite.expired', data })
      return []
    }
    case 'bounced':
      await failQueuedInvites(sql, account.id, profile.id, at)
      await recordInviteFailed(sql, { accountId: account.id, inviteId: invite.id }, at, {
        reason: 'refused',
      })
      return []
  }
}
