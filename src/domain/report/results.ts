import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'

/** What is known of a person so far; every part may be missing. */
export type Results = {
  readonly disc?: DiscResult | undefined
  readonly focus?: FocusResult | undefined
  readonly core?: CoreResult | undefined
  readonly quality?: { readonly outcome: 'ok' | 'caution' | 'invalid' } | undefined
}
