import { Failure } from '../../contract/failure.ts'
import type { Preparation } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { writeByModel } from './by-model.ts'
import { factsOf } from './facts.ts'
import { readSubject } from './subject.ts'
import { languageFor, type Prepared, standingFor, sufficient, type Wish } from './wish.ts'

/**
 * Asks a model, where the account has chosen one and something is to be written; it stores nothing of the text. What
 * forbids it is kept for `provide`, which alone can tell whether something stands that may be shown instead.
 */
export async function draft(preparation: Preparation, wish: Wish): Promise<Prepared> {
  const { account, site, now, askModel, transact } = preparation
  if (account.preferences.debriefWriter !== 'model') return wish
  if (!askModel) return { ...wish, draft: { reason: 'no_model' } }
  const subject = await transact((sql) => readSubject(sql, account, wish.profileId))
  if (!subject?.profile.isCompleted || sufficient(subject, account, wish)) return wish
  try {
    refuseUnpaidWork(account, site.trial, now())
    const { basis, resultsHash } = subject
    const locale = languageFor(subject, account, wish)
    const replaces = wish.anew === 'always' ? standingFor(subject, account, wish)?.id : undefined
    const about = { profileId: wish.profileId, locale, facts: factsOf(basis), resultsHash, replaces }
    return { ...wish, draft: { ...(await writeByModel(preparation, about)), resultsHash } }
  } catch (refusal) {
    if (refusal instanceof Failure) return { ...wish, draft: { refusal } }
    throw refusal
  }
}
