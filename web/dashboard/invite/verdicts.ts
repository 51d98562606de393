import type { ImportOutcome } from '../client/types.ts'
import { addressKeys, type Invitee } from './invitee.ts'
import type { ListedPerson } from './merge-duplicates.ts'

export type Channel = 'email' | 'sms'

/** The channel of the links: by the addresses of each person, or one channel for all. */
export type DeliveryMode = 'given' | Channel

export type VerdictOptions = {
  readonly way: DeliveryMode
  /** Whether existing people get a new link. */
  readonly again: boolean
  /** Whether the API check failed. */
  readonly isFailed?: boolean
}

/** The outcome of one person of the list: a kind to count by, and words for the row. */
export type ListVerdict = {
  readonly kind: 'sends' | 'adds' | 'left' | 'wrong' | 'waits'
  readonly words: string
}

/** The channel for this person; undefined without an address for it. */
export function channelFor({ email, phone }: Invitee, way: DeliveryMode): Channel | undefined {
  if (way === 'email') return email ? 'email' : undefined
  if (way === 'sms') return phone ? 'sms' : undefined
  return email ? 'email' : 'sms'
}

/** Puts the outcome of a row into words. Without an outcome, the check is still running. */
export function listVerdict(
  { lines, person, problem }: ListedPerson,
  outcome: ImportOutcome | undefined,
  { way, again, isFailed = false }: VerdictOptions,
  linesOf: (row: number) => readonly number[],
): ListVerdict {
  if (problem) return { kind: 'wrong', words: `${lineWords(lines)}: ${problem}` }
  if (!outcome) return { kind: 'waits', words: isFailed ? 'Not looked at yet' : 'Checking' }
  const channel = channelFor(person, way)
  const joined = lines.length > 1 ? `. ${numberWord(lines.length)} lines joined` : ''
  const by = channel === 'sms' ? 'by SMS' : 'by email'
  const lacking = way === 'sms' ? 'no phone number' : 'no email address'
  if (outcome.status === 'new') {
    return channel
      ? { kind: 'sends', words: `New, ${by}${joined}` }
      : { kind: 'adds', words: `New, only added: ${lacking}${joined}` }
  }
  if (outcome.status === 'standing') {
    if (!again) return { kind: 'left', words: `Already here, left out${joined}` }
    return channel
      ? { kind: 'sends', words: `Already invited: resend ${by}${joined}` }
      : { kind: 'left', words: `Already here, left out: ${lacking}${joined}` }
  }
  if (outcome.status === 'completed') return { kind: 'left', words: `Skipped: already completed${joined}` }
  if (outcome.status === 'repeated') {
    const other = outcome.sameAs === null ? [] : linesOf(outcome.sameAs)
    return { kind: 'left', words: `The same person as in ${lineWords(other).toLowerCase()}, left out` }
  }
  if (outcome.status === 'over_cap') return { kind: 'wrong', words: 'No room left in the trial' }
  return { kind: 'wrong', words: `${lineWords(lines)}: ${problemText(person, outcome)}` }
}

/** “Line 5”, “Lines 3 and 6”. */
export function lineWords(lines: readonly number[]): string {
  const shown = lines.map((line) => line.toLocaleString('en-GB'))
  if (shown.length === 0) return 'An earlier line'
  if (shown.length === 1) return `Line ${shown[0]}`
  return `Lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function numberWord(count: number): string {
  return ['Two', 'Three', 'Four', 'Five'][count - 2] ?? count.toLocaleString('en-GB')
}

/** Why the API refuses a row, in terms of what was typed; the API's own message as the fallback. */
function problemText(person: Invitee, { param, message }: ImportOutcome): string {
  if (param === 'email' && person.email) return emailFault(person.email)
  const [phone = ''] = addressKeys({ phone: person.phone })
  if (param === 'phone' && !phone.startsWith('+')) {
    return 'the number needs its country code, as in +49 151 12345678'
  }
  if (param === 'phone' && !/^\+[1-9]\d{6,14}$/.test(phone)) return 'this is no whole phone number'
  if (param === 'locale') return `“${person.locale}” is none of the nine languages`
  if (param === 'firstName' || param === 'lastName') return 'this cannot stand in a name'
  const words = message ?? 'this cannot be read.'
  return words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '')
}

function emailFault(email: string): string {
  const [before, ...rest] = email.split('@')
  const host = rest.at(-1) ?? ''
  if (rest.length > 1) return 'the address has more than one @'
  if (!before) return 'nothing comes before the @'
  if (!host) return 'nothing comes after the @'
  if (!host.includes('.') || host.endsWith('.')) return 'this email address looks incomplete'
  return 'this is no email address'
}
