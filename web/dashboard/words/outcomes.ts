import english from '../../../content/locales/en/dashboard/outcomes.json'
import type { CampaignQueue, InviteOutcome } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { count, fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'

const words = areaWords('outcomes', english)
/** Also why someone who was to be invited later will not be. */
type Reason = NonNullable<InviteOutcome['reason'] | CampaignQueue['people'][number]['reason']>
const reasons: Record<Reason, string> = words.reasons

export type Outcome = Omit<InviteOutcome, 'reason'> & { readonly reason: Reason | null }

/** The outcome of one invite, for its row. */
export function outcomeText({ status, reason }: Outcome): string {
  if (status === 'sent' || status === 'queued') return words[status]
  const { alone, because } = words[status]
  return reason ? fill(because, { reason: reasons[reason] }) : alone
}

/** “3 sent, 1 skipped: has no email address”. `from`: when those who follow do, if that is known. */
export function outcomeSummary(results: readonly Outcome[], from?: string): string {
  const groups = new Map<string, { readonly outcome: Outcome; people: number }>()
  for (const outcome of results) {
    const text = outcomeText(outcome)
    const group = groups.get(text)
    if (group) group.people += 1
    else groups.set(text, { outcome, people: 1 })
  }
  const isSent = ({ outcome }: { outcome: Outcome }) => outcome.status === 'sent'
  const isQueued = ({ outcome }: { outcome: Outcome }) => outcome.status === 'queued'
  const all = [...groups.values()]
  const others = all.filter((group) => !isSent(group) && !isQueued(group))
  const inOrder = [...all.filter(isSent), ...all.filter(isQueued), ...others]
  return formatList(inOrder.map(({ outcome, people }) => countText(outcome, people, from)))
}

function countText({ status, reason }: Outcome, people: number, from: string | undefined): string {
  if (status === 'queued' && from !== undefined) return count(words.counts.queuedFrom, people, { time: from })
  if (status === 'sent' || status === 'queued') return count(words.counts[status], people)
  const { alone, because } = words.counts[status]
  return reason ? count(because, people, { reason: reasons[reason] }) : count(alone, people)
}

/** People whose invite may succeed a little later. */
export function invitableLater(results: readonly InviteOutcome[]): readonly string[] {
  const later = ['invited_just_now', 'invite_limit', 'text_limit', 'email_limit', 'recipient_limit']
  return results.filter(({ reason }) => reason && later.includes(reason)).map(({ profileId }) => profileId)
}
