import type { Doubt } from '../../content/quality.ts'
import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'
import type { LocalFocus } from '../norm/local.ts'

/** What is known of a person so far; every part may be missing. */
export type Results = {
  readonly disc?: DiscResult | undefined
  readonly focus?: FocusResult | undefined
  /** Their Focus scores among the people of the account, once it has a norm of its own. */
  readonly local?: (Pick<LocalFocus, 'n' | 'scores'> & { readonly account: string }) | undefined
  readonly core?: CoreResult | undefined
  readonly quality?:
    | { readonly outcome: 'ok' | 'caution' | 'invalid'; readonly reasons?: readonly Doubt[] }
    | undefined
}
