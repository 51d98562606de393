import type { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account } from '../../contract/operation.ts'
import type { Debrief } from './model.ts'
import type { Subject } from './subject.ts'
import type { WrittenDebrief } from './text.ts'

/** Which debrief is asked for, and when it is written anew although one stands. */
export type Wish = {
  profileId: string
  locale?: Locale | undefined
  /** Takes what stands in whatever language, before anything is written. */
  anyLanguage?: boolean
  anew: 'never' | 'whenStale' | 'always'
}

/** A wish with what came of asking a model: its text, why there is none, or that another call is asking. */
export type Prepared = Wish & { draft?: Draft }

export type Draft = { jobId?: string | undefined } & (
  | { written: WrittenDebrief; resultsHash: string }
  | { reason: string }
  | { joined: true }
  | { refusal: Failure }
)

/** The stored debrief that answers the wish; undefined where one must be written. */
export function sufficient(subject: Subject, account: Account, wish: Wish): Debrief | undefined {
  const standing = standingFor(subject, account, wish)
  if (!standing || wish.anew === 'always') return undefined
  return wish.anew === 'whenStale' && standing.stale ? undefined : standing
}

/** The stored debrief in the language asked for, or in the one that is written in its place. */
export function standingFor(
  subject: Pick<Subject, 'profile' | 'debriefs'>,
  account: Account,
  wish: Omit<Wish, 'anew'>,
): Debrief | undefined {
  const language = languageFor(subject, account, wish)
  const own = subject.debriefs.find(({ locale }) => locale === language)
  return own ?? (wish.anyLanguage ? subject.debriefs[0] : undefined)
}

/** The language asked for, or the person's, or the account's; English where none of them names one. */
export function languageFor(
  { profile }: Pick<Subject, 'profile'>,
  { preferences }: Account,
  { locale }: Pick<Wish, 'locale'>,
): Locale {
  return locale ?? profile.locale ?? (preferences.locale as Locale | undefined) ?? 'en'
}
