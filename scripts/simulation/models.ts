import type { BankModel } from './people.ts'
import type { FocusModel } from './sheets.ts'

/**
 * The bank that the figures in docs/scoring.md rest on: a statement's utility correlates .6 with its trait, as
 * statements of good self-report scales do, and desirability within a block is well matched. At this loading
 * the first letter is right about 83% of the time, which the format is known for.
 */
export const usualBank: BankModel = { loading: 0.6, imbalance: 0.2 }

/** Statements that say less about their letter, in blocks that are matched less well. */
export const harshBank: BankModel = { loading: 0.5, imbalance: 0.4 }

/**
 * Facets as reliable as the standard error of 5.3 in T says: 1 - (5.3/10)² = .72. That is what latent answers have;
 * rounding and cutting them to 1..5 costs some of it, and alpha of the answers comes out at .68.
 */
export const usualForm: FocusModel = { reliability: 0.72, itemSpread: 0.2 }

/** Facets whose four items agree better: alpha of the answers is .74, so the standard error in use about holds. */
export const sharperForm: FocusModel = { reliability: 0.78, itemSpread: 0.2 }
