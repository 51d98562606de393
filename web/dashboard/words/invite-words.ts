import type { Invite, Profile, Progress } from '../client/types.ts'

/** The state of an invite, and what to do if it got stuck. */
export const inviteWords: Record<Invite['state'], { name: string; way?: string }> = {
  queued: { name: 'Waiting to leave' },
  sent: { name: 'Sent' },
  opened: { name: 'Opened' },
  expired: { name: 'Expired', way: 'Its seven days are over. Send a new one.' },
  superseded: { name: 'Replaced', way: 'A newer link or another address took its place.' },
  failed: {
    name: 'Not delivered',
    way: 'The email bounced. Check the address for typos, fix it, then resend.',
  },
}

const bouncedWay =
  'The email bounced, so nothing more is sent to this address. Check it for typos and fix it. If it’s right, try it again.'

/** A step from email to results; `at` is null until it is reached. */
export type InviteStep = { readonly name: string; readonly at: string | null }

/** The steps of the latest invite and of the person's attempt. */
export function inviteSteps(invite: Invite | null, { dateStarted, dateCompleted }: Started): InviteStep[] {
  return [
    { name: 'Sent', at: invite?.sentAt ?? null },
    { name: 'Opened', at: invite?.openedAt ?? null },
    { name: 'Started', at: dateStarted },
    { name: 'Completed', at: dateCompleted },
  ]
}

type Started = Pick<Profile, 'dateStarted' | 'dateCompleted'>

/**
 * What helps someone who has not completed, in a sentence. `sends`: the suggestion includes an email; `mends`: the
 * address should be corrected first.
 */
export function nextInviteStep(
  { invite, answered, erasureRequestedAt }: Pick<Progress, 'invite' | 'answered' | 'erasureRequestedAt'>,
  { email, phone }: Pick<Profile, 'email' | 'phone'>,
): { text: string; sends: boolean; mends?: boolean } {
  if (erasureRequestedAt) return { text: 'They asked to be erased. Answer that first.', sends: false }
  if (!email && !phone) {
    return { text: 'There is no address yet. Add one, then send the link.', sends: false, mends: true }
  }
  if (invite?.optedOut && !phone) {
    return {
      text: 'They asked for no more emails, so none can be sent. They can undo this in any earlier email.',
      sends: false,
    }
  }
  if (invite?.bounced && invite.state !== 'superseded') return { text: bouncedWay, sends: true, mends: true }
  if (!invite) return { text: 'Nothing has been sent yet. Send the link.', sends: true }
  if (invite.state === 'failed') return { text: inviteWords.failed.way ?? '', sends: true, mends: true }
  if (invite.state === 'expired') return { text: inviteWords.expired.way ?? '', sends: true }
  if (invite.state === 'queued')
    return { text: 'The email will be sent in a moment. Nothing to do.', sends: false }
  if (answered > 0) {
    return {
      text: 'They’ve started, and their answers are saved. Send a reminder to bring them back.',
      sends: true,
    }
  }
  if (invite.state === 'opened') {
    return { text: 'They have opened the link and not answered yet. A reminder may help.', sends: true }
  }
  return { text: 'The link is with them. A reminder may help after some days.', sends: true }
}
