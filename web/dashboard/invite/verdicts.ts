import { phoneFault } from '../../../src/lists/phone-numbers.ts'
import type { ImportOutcome } from '../client/types.ts'
import { type Forms, fill, formFor, type Slots } from '../language/fill.ts'
import { formatList, formatNumber } from '../language/formats.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import { channelFor, type DeliveryMode } from '../words/delivery.ts'
import type { Invitee } from './invitee.ts'
import { type ListedPerson, linesLeftOut } from './merge-duplicates.ts'
import { words } from './words.ts'

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

/** Puts the outcome of a row into words. Without an outcome, the check is still running. */
export function listVerdict(
  listed: ListedPerson,
  outcome: ImportOutcome | undefined,
  options: VerdictOptions,
  linesOf: (row: number) => readonly number[],
): ListVerdict {
  const verdict = verdictOfChosen(listed, outcome, options, linesOf)
  const left = linesLeftOut(listed)
  if (left.length === 0) return verdict
  // The names that were not chosen go nowhere, so they are named until the end.
  const joined = lineText(verdicts.otherName, left)
  return { ...verdict, words: fill(verdicts.withJoined, { verdict: verdict.words, joined }) }
}

function verdictOfChosen(
  listed: ListedPerson,
  outcome: ImportOutcome | undefined,
  { way, again, isFailed = false }: VerdictOptions,
  linesOf: (row: number) => readonly number[],
): ListVerdict {
  const { lines, person } = listed
  const problem = problemText(listed, outcome)
  if (problem !== undefined) return { kind: 'wrong', words: lineText(verdicts.atLines, lines, { problem }) }
  if (!outcome) return { kind: 'waits', words: isFailed ? verdicts.unchecked : verdicts.checking }
  const channel = channelFor(person, way)
  const lacking = way === 'sms' ? 'noPhone' : 'noEmail'
  if (outcome.status === 'new') {
    const kind = channel ? 'sends' : 'adds'
    const verdict = withJoined(verdicts.new[channel ?? lacking], lines)
    return { kind, words: withPhoneLeft(verdict, listed) }
  }
  if (outcome.status === 'standing') {
    const kind = channel ? 'sends' : 'left'
    // People who were only added are not invited again but for the first time.
    if (channel && !outcome.isInvited) return { kind, words: withJoined(verdicts.onlyAdded[channel], lines) }
    if (!again) return { kind: 'left', words: withJoined(verdicts.present.leftOut, lines) }
    return { kind, words: withJoined(verdicts.present[channel ?? lacking], lines) }
  }
  if (outcome.status === 'completed') return { kind: 'left', words: withJoined(verdicts.completed, lines) }
  if (outcome.status === 'repeated') {
    const other = outcome.sameAs === null ? [] : linesOf(outcome.sameAs)
    return {
      kind: 'left',
      words: other.length === 0 ? verdicts.repeatedEarlier : lineText(verdicts.repeated, other),
    }
  }
  return { kind: 'wrong', words: verdicts.noRoom }
}

/** What is to be corrected in a row, without the number of its line; undefined if nothing is. */
export function problemText(
  { person, problem }: ListedPerson,
  outcome: ImportOutcome | undefined,
): string | undefined {
  if (problem !== undefined) return problem
  if (!outcome || ['new', 'standing', 'completed', 'repeated', 'over_cap'].includes(outcome.status)) {
    return undefined
  }
  return refusalText(person, outcome)
}

/** A text with `{lines}`, such as “Line 5: …” or “Lines 3 and 6: …”. */
export function lineText(forms: Forms, lines: readonly number[], slots: Slots = {}): string {
  return fill(formFor(forms, lines.length), { lines: lineList(lines), ...slots })
}

const mostLines = 12

/** “3, 4 and 6”; of many, the first ones. */
export function lineList(lines: readonly number[]): string {
  const numbers = lines.map((line) => formatNumber(line))
  return lines.length > mostLines
    ? `${formatList(numbers.slice(0, mostLines))} …`
    : formatListWithAnd(numbers)
}

/** The row says that the number isn't added with the person. Of people on the account nothing is changed anyway. */
function withPhoneLeft(verdict: string, { phoneLeft, phoneProblem: problem }: ListedPerson): string {
  if (!phoneLeft) return verdict
  const joined = problem ? fill(verdicts.phoneLeft.because, { problem }) : verdicts.phoneLeft[phoneLeft]
  return fill(verdicts.withJoined, { verdict, joined })
}

function withJoined(verdict: string, { length }: readonly number[]): string {
  if (length < 2) return verdict
  const { two, three, four, five, more } = verdicts.joined
  const joined = [two, three, four, five][length - 2] ?? fill(more, { n: length })
  return fill(verdicts.withJoined, { verdict, joined })
}

/** Why the API refuses a row, in terms of what was typed; the API's own message as the fallback. */
function refusalText(person: Invitee, { param, message }: ImportOutcome): string {
  if (param === 'email' && person.email) return emailFault(person.email)
  const fault = param === 'phone' && person.phone ? phoneFault(person.phone) : undefined
  if (fault) return fault === 'country' ? problems.noCountryCode : problems.noPhone
  if (param === 'locale') return fill(problems.unknownLanguage, { language: person.locale ?? '' })
  if (param === 'firstName' || param === 'lastName') return problems.forbiddenInName
  if (message === null) return problems.unreadable
  // The API's messages are English sentences; here one follows the number of a line.
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '')
}

function emailFault(email: string): string {
  const [before, ...rest] = email.split('@')
  const host = rest.at(-1) ?? ''
  if (rest.length > 1) return problems.twoSigns
  if (!before) return problems.nothingBefore
  if (!host) return problems.nothingAfter
  if (!host.includes('.') || host.endsWith('.')) return problems.incompleteEmail
  return problems.noEmail
}

const { verdicts, problems } = words
