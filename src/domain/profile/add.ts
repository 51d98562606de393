import type { Account, Change, Context } from '../../contract/operation.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { shownInAudit } from '../alias/model.ts'
import { insertAlias } from '../alias/store.ts'
import { attachTags } from '../tag/store.ts'
import type { Profile } from './model.ts'
import { canRead } from './operations.ts'
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
 * Adds a profile with its tags, the caller's own key and its document; that the key was given is a change beside the
 * creation. Undefined when the email or the phone is taken on the account; nothing has changed then.
 */
export async function addProfile(
  context: Context,
  newcomer: Newcomer,
): Promise<{ profile: Profile; keyChanges: Change[] } | undefined> {
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
    isConfirmed: canRead(context),
  })
  if (!inserted) return undefined
  await attachTags(sql, account.id, id, newcomer.tagIds ?? [])
  const keyChanges = newcomer.customId === undefined ? [] : await giveKey(context, id, newcomer.customId)
  return { profile: await writeDocument(sql, account.id, id), keyChanges }
}

/**
 * Gives a profile a key of the caller's own. Returns the change, audited like that of an alias made by itself, or
 * none where the profile has this key. The document is the caller's to write.
 */
export async function giveKey(
  { sql, account, now, newId }: Context,
  profileId: string,
  customId: string,
): Promise<Change[]> {
  const id = newId()
  const key = { resourceType: 'profile', resourceId: profileId, consumerKey: customId } as const
  const isNew = await insertAlias(sql, { accountId: account.id, id, now: now(), ...key })
  if (!isNew) return []
  const target = { type: 'resource_alias', id } as const
  return [{ action: 'create_resource_alias', target, changes: shownInAudit(key) }]
}

/** The assessments that a new profile takes: those asked for, else the account's usual ones, else all; in their order. */
export function assessmentsFor(
  account: Account,
  asked?: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const wanted: readonly string[] = asked ?? account.preferences.defaultAssessmentIds ?? assessmentIds
  return assessmentIds.filter((assessment) => wanted.includes(assessment))
}
