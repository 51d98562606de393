import type { Preparation } from '../../contract/operation.ts'
import type { Prepared, Wish } from './wish.ts'

/**
 * Asks a model, where the account has chosen one and something is to be written; it stores nothing of the text. What
 * forbids it is kept for `provide`, which alone can tell whether something stands that may be shown instead.
 */
export async function draft(preparation: Preparation, wish: Wish): Promise<Prepared> {
  const { account } = preparation
  if (account.preferences.debriefWriter !== 'model') return wish
  return { ...wish, draft: { reason: 'no_model' } }
}
