import type { QualityConcern } from '../../content/quality.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'
import type { LocalFocus } from '../norm/local-focus.ts'

/** A person's results so far; every part may be missing. */
export type PersonResults = {
  readonly disc?: DiscResult | undefined
  readonly focus?: FocusResult | undefined
  /** The form of Focus, if it is known and not the full one. */
  readonly focusForm?: FocusFormName | undefined
  /** Their Focus scores among the people of the account, once the account has its own norm. */
  readonly local?: (Pick<LocalFocus, 'n' | 'scores'> & { readonly account: string }) | undefined
  readonly core?: CoreResult | undefined
  readonly quality?:
    | { readonly outcome: 'ok' | 'caution' | 'invalid'; readonly reasons?: readonly QualityConcern[] }
    | undefined
}
