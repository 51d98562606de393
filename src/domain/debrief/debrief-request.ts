import type { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account } from '../../contract/operation.ts'
import type { Debrief } from './model.ts'
import type { DebriefSubject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'

/** Which debrief is asked for, and when it is written anew although one stands. */
export type DebriefRequest = {
  profileId: string
  locale?: Locale | undefined
  /** Takes what stands in whatever language, before anything is written. */
  anyLanguage?: boolean
  anew: 'never' | 'whenStale' | 'always'
}

/** A wish with what came of asking a model: its text, why there is none, or that another call is asking. */
export type PreparedDebriefRequest = DebriefRequest & { draft?: ModelDraft }

export type ModelDraft = { jobId?: string | undefined } & (
  | { written: WrittenDebrief; resultsHash: string }
  | { reason: string }
  | { joined: true }
  | { refusal: Failure }
)

/** The stored debrief that answers the wish; undefined where one must be written. */
export function findSufficientDebrief(
  subject: DebriefSubject,
  account: Account,
  request: DebriefRequest,
): Debrief | undefined {
  const stored = findStoredDebrief(subject, account, request)
  if (!stored || request.anew === 'always') return undefined
  return request.anew === 'whenStale' && stored.stale ? undefined : stored
}

/** The stored debrief in the language asked for, or in the one that is written in its place. */
export function findStoredDebrief(
  subject: Pick<DebriefSubject, 'profile' | 'debriefs'>,
  account: Account,
  request: Omit<DebriefRequest, 'anew'>,
): Debrief | undefined {
  const language = debriefLocaleFor(subject, account, request)
  const own = subject.debriefs.find(({ locale }) => locale === language)
  return own ?? (request.anyLanguage ? subject.debriefs[0] : undefined)
}

/** The language asked for, or the person's, or the account's; English where none of them names one. */
export function debriefLocaleFor(
  { profile }: Pick<DebriefSubject, 'profile'>,
  { preferences }: Account,
  { locale }: Pick<DebriefRequest, 'locale'>,
): Locale {
  return locale ?? profile.locale ?? (preferences.locale as Locale | undefined) ?? 'en'
}
