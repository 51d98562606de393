import type { ImportOutcome, InviteOutcome } from '../client/types.ts'
import type { Invitee } from './invitee.ts'
import type { Channel } from './verdicts.ts'

/** The maximum per call. */
export const rowsAtOnce = 500
const invitesAtOnce = 100
/** Wait for limits that end this soon. Nobody waits at a page until tomorrow. */
const soon = 120_000

/** Called with each change, to show and store it. */
export type Recipient = {
  readonly lines: readonly number[]
  readonly person: Invitee
  /**
   * Sends a run to its end, or as far as possible. It only stops between two calls, so it is known what was sent. It
   * waits when the service asks for it. Any other error stops the run, which can be continued later.
   */
  readonly channel?: Channel | undefined
  readonly profileId: string | null
  readonly state: 'waits' | 'added' | 'sent' | 'left' | 'refused'
  /** The installation can't use this channel at all. People with another address still get their link. */
  readonly reason?: string | undefined
  /** Milliseconds of the clock from which the same may go, where the API says when a limit ends. */
  readonly goesAt?: number | undefined
}

/** One sending, as a plain value: what is kept when the page is left, and goes on where it stood. */
export type Run = {
  readonly id: string
  readonly sends: boolean
  readonly tagIds: readonly string[]
  readonly assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  readonly people: readonly Recipient[]
  /** Lines of the text that do not go: what is wrong with them is said there. */
  readonly notTaken: readonly number[]
  /** How many calls have been answered; each has a key of its own, and keeps it until it is answered. */
  readonly calls: number
  /** Milliseconds of the clock before which nothing more goes. */
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

/** What is to be done next; the same as long as nothing has been answered, so that a call tried again is the same. */
export function nextStep(run: Run, now: number): RunStep {
  const key = `${run.id}-${run.calls}`
  const waiting = run.people.flatMap((one, place) => (one.state === 'waits' ? [{ ...one, place }] : []))
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

/** The run after people were added for good. */
export function afterAdding(run: Run, places: readonly number[], results: readonly ImportOutcome[]): Run {
  const byPlace = new Map(places.map((place, at) => [place, results[at]]))
  const people = run.people.map((one, place): Recipient => {
    if (!byPlace.has(place)) return one
    const result = byPlace.get(place)
    // No answer must ever leave somebody waiting for the same call again.
    if (!result) return { ...one, state: 'refused', reason: 'the service did not say what became of it' }
    const { profileId } = result
    if (result.status === 'completed') return { ...one, profileId, state: 'left', reason: 'completed' }
    if (profileId === null) {
      const reason = result.message && result.status === 'invalid' ? result.message : result.status
      return { ...one, state: 'refused', reason }
    }
    return { ...one, profileId, state: run.sends && one.channel ? 'waits' : 'added' }
  })
  return { ...run, people, calls: run.calls + 1 }
}

/** The run after invites were sent. Whoever is only too early for the account's limit waits on. */
export function afterInviting(
  run: Run,
  places: readonly number[],
  results: readonly InviteOutcome[],
  now: number,
): Run {
  const byId = new Map(results.map((result) => [result.profileId, result]))
  const asked = new Set(places)
  const people = run.people.map((one, place): Recipient => {
    if (!asked.has(place)) return one
    const result = byId.get(one.profileId ?? '')
    if (result?.reason === 'invite_limit') return one
    if (result?.status === 'sent') return { ...one, state: 'sent', reason: undefined }
    const seconds = result?.retryAfterSeconds
    const goesAt = seconds === undefined ? undefined : now + seconds * 1_000
    return { ...one, state: 'refused', reason: result?.reason ?? undefined, goesAt }
  })
  const limited = results.filter(({ reason }) => reason === 'invite_limit')
  const notBefore = limited.length > 0 ? limitEndsAt(limited, now) : run.notBefore
  return { ...run, people, notBefore, calls: run.calls + 1 }
}

/**
 * When the account may send again. The API says when the first place is free; a few seconds more, and several are, so
 * that a hundred people are not a hundred calls. Where it does not say, this looks again soon.
 */
function limitEndsAt(limited: readonly InviteOutcome[], now: number): number {
  const seconds = limited.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? [])
  return now + (seconds.length > 0 ? Math.max(...seconds, 5) : 20) * 1_000
}

/** The run after these people were refused all together, for a reason that does not pass. */
export function afterRejection(run: Run, places: readonly number[], reason: string): Run {
  const people = run.people.map((one, place) =>
    places.includes(place) ? ({ ...one, state: 'refused', reason } as const) : one,
  )
  return { ...run, people, calls: run.calls + 1 }
}

/** The run after the service asked for patience. */
export function afterBusy(run: Run, seconds: number, now: number): Run {
  return { ...run, notBefore: Math.max(run.notBefore, now + seconds * 1000) }
}

/**
 * Those that may go soon, or after something was changed elsewhere, set to go once more: as soon as the last of them
 * may, so that nobody is refused again for having been invited a minute ago.
 */
export function retryFailed(run: Run, now: number): Run {
  const again = run.people.filter((one) => canRetry(one, now))
  const people = run.people.map((one) =>
    again.includes(one) ? ({ ...one, state: 'waits', reason: undefined, goesAt: undefined } as const) : one,
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

export function countOf(run: Run, state: Recipient['state']): number {
  return run.people.filter((one) => one.state === state).length
}
