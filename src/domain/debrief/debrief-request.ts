import type { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account, Context, PrepareContext } from '../../contract/operation.ts'
import type { Debrief } from './model.ts'
import type { DebriefSubject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'

/** What writing a debrief may use. The service writes some by itself, without a caller. */
export type DebriefContext = Omit<Context, 'caller'>
export type DebriefPreparation = Omit<PrepareContext, 'caller'>

/** The requested debrief, and when to write a new one although one is stored. */
export type DebriefRequest = {
  profileId: string
  locale?: Locale | undefined
  /** Accepts a stored debrief in any language before a new one is written. */
  anyLanguage?: boolean
  regenerate: 'never' | 'whenStale' | 'always'
  /** Nobody asked for it: half of what the account may have written is left to those who do. */
  leavesRoom?: boolean
}

/** A request with the model's outcome: a text, the reason why there is none, or that another call is writing it. */
export type PreparedDebriefRequest = DebriefRequest & {
  draft?: ModelDraft
  /** Set if the subject was already read in the transaction of `run`, without a lock. */
  subjectRead?: DebriefSubject
}

export type ModelDraft = { jobId?: string | undefined } & (
  | { written: WrittenDebrief; resultsHash: string }
  | { reason: string }
  | { joined: true }
  | { refusal: Failure }
)

/** The stored debrief that satisfies the request; undefined if a new one is needed. */
export function findSufficientDebrief(
  subject: DebriefSubject,
  account: Account,
  request: DebriefRequest,
): Debrief | undefined {
  const stored = findStoredDebrief(subject, account, request)
  if (!stored || request.regenerate === 'always') return undefined
  return request.regenerate === 'whenStale' && stored.stale ? undefined : stored
}

/** The stored debrief in the requested language or, with `anyLanguage`, the newest one. */
export function findStoredDebrief(
  subject: Pick<DebriefSubject, 'profile' | 'debriefs'>,
  account: Account,
  request: Omit<DebriefRequest, 'regenerate'>,
): Debrief | undefined {
  const language = debriefLocaleFor(subject, account, request)
  const own = subject.debriefs.find(({ locale }) => locale === language)
  return own ?? (request.anyLanguage ? subject.debriefs[0] : undefined)
}

/** The requested language, or the person's, or the account's; English by default. */
export function debriefLocaleFor(
  { profile }: Pick<DebriefSubject, 'profile'>,
  { preferences }: Account,
  { locale }: Pick<DebriefRequest, 'locale'>,
): Locale {
  return locale ?? profile.locale ?? (preferences.locale as Locale | undefined) ?? 'en'
}
