import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { type Outcome, outcomeText } from '../words/outcomes.ts'
import type { Recipient } from './run.ts'
import { lineText } from './verdicts.ts'
import { words } from './words.ts'

/** The outcome of one person, for their row. */
export function resultWords({ state, reason, channel, lines, profileId, goesAt }: Recipient): string {
  const { results } = words
  if (state === 'sent') return channel === 'sms' ? results.sms : results.email
  if (state === 'added') return results.added
  if (state === 'left') return results.completed
  if (state === 'waits') return results.waits
  if (state === 'queued') return results.queued
  if (reason === 'over_cap') return results.noRoom
  if (reason === 'repeated') return lineText(results.repeated, lines)
  if (reason && isReason(reason)) {
    if (isForTheDay(reason) && goesAt !== undefined) {
      return fill(results.after[reason], { time: timeText(goesAt) })
    }
    const isFinal = ['country_not_allowed', 'number_not_allowed', 'number_invalid'].includes(reason)
    return outcomeText({ profileId: '', status: isFinal ? 'failed' : 'skipped', reason })
  }
  return fill(profileId === null ? results.notAdded : results.notSent, { reason: reason ?? results.noReason })
}

/** Error codes of the API are one word, its messages are not. */
function isReason(reason: string): reason is NonNullable<Outcome['reason']> {
  return /^[a-z]+(_[a-z]+)+$/.test(reason)
}

function isForTheDay(reason: string): reason is keyof typeof words.results.after {
  return Object.hasOwn(words.results.after, reason)
}

/** Daily limits reset at midnight UTC, which is another local hour elsewhere. */
export function timeText(goesAt: number): string {
  const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return formatDate(new Date(goesAt), format)
}
