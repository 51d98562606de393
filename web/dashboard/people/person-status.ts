import type { Profile, Progress } from '../client/types.ts'
import { assessmentNames } from '../words/assessment-names.ts'

/** The status of a person in their row. */
export type PersonStatus = {
  readonly words: string
  /** The time of the status, ISO 8601. */
  readonly at?: string | undefined
  readonly kind: 'done' | 'underway' | 'waiting' | 'failed'
  /** The channel of another invite, if that is the next step. */
  readonly again?: 'email' | 'sms' | undefined
}

/**
 * The status of one person. Without `progress`, which loads after the list, only Completed is known; undefined until
 * it is loaded.
 */
export function personStatus(
  profile: Pick<Profile, 'isCompleted' | 'dateCompleted' | 'dateStarted' | 'email' | 'phone'>,
  progress: Progress | undefined,
): PersonStatus | undefined {
  if (progress?.erasureRequestedAt) {
    return { words: 'Deletion requested', at: progress.erasureRequestedAt, kind: 'failed' }
  }
  if (profile.isCompleted) return { words: 'Completed', at: profile.dateCompleted ?? undefined, kind: 'done' }
  if (!progress) return undefined
  const again = channelTo(profile, progress)
  if (progress.answered > 0 || profile.dateStarted !== null) {
    const isOver = progress.invite?.state === 'expired' || progress.invite?.state === 'superseded'
    return { words: progressText(progress), kind: 'underway', again: isOver ? again : undefined }
  }
  return waitingOf(progress.invite, again)
}

function progressText({ answered, assessment, assessmentAnswered, assessmentItemCount }: Progress): string {
  if (assessment === null) return 'Nearly done'
  if (assessmentAnswered === 0 && answered > 0) return `${assessmentNames[assessment]} next`
  return `In ${assessmentNames[assessment]}, ${assessmentAnswered ?? 0} of ${assessmentItemCount ?? 0}`
}

function waitingOf(invite: Progress['invite'], again: PersonStatus['again']): PersonStatus {
  const kind = 'waiting'
  if (!invite) return { words: 'Not invited', kind }
  switch (invite.state) {
    case 'failed':
      return { words: invite.channel === 'sms' ? 'Text message failed' : 'Email bounced', kind: 'failed' }
    case 'opened':
      return { words: 'Opened', at: invite.openedAt ?? undefined, kind }
    case 'expired':
      return { words: 'Invite expired', at: invite.expiresAt, kind, again }
    case 'superseded':
      return { words: 'Link no longer works', kind, again }
    case 'sent':
      return { words: 'Sent', at: invite.sentAt ?? undefined, kind }
    default:
      return { words: 'Waiting to be sent', kind }
  }
}

/** The channel of the last invite, or of the address that exists. */
function channelTo(
  { email, phone }: Pick<Profile, 'email' | 'phone'>,
  { invite }: Progress,
): PersonStatus['again'] {
  if (invite?.channel === 'sms' && phone) return 'sms'
  if (email) return 'email'
  return phone ? 'sms' : undefined
}
