import { focusFormName } from '../../content/forms.ts'
import type { QualityConcern } from '../../content/quality.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { CoreResult, DiscResult, Family, FocusResult } from '../../scoring/results.ts'
import type { DebriefBasis } from '../debrief/facts.ts'
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

/** A person's results, also as what a debrief is based on; and the forms that were answered. */
export type GatheredResults = { results: PersonResults; basis: DebriefBasis; forms: string[] }

/** Arranges stored or newly computed results of one person, at most one of each assessment. */
export function resultsIn(
  rows: readonly { readonly assessment: Family; readonly form: string; readonly result: unknown }[],
  quality: DebriefBasis['quality'],
): GatheredResults {
  const rowOf = (id: Family) => rows.find(({ assessment }) => assessment === id)
  return {
    results: {
      disc: rowOf('disc')?.result as DiscResult | undefined,
      focus: rowOf('focus')?.result as FocusResult | undefined,
      focusForm: focusFormName(rowOf('focus')?.form ?? ''),
      core: rowOf('core')?.result as CoreResult | undefined,
      quality: quality ?? undefined,
    },
    basis: {
      parts: rows.map(({ assessment, form, result }) => ({
        assessment,
        form,
        result,
        version: '',
        norm: null,
      })),
      quality,
    },
    forms: rows.map(({ form }) => form),
  }
}
