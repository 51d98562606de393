import type { InviteOutcome } from '../client/types.ts'
import { outcomeText } from '../words/outcomes.ts'
import type { Recipient } from './run.ts'
import { lineWords } from './verdicts.ts'

/** The outcome of one person, for their row. */
export function resultWords({ state, reason, channel, lines, profileId, goesAt }: Recipient): string {
  if (state === 'sent') return channel === 'sms' ? 'Sent by SMS' : 'Sent by email'
  if (state === 'added') return 'Added, nothing sent'
  if (state === 'left') return 'Skipped: already completed'
  if (state === 'waits') return 'Waits'
  if (reason === 'over_cap') return 'Not added: no room left in the trial'
  if (reason === 'repeated') return `${lineWords(lines)}: has the same address as someone else in the list`
  if (reason && isReason(reason)) {
    const isFinal = ['country_not_allowed', 'number_not_allowed', 'number_invalid'].includes(reason)
    const words = outcomeText({ profileId: '', status: isFinal ? 'failed' : 'skipped', reason })
    const isForTheDay = ['text_limit', 'email_limit', 'recipient_limit'].includes(reason)
    return isForTheDay && goesAt !== undefined ? `${words.replace(/ later$/, '')} ${after(goesAt)}` : words
  }
  const head = profileId === null ? 'Not added' : 'Not sent'
  return `${head}: ${reason ?? 'the service gave no reason'}`
}

/** Error codes of the API are one word, its messages are not. */
function isReason(reason: string): reason is NonNullable<InviteOutcome['reason']> {
  return /^[a-z]+(_[a-z]+)+$/.test(reason)
}

/** Daily limits reset at midnight UTC, which is another local hour elsewhere. */
function after(goesAt: number): string {
  const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return `after ${new Intl.DateTimeFormat('en-GB', format).format(goesAt)}`
}
