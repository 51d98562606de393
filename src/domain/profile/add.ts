import { type Caller, canReadProfiles, isTokenCaller } from '../../contract/caller.ts'
import type { EventData } from '../../contract/event-types.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Account, Change, Context } from '../../contract/operation.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { aliasAuditFields } from '../alias/model.ts'
import { insertAlias } from '../alias/store.ts'
import { recordEvent, recordTagChange } from '../event/record.ts'
import { attachTags } from '../tag/store.ts'
import type { Profile } from './model.ts'
import { insertProfile, writeDocument } from './store.ts'

/** A person as given by the account or by the person. The tags are known to exist. */
export type ProfileInput = {
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  locale?: string | undefined
  tagIds?: readonly string[] | undefined
  customId?: string | undefined
  assessmentIds?: readonly AssessmentId[] | undefined
  focusForm?: FocusFormName | undefined
}

/** The events of whatever may add a profile. */
export const newProfileEvents = [
  'profile.created',
  'tag.profilesReplaced',
  'resourceAlias.created',
  'account.trialLimitReached',
] as const

/** What adds a profile, if not a single request of the API. */
export type ProfileSource = 'import' | 'mcp' | 'order' | 'scim'

/** A list and a tool come with a token, as the rest of the API does. Without a token there is only the share link. */
function sourceOf(caller: Caller, via: ProfileSource | undefined): EventData<'profile.created'>['source'] {
  return via ?? (isTokenCaller(caller) ? 'api' : 'shareLink')
}

/**
 * Adds a profile with its tags, its alias and its document. `keyChanges` are the audit changes of the alias. Undefined
 * if the email or phone is taken on the account; nothing has changed then.
 */
export async function addProfile(
  context: Context,
  input: ProfileInput,
  via?: ProfileSource,
): Promise<{ profile: Profile; keyChanges: Change[] } | undefined> {
  const { sql, account, caller, now, newId } = context
  const id = newId()
  const inserted = await insertProfile(sql, {
    accountId: account.id,
    id,
    now: now(),
    email: input.email ?? null,
    phone: input.phone ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    locale: input.locale ?? null,
    availableAssessments: assessmentsFor(account, input.assessmentIds),
    focusForm: input.focusForm ?? account.preferences.focusForm ?? 'focus-120',
    isConfirmed: canReadProfiles(context.caller),
  })
  if (!inserted) return undefined
  await attachTags(sql, account.id, id, input.tagIds ?? [])
  recordEvent(sql, { type: 'profile.created', data: { profileId: id, source: sourceOf(caller, via) } })
  for (const tagId of input.tagIds ?? []) recordTagChange(sql, tagId, { added: [id] })
  const keyChanges = input.customId === undefined ? [] : await addAlias(context, id, input.customId)
  return { profile: await writeDocument(sql, account.id, id), keyChanges }
}

/**
 * Gives a profile an alias. Returns the change, audited like creating the alias on its own, or none if the profile
 * already has it. The caller writes the document.
 */
export async function addAlias(
  { sql, account, now, newId }: Context,
  profileId: string,
  customId: string,
): Promise<Change[]> {
  const id = newId()
  const key = { resourceType: 'profile', resourceId: profileId, consumerKey: customId } as const
  const isNew = await insertAlias(sql, { accountId: account.id, id, now: now(), ...key })
  if (!isNew) return []
  const target = { type: 'resource_alias', id } as const
  const alias = { resourceAliasId: id, resourceType: key.resourceType, resourceId: profileId }
  recordEvent(sql, { type: 'resourceAlias.created', data: alias })
  return [{ action: 'create_resource_alias', target, changes: aliasAuditFields(key) }]
}

/** The assessments of a new profile: those given, or the account's default, or all; in standard order. */
export function assessmentsFor(
  account: Account,
  requested?: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const wanted: readonly string[] = requested ?? account.preferences.defaultAssessmentIds ?? assessmentIds
  return assessmentIds.filter((assessment) => wanted.includes(assessment))
}
