import type { Request } from '../client/call.ts'
import type { CampaignQueue, ImportOutcome, InviteOutcome } from '../client/types.ts'
import type { Channel } from '../words/delivery.ts'
import type { FocusLength } from '../words/focus-forms.ts'
import type { Invitee } from './invitee.ts'
import type { SourceTable } from './source-table.ts'
import { words } from './words.ts'

/** The fields of a new campaign, as the API takes them. */
export type CampaignBody = Pick<
  NonNullable<Request<'POST /campaign'>['body']>,
  'name' | 'deadline' | 'senderName' | 'repliesToMe' | 'note' | 'reminderDays'
>

/** The maximum per call. */
export const rowsAtOnce = 500
const invitesAtOnce = 100
/** A limit that ends within this time is waited for. No one waits at a page until tomorrow. */
const soon = 120_000

/** A person to add and invite, with the progress. */
export type Recipient = {
  readonly lines: readonly number[]
  readonly person: Invitee
  /** Undefined if nothing is sent to them. */
  readonly channel?: Channel | undefined
  readonly profileId: string | null
  /** `queued`: the service sends it, whether this page is open or not. */
  readonly state: 'waits' | 'added' | 'sent' | 'queued' | 'left' | 'refused'
  /** Why nothing was sent: the API's code, or its message if there is no code. */
  readonly reason?: string | undefined
  /** The call after which the service sends it. It sends in the order in which it was asked. */
  readonly call?: number | undefined
  /** When a retry may succeed, in ms since 1970, if the API says when a limit ends. */
  readonly goesAt?: number | undefined
}

/** A run as plain data: it is stored when the page is left, and continues from there. */
export type Run = {
  readonly id: string
  readonly sends: boolean
  readonly tagIds: readonly string[]
  readonly assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  readonly focusForm?: FocusLength | undefined
  /** The campaign to create for the invites. Without one, as in runs of an earlier version, they stand alone. */
  readonly campaign?: CampaignBody | undefined
  /** Its id, once it is there, or that of the campaign to which they are added. */
  readonly campaignId?: string | undefined
  readonly people: readonly Recipient[]
  /** The list as it was given, for the file of results. */
  readonly source?: SourceTable | undefined
  /** Lines that are not sent, because of the problems shown for them. */
  readonly notTaken: readonly number[]
  /** The names of those who stay to be corrected. Not there in runs of an earlier version, as the next. */
  readonly toCorrect?: readonly string[] | undefined
  /** The names of those who get nothing, and need no correction. */
  readonly leftOut?: readonly string[] | undefined
  /** How many calls have been answered. Each call has its own idempotency key until it is answered. */
  readonly calls: number
  /** The next call must not start before this time, in ms since 1970. */
  readonly notBefore: number
}

export type RunStep =
  | { readonly kind: 'add'; readonly places: readonly number[]; readonly key: string }
  | {
      readonly kind: 'invite'
      readonly channel: Channel
      readonly places: readonly number[]
      readonly key: string
    }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'end' }

/** The next call. It is the same until an answer arrives, so a retry repeats the same call. */
export function nextStep(run: Run, now: number): RunStep {
  const key = `${run.id}-${run.calls}`
  const waiting = run.people.flatMap((person, place) =>
    person.state === 'waits' ? [{ ...person, place }] : [],
  )
  if (waiting.length === 0) return { kind: 'end' }
  if (now < run.notBefore) return { kind: 'wait', until: run.notBefore }
  const unknown = waiting.filter(({ profileId }) => profileId === null)
  if (unknown.length > 0) return { kind: 'add', places: placesOf(unknown, rowsAtOnce), key }
  const channel = waiting[0]?.channel ?? 'email'
  const alike = waiting.filter((one) => (one.channel ?? 'email') === channel)
  return { kind: 'invite', channel, places: placesOf(alike, invitesAtOnce), key }
}

function placesOf(people: readonly { place: number }[], most: number): readonly number[] {
  return people.slice(0, most).map(({ place }) => place)
}

/** The run after people were added. */
export function afterAdding(run: Run, places: readonly number[], results: readonly ImportOutcome[]): Run {
  const byPlace = new Map(places.map((place, at) => [place, results[at]]))
  const people = run.people.map((person, place): Recipient => {
    if (!byPlace.has(place)) return person
    const result = byPlace.get(place)
    // After any answer, no one may stay queued for the same call.
    if (!result) return { ...person, state: 'refused', reason: words.results.noAnswer }
    const { profileId } = result
    if (result.status === 'completed') return { ...person, profileId, state: 'left', reason: 'completed' }
    if (profileId === null) {
      const reason = result.message && result.status === 'invalid' ? result.message : result.status
      return { ...person, state: 'refused', reason }
    }
    return { ...person, profileId, state: run.sends && person.channel ? 'waits' : 'added' }
  })
  return { ...run, people, calls: run.calls + 1 }
}

/** The run after invites were sent. People refused only by the account's rate limit stay queued. */
export function afterInviting(
  run: Run,
  places: readonly number[],
  results: readonly InviteOutcome[],
  now: number,
): Run {
  const byId = new Map(results.map((result) => [result.profileId, result]))
  const sent = new Set(places)
  const people = run.people.map((person, place): Recipient => {
    if (!sent.has(place)) return person
    const result = byId.get(person.profileId ?? '')
    if (result?.reason === 'invite_limit') return person
    if (result?.status === 'sent') return { ...person, state: 'sent', reason: undefined }
    if (result?.status === 'queued') return { ...person, state: 'queued', reason: undefined, call: run.calls }
    const seconds = result?.retryAfterSeconds
    const goesAt = seconds === undefined ? undefined : now + seconds * 1_000
    return { ...person, state: 'refused', reason: result?.reason ?? undefined, goesAt }
  })
  const limited = results.filter(({ reason }) => reason === 'invite_limit')
  const notBefore = limited.length > 0 ? limitEndsAt(limited, now) : run.notBefore
  return { ...run, people, notBefore, calls: run.calls + 1 }
}

/**
 * When the account may send again. The API says when the first slot is free; a few seconds later several are free, so
 * that a hundred people don't take a hundred calls. If the API doesn't say, retry soon.
 */
function limitEndsAt(limited: readonly InviteOutcome[], now: number): number {
  const seconds = limited.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? [])
  return now + (seconds.length > 0 ? Math.max(...seconds, 5) : 20) * 1_000
}

/** The run after all of these people were refused for a permanent reason. */
export function afterRejection(run: Run, places: readonly number[], reason: string): Run {
  const people = run.people.map((person, place) =>
    places.includes(place) ? ({ ...person, state: 'refused', reason } as const) : person,
  )
  return { ...run, people, calls: run.calls + 1 }
}

/** The run after the service asked to wait. */
export function afterBusy(run: Run, seconds: number, now: number): Run {
  return { ...run, notBefore: Math.max(run.notBefore, now + seconds * 1000) }
}

/**
 * Queues people again whose limit ends soon, or after the cause was fixed elsewhere. It waits for the last of them,
 * so that no one is refused again for having been invited a minute ago.
 */
export function retryFailed(run: Run, now: number): Run {
  const again = run.people.filter((person) => canRetry(person, now))
  const people = run.people.map((person) =>
    again.includes(person)
      ? ({ ...person, state: 'waits', reason: undefined, goesAt: undefined } as const)
      : person,
  )
  return { ...run, people, notBefore: Math.max(run.notBefore, ...again.map(({ goesAt }) => goesAt ?? 0)) }
}

export function canRetry({ state, reason, goesAt }: Recipient, now: number): boolean {
  return (
    state === 'refused' &&
    ['invited_just_now', 'text_limit', 'email_limit', 'recipient_limit', 'over_cap'].includes(reason ?? '') &&
    (goesAt ?? now) <= now + soon
  )
}

/** The run as the service has continued it. Without an answer yet, everyone who was queued still is. */
export function continuedByService(run: Run, queue: CampaignQueue | undefined): Run {
  if (!queue) return run
  const reasons = new Map(queue.people.map(({ profileId, reason }) => [profileId, reason]))
  const listed = queue.people.filter(({ reason }) => reason === null)
  // Of a long queue only the first ones are listed, in the order in which the service was asked: who was asked for after
  // the last of them waits too.
  const isAll = listed.length >= queue.waiting
  const waiting = run.people.flatMap((person, place) =>
    reasons.get(person.profileId ?? '') === null ? [{ call: person.call ?? 0, place }] : [],
  )
  const last = waiting.reduce((one, other) => (isAfter(other, one) ? other : one), { call: -1, place: -1 })
  const people = run.people.map((person, place): Recipient => {
    if (person.state !== 'queued' || person.profileId === null) return person
    const reason = reasons.get(person.profileId)
    if (reason) return { ...person, state: 'refused', reason }
    const waits = reason === null || (!isAll && isAfter({ call: person.call ?? 0, place }, last))
    return waits ? person : { ...person, state: 'sent' }
  })
  return { ...run, people }
}

/** A place in the order in which the service was asked: by call, then by line. Runs of an earlier version have no calls. */
type Asked = { readonly call: number; readonly place: number }

function isAfter(one: Asked, other: Asked): boolean {
  return one.call === other.call ? one.place > other.place : one.call > other.call
}

export function countOf(run: Run, state: Recipient['state']): number {
  return run.people.filter((person) => person.state === state).length
}
