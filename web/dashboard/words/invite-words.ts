import english from '../../../content/locales/en/dashboard/inviteWords.json'
import type { Invite, Profile, Progress } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { isWaitingForInvite } from './waiting-for-invite.ts'

const words = areaWords('inviteWords', english)

/** The state of an invite, and what to do if it got stuck. */
export const inviteWords: Record<Invite['state'], { name: string; way?: string }> = words.states

/** A step from email to results; `at` is null until it is reached. */
export type InviteStep = { readonly name: string; readonly at: string | null }

/** The steps of the latest invite and of the person's attempt. */
export function inviteSteps(invite: Invite | null, { dateStarted, dateCompleted }: Started): InviteStep[] {
  return [
    { name: words.steps.sent, at: invite?.sentAt ?? null },
    { name: words.steps.opened, at: invite?.openedAt ?? null },
    { name: words.steps.started, at: dateStarted },
    { name: words.steps.completed, at: dateCompleted },
  ]
}

type Started = Pick<Profile, 'dateStarted' | 'dateCompleted'>

/**
 * What helps someone who has not completed, in a sentence. `sends`: the suggestion includes an email; `mends`: the
 * address should be corrected first.
 */
export function nextInviteStep(
  progress: Pick<Progress, 'invite' | 'isInviteQueued' | 'answered' | 'erasureRequestedAt'>,
  { email, phone }: Pick<Profile, 'email' | 'phone'>,
): { text: string; sends: boolean; mends?: boolean } {
  const { invite, answered, erasureRequestedAt } = progress
  const { next, states } = words
  if (erasureRequestedAt) return { text: next.erasure, sends: false }
  if (!email && !phone) return { text: next.noAddress, sends: false, mends: true }
  if (invite?.optedOut && !phone) return { text: next.optedOut, sends: false }
  if (invite?.bounced && invite.state !== 'superseded')
    return { text: next.bounced, sends: true, mends: true }
  if (isWaitingForInvite(progress)) return { text: next.waiting, sends: false }
  if (!invite) return { text: next.nothingSent, sends: true }
  if (invite.state === 'failed') return { text: states.failed.way, sends: true, mends: true }
  if (invite.state === 'expired') return { text: states.expired.way, sends: true }
  if (invite.state === 'queued') return { text: next.queued, sends: false }
  if (answered > 0) return { text: next.started, sends: true }
  return { text: invite.state === 'opened' ? next.opened : next.sent, sends: true }
}
