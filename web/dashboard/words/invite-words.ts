import english from '../../../content/locales/en/dashboard/inviteWords.json'
import type { Invite, Profile, Progress } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { dueMoment, weekdayMoment } from './moment-text.ts'
import { isWaitingForInvite } from './waiting-for-invite.ts'

const words = areaWords('inviteWords', english)

/** The state of an invite, and what to do if it got stuck. */
export const inviteWords: Record<Invite['state'], { name: string; way?: string }> = words.states

/** The state of an invite in the history, with what its reader reported. */
export function inviteStateText({ state, wrongPersonAt }: Pick<Invite, 'state' | 'wrongPersonAt'>): string {
  if (!wrongPersonAt) return inviteWords[state].name
  return fill(words.wrongPerson, {
    date: formatDate(new Date(wrongPersonAt), { day: 'numeric', month: 'short', year: 'numeric' }),
  })
}

/** What to do about an invite that got stuck; undefined if nothing has to be done. */
export function stuckText(
  {
    state,
    channel,
    wrongPerson,
    addressChanged,
  }: Pick<Invite, 'state' | 'channel' | 'wrongPerson' | 'addressChanged'>,
  addresses: Addresses,
): string | undefined {
  if (addressChanged) return changedText(channel, addresses)
  return wrongPerson ? words.next.wrongPerson : inviteWords[state].way
}

type Addresses = Pick<Profile, 'email' | 'phone'>

/** What became of the address or number of the last invite. An earlier one may have gone to the present one. */
function changedText(channel: Invite['channel'], { email, phone }: Addresses): string {
  const { noAddress, addressChanged, numberChanged, addressRemoved, numberRemoved } = words.next
  if (!email && !phone) return noAddress
  if (channel === 'sms') return phone ? numberChanged : numberRemoved
  return email ? addressChanged : addressRemoved
}

/** A step from email to results; `at` is null until it is reached. */
export type InviteStep = { readonly name: string; readonly at: string | null }

/** The first time of each step in the person's attempt: a newer invite takes none of them back. */
export function inviteSteps(
  progress: Pick<Progress, 'firstSentAt' | 'firstOpenedAt'> | null,
  { dateStarted, dateCompleted }: Started,
): InviteStep[] {
  return [
    { name: words.steps.sent, at: progress?.firstSentAt ?? null },
    { name: words.steps.opened, at: progress?.firstOpenedAt ?? null },
    { name: words.steps.started, at: dateStarted },
    { name: words.steps.completed, at: dateCompleted },
  ]
}

type Started = Pick<Profile, 'dateStarted' | 'dateCompleted'>

/**
 * What helps someone who has not completed, in a sentence. `sends`: the suggestion includes an email; `mends`: the
 * address should be corrected first. During an upgrade the previous version may answer: what it doesn't say is undefined.
 */
export function nextInviteStep(
  progress: Pick<
    Progress,
    'invite' | 'isInviteQueued' | 'queuedInvite' | 'answered' | 'erasureRequestedAt' | 'firstOpenedAt'
  >,
  { email, phone }: Addresses,
): { text: string; sends: boolean; mends?: boolean } {
  const { invite, answered, erasureRequestedAt, firstOpenedAt } = progress
  const { next, states } = words
  if (erasureRequestedAt) return { text: next.erasure, sends: false }
  if (!email && !phone) return { text: next.noAddress, sends: false, mends: true }
  if (invite?.wrongPerson) return { text: next.wrongPerson, sends: true, mends: true }
  if (invite?.addressChanged && !isWaitingForInvite(progress))
    return { text: changedText(invite.channel, { email, phone }), sends: true }
  if (invite?.optedOut && !invite.addressChanged && !phone) return { text: next.optedOut, sends: false }
  if (invite?.bounced && !invite.addressChanged && invite.state !== 'superseded')
    return { text: next.bounced, sends: true, mends: true }
  if (isWaitingForInvite(progress)) return { text: waitingText(progress.queuedInvite), sends: false }
  if (!invite) return { text: next.nothingSent, sends: true }
  if (invite.state === 'failed') return { text: states.failed.way, sends: true, mends: true }
  if (invite.state === 'expired') return { text: states.expired.way, sends: true }
  if (invite.heldUntil) return { text: fill(next.held, weekdayMoment(invite.heldUntil)), sends: false }
  if (invite.state === 'queued') return { text: next.queued, sends: false }
  if (answered > 0) return { text: next.started, sends: true }
  return { text: firstOpenedAt !== null ? next.opened : next.sent, sends: true }
}

/** With the campaign and the time that its page shows. Coaches see neither, and the previous version says neither. */
function waitingText(queued: Progress['queuedInvite']): string {
  const { waiting, waitingIn } = words.next
  if (!queued) return waiting
  return fill(waitingIn, { campaign: queued.campaignName, time: dueMoment(queued.nextAt) })
}
