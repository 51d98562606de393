import english from '../../../content/locales/en/dashboard/outcomes.json'
import type { InviteOutcome } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { count, fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'

const words = areaWords('outcomes', english)
const reasons: Record<NonNullable<InviteOutcome['reason']>, string> = words.reasons

/** The outcome of one invite, for its row. */
export function outcomeText({ status, reason }: InviteOutcome): string {
  if (status === 'sent') return words.sent
  const { alone, because } = words[status]
  return reason ? fill(because, { reason: reasons[reason] }) : alone
}

/** “3 sent, 1 skipped: has no email address”. */
export function outcomeSummary(results: readonly InviteOutcome[]): string {
  const groups = new Map<string, { readonly outcome: InviteOutcome; people: number }>()
  for (const outcome of results) {
    const text = outcomeText(outcome)
    const group = groups.get(text)
    if (group) group.people += 1
    else groups.set(text, { outcome, people: 1 })
  }
  const isSent = ({ outcome }: { outcome: InviteOutcome }) => outcome.status === 'sent'
  const all = [...groups.values()]
  const inOrder = [...all.filter(isSent), ...all.filter((group) => !isSent(group))]
  return formatList(inOrder.map(({ outcome, people }) => countText(outcome, people)))
}

function countText({ status, reason }: InviteOutcome, people: number): string {
  if (status === 'sent') return count(words.counts.sent, people)
  const { alone, because } = words.counts[status]
  return reason ? count(because, people, { reason: reasons[reason] }) : count(alone, people)
}

/** People whose invite may succeed a little later. */
export function invitableLater(results: readonly InviteOutcome[]): readonly string[] {
  const later = ['invited_just_now', 'invite_limit', 'text_limit', 'email_limit', 'recipient_limit']
  return results.filter(({ reason }) => reason && later.includes(reason)).map(({ profileId }) => profileId)
}
