import type { Progress } from '../client/types.ts'

/** Whether the service will send someone an invite who has none that works. */
export function isWaitingForInvite({
  isInviteQueued,
  invite,
}: Pick<Progress, 'isInviteQueued' | 'invite'>): boolean {
  return isInviteQueued && !(invite && ['queued', 'sent', 'opened'].includes(invite.state))
}
