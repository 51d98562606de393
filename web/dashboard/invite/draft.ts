import type { CampaignValues } from '../words/campaign-values.ts'
import type { DeliveryMode } from '../words/delivery.ts'
import type { FocusLength } from '../words/focus-forms.ts'
import type { ChosenFields } from './column-choices.ts'
import type { ChosenNames } from './merge-duplicates.ts'
import type { NameOrder } from './name-order.ts'
import type { Run } from './run.ts'

/** What was typed and chosen but not sent yet. */
export type InviteDraft = {
  readonly text: string
  /** The name of the file that the text came from. */
  readonly fileName?: string | undefined
  /** The encoding of the file, if it says nowhere which one it has. */
  readonly encoding?: string | undefined
  /** Whether lines without known column names are read as a table; undefined to tell by their cells. */
  readonly asTable?: boolean | undefined
  /** What was chosen for the columns of this list. */
  readonly columns?: ChosenFields | undefined
  /** Where phone numbers without a country code are from. */
  readonly country?: string | undefined
  /** Which name comes first, where the list doesn't show it. */
  readonly nameOrder?: NameOrder | undefined
  /** Whose addresses those are that stand with several names. */
  readonly names?: ChosenNames | undefined
  /** Who is added by a number of their own, and not by the address that they share. */
  readonly apart?: readonly string[] | undefined
  /** To whom such addresses went in an earlier sending of this list. */
  readonly taken?: ChosenNames | undefined
  readonly tagId: string
  /** Empty for the account's default. */
  readonly locale: string
  /** Undefined for the account's default. */
  readonly assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  /** Undefined for the account's default. */
  readonly focusForm?: FocusLength | undefined
  readonly way: DeliveryMode
  readonly again: boolean
  /** Undefined until something of it was changed. */
  readonly campaign?: CampaignValues | undefined
  /** The campaign to which the people of this list are added; undefined for a new one. */
  readonly campaignId?: string | undefined
  /** Whether that campaign is the one in which the rest of this list was sent, and not chosen. */
  readonly isRest?: boolean | undefined
}

const emptyDraft: InviteDraft = { text: '', tagId: '', locale: '', way: 'given', again: true }

/** What was chosen for one list, and says nothing about the next one. */
export const newList = {
  fileName: undefined,
  encoding: undefined,
  asTable: undefined,
  columns: undefined,
  country: undefined,
  nameOrder: undefined,
  names: undefined,
  apart: undefined,
  taken: undefined,
} satisfies Partial<InviteDraft>

/** Whether a text is another list, and not the one before with a correction: at least half of one is the other. */
export function isOtherList(before: string, after: string): boolean {
  const length = Math.min(before.length, after.length)
  let head = 0
  while (head < length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return after.trim() === '' || (head + tail) * 2 < length
}

const draftKey = 'timbre.invite-draft'
const runKey = 'timbre.invite-run'

/**
 * Drafts survive a reload or a lost session. They are not visible in another tab, on the next day or in another
 * account.
 */
export function storeInviteDraft(accountId: string, draft: InviteDraft): void {
  store(draftKey, draft.text === '' ? undefined : { accountId, value: draft })
}

export function loadInviteDraft(accountId: string): InviteDraft {
  return { ...emptyDraft, ...load<InviteDraft>(draftKey, accountId) }
}

export function storeRun(accountId: string, run: Run | undefined): void {
  store(runKey, run && { accountId, value: run })
}

export function loadRun(accountId: string): Run | undefined {
  return load<Run>(runKey, accountId)
}

function store(place: string, entry: unknown): void {
  try {
    if (entry === undefined) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(entry))
  } catch {
    // A full storage must not prevent sending. Then a reload loses the text.
  }
}

function load<Value>(place: string, accountId: string): Value | undefined {
  try {
    const entry = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return entry?.accountId === accountId ? entry.value : undefined
  } catch {
    return undefined
  }
}
