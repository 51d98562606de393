import type { Run } from './run.ts'
import type { Way } from './verdicts.ts'

/** All that somebody has typed and chosen here, as it stands until it is sent. */
export type Draft = {
  readonly text: string
  /** The file that the text came from. */
  readonly fileName?: string | undefined
  readonly tagId: string
  /** Empty for what is usual on the account. */
  readonly locale: string
  /** Undefined for what is usual on the account. */
  readonly assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  readonly way: Way
  readonly again: boolean
}

const emptyDraft: Draft = { text: '', tagId: '', locale: '', way: 'given', again: true }

const draftPlace = 'timbre.invite-draft'
const runPlace = 'timbre.invite-run'

/**
 * A reload, or a lost session, loses nothing; another tab, the next day and another account see nothing of it.
 */
export function keepDraft(accountId: string, draft: Draft): void {
  keep(draftPlace, draft.text === '' ? undefined : { accountId, value: draft })
}

export function keptDraft(accountId: string): Draft {
  return { ...emptyDraft, ...kept<Draft>(draftPlace, accountId) }
}

export function keepRun(accountId: string, run: Run | undefined): void {
  keep(runPlace, run && { accountId, value: run })
}

export function keptRun(accountId: string): Run | undefined {
  return kept<Run>(runPlace, accountId)
}

function keep(place: string, entry: unknown): void {
  try {
    if (entry === undefined) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(entry))
  } catch {
    // A full storage keeps nobody from sending; a reload would then lose the text.
  }
}

function kept<Value>(place: string, accountId: string): Value | undefined {
  try {
    const entry = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return entry?.accountId === accountId ? entry.value : undefined
  } catch {
    return undefined
  }
}
