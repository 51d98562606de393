import type { Profile, Progress } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { isWaitingForInvite } from '../words/waiting-for-invite.ts'
import { words } from './words.ts'

const { states } = words

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
    return { words: states.erasure, at: progress.erasureRequestedAt, kind: 'failed' }
  }
  if (profile.isCompleted) {
    return { words: states.completed, at: profile.dateCompleted ?? undefined, kind: 'done' }
  }
  if (!progress) return undefined
  if (progress.invite?.wrongPerson) {
    return { words: states.wrongPerson, at: progress.invite.wrongPersonAt ?? undefined, kind: 'failed' }
  }
  const again = channelTo(profile, progress)
  if (progress.answered > 0 || profile.dateStarted !== null) {
    const isOver = progress.invite?.state === 'expired' || progress.invite?.state === 'superseded'
    return { words: progressText(progress), kind: 'underway', again: isOver ? again : undefined }
  }
  if (isWaitingForInvite(progress)) return { words: states.queued, kind: 'waiting' }
  return waitingOf(progress, again)
}

function progressText({ answered, assessment, assessmentAnswered, assessmentItemCount }: Progress): string {
  if (assessment === null) return states.nearlyDone
  const name = assessmentNames[assessment]
  if (assessmentAnswered === 0 && answered > 0) return fill(states.next, { assessment: name })
  return fill(states.within, {
    assessment: name,
    n: assessmentAnswered ?? 0,
    total: assessmentItemCount ?? 0,
  })
}

function waitingOf(
  { invite, firstOpenedAt, firstSentAt }: Pick<Progress, 'invite' | 'firstOpenedAt' | 'firstSentAt'>,
  again: PersonStatus['again'],
): PersonStatus {
  const kind = 'waiting'
  if (!invite) return { words: states.notInvited, kind }
  // A newer link that is not opened yet takes nothing back.
  const isActive = invite.state === 'queued' || invite.state === 'sent' || invite.state === 'opened'
  // Nor does one that failed at a former address.
  const isLost = invite.state === 'failed' && invite.addressChanged
  if ((isActive || isLost) && firstOpenedAt !== null)
    return { words: states.opened, at: firstOpenedAt, kind, again: isLost ? again : undefined }
  switch (invite.state) {
    case 'failed':
      // What failed at another address says nothing about this one.
      if (invite.addressChanged) return { words: states.addressChanged, kind, again }
      return { words: invite.channel === 'sms' ? states.textFailed : states.emailFailed, kind: 'failed' }
    case 'opened':
      return { words: states.opened, at: invite.openedAt ?? undefined, kind }
    case 'expired':
      return { words: states.expired, at: invite.expiresAt, kind, again }
    case 'superseded':
      return { words: states.superseded, kind, again }
    case 'sent':
      return { words: states.sent, at: invite.sentAt ?? undefined, kind }
    default:
      // A reminder that waits takes nothing back, either.
      if (firstSentAt !== null) return { words: states.sent, at: firstSentAt, kind }
      return { words: states.queued, kind }
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
