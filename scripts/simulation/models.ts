import type { BankModel } from './people.ts'
import type { FocusModel } from './sheets.ts'

/**
 * The bank behind the figures in docs/scoring.md: a statement's utility correlates .6 with its trait, as in good
 * self-report scales, and desirability within a block is well matched. At this loading the first letter is right about
 * 83% of the time, which is typical for the format.
 */
export const usualBank: BankModel = { loading: 0.6, imbalance: 0.2 }

/** Statements that say less about their letter, in blocks that are matched less well. */
export const harshBank: BankModel = { loading: 0.5, imbalance: 0.4 }

/**
 * Facets as reliable as the standard error of 5.3 in T implies: 1 - (5.3/10)² = .72. This holds for latent answers;
 * rounding and clipping them to 1..5 loses some of it, and the answers' alpha is .68.
 */
export const usualForm: FocusModel = { reliability: 0.72, itemSpread: 0.2 }

/** Facets whose four items agree better: the answers' alpha is .74, so the standard error in use is about right. */
export const sharperForm: FocusModel = { reliability: 0.78, itemSpread: 0.2 }
