import { Failure } from '../../contract/failure.ts'
import type { PrepareContext } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { writeByModel } from './by-model.ts'
import {
  type DebriefRequest,
  debriefLocaleFor,
  findStoredDebrief,
  findSufficientDebrief,
  type PreparedDebriefRequest,
} from './debrief-request.ts'
import { extractFacts } from './facts.ts'
import { readDebriefSubject } from './subject.ts'

/**
 * Asks the model for a text if the account uses one and a new text is needed. Doesn't store the text. Refusals are
 * returned rather than thrown, because only `getOrCreateDebrief` can tell whether a stored text can be returned
 * instead.
 */
export async function requestModelDraft(
  preparation: PrepareContext,
  request: DebriefRequest,
): Promise<PreparedDebriefRequest> {
  const { account, site, now, askModel, transact } = preparation
  if (account.preferences.debriefWriter !== 'model') return request
  if (!askModel) return { ...request, draft: { reason: 'no_model' } }
  const subject = await transact((sql) => readDebriefSubject(sql, account, request.profileId))
  if (!subject?.profile.isCompleted || findSufficientDebrief(subject, account, request)) return request
  try {
    refuseUnpaidWork(account, site.trial, now())
    const { basis, resultsHash } = subject
    const locale = debriefLocaleFor(subject, account, request)
    const replaces =
      request.regenerate === 'always' ? findStoredDebrief(subject, account, request)?.id : undefined
    const textRequest = {
      profileId: request.profileId,
      locale,
      facts: extractFacts(basis),
      resultsHash,
      replaces,
    }
    return { ...request, draft: { ...(await writeByModel(preparation, textRequest)), resultsHash } }
  } catch (refusal) {
    if (refusal instanceof Failure) return { ...request, draft: { refusal } }
    throw refusal
  }
}
