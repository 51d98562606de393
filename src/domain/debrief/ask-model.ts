import { Failure } from '../../contract/failure.ts'
import type { Account, Context } from '../../contract/operation.ts'
import { refuseUnpaidWork } from '../account/billing.ts'
import { writeByModel } from './by-model.ts'
import {
  type DebriefPreparation,
  type DebriefRequest,
  debriefLocaleFor,
  findStoredDebrief,
  findSufficientDebrief,
  type PreparedDebriefRequest,
} from './debrief-request.ts'
import { extractFacts } from './facts.ts'
import { type DebriefSubject, readDebriefSubject } from './subject.ts'

/**
 * The request as it is if no model has to be asked: the account's debriefs are written by rules, a stored one is
 * sufficient, or none can be written. Otherwise undefined.
 */
export async function requestWithoutModel(
  { sql, account }: Pick<Context, 'sql' | 'account'>,
  request: DebriefRequest,
): Promise<PreparedDebriefRequest | undefined> {
  if (!isWrittenByModel(account)) return request
  const subject = await readDebriefSubject(sql, account, request.profileId)
  if (!subject?.profile.isCompleted) return request
  return needsModel(subject, account, request) ? undefined : { ...request, subjectRead: subject }
}

/** Whether the account chose a model. A sandbox never asks one: it would cost, and write another text each time. */
export function isWrittenByModel({ preferences, mode }: Pick<Account, 'preferences' | 'mode'>): boolean {
  return preferences.debriefWriter === 'model' && mode !== 'sandbox'
}

/** Whether the account uses a model and a new text is needed and possible. */
export function needsModel(subject: DebriefSubject, account: Account, request: DebriefRequest): boolean {
  return (
    isWrittenByModel(account) &&
    subject.profile.isCompleted &&
    !findSufficientDebrief(subject, account, request)
  )
}

/**
 * Asks the model for a text if the account uses one and a new text is needed. Doesn't store the text. Refusals are
 * returned rather than thrown, because only `getOrCreateDebrief` can tell whether a stored text can be returned
 * instead.
 */
export async function requestModelDraft(
  preparation: DebriefPreparation,
  request: DebriefRequest,
): Promise<PreparedDebriefRequest> {
  const { account, installation, now, askModel, transact } = preparation
  if (!isWrittenByModel(account)) return request
  if (!askModel) return { ...request, draft: { reason: 'no_model' } }
  const subject = await transact((sql) => readDebriefSubject(sql, account, request.profileId))
  if (!subject || !needsModel(subject, account, request)) return request
  try {
    refuseUnpaidWork(account, installation.trial, now())
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
      leavesRoom: request.leavesRoom,
    }
    return { ...request, draft: { ...(await writeByModel(preparation, textRequest)), resultsHash } }
  } catch (refusal) {
    if (refusal instanceof Failure) return { ...request, draft: { refusal } }
    throw refusal
  }
}
