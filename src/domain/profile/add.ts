import type { Account, Context } from '../../contract/operation.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { insertAlias } from '../alias/store.ts'
import { attachTags } from '../tag/store.ts'
import type { Profile } from './model.ts'
import { insertProfile, writeDocument } from './store.ts'

/** A person as the account's owner, or the person, gives them; the tags are known to stand. */
export type Newcomer = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  locale?: string | undefined
  tagIds?: readonly string[] | undefined
  customId?: string | undefined
  assessmentIds?: readonly AssessmentId[] | undefined
}

/**
 * Adds a profile with its tags, the caller's own key and its document. Undefined when the email or the phone is
 * taken on the account; nothing has changed then.
 */
export async function addProfile(context: Context, newcomer: Newcomer): Promise<Profile | undefined> {
  const { sql, account, now, newId } = context
  const id = newId()
  const inserted = await insertProfile(sql, {
    accountId: account.id,
    id,
    now: now(),
    email: newcomer.email ?? null,
    phone: newcomer.phone ?? null,
    firstName: newcomer.firstName ?? null,
    lastName: newcomer.lastName ?? null,
    locale: newcomer.locale ?? null,
    availableAssessments: assessmentsFor(account, newcomer.assessmentIds),
  })
  if (!inserted) return undefined
  await attachTags(sql, account.id, id, newcomer.tagIds ?? [])
  if (newcomer.customId !== undefined) {
    const key = { resourceType: 'profile', resourceId: id, consumerKey: newcomer.customId } as const
    await insertAlias(sql, { accountId: account.id, id: newId(), now: now(), ...key })
  }
  return writeDocument(sql, account.id, id)
}

/** The assessments that a new profile takes: those asked for, else the account's usual ones, else all; in their order. */
export function assessmentsFor(
  account: Account,
  asked?: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const wanted: readonly string[] = asked ?? account.preferences.defaultAssessmentIds ?? assessmentIds
  return assessmentIds.filter((assessment) => wanted.includes(assessment))
}
