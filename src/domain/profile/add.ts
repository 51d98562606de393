import { type Caller, canReadProfiles, isTokenCaller } from '../../contract/caller.ts'
import type { EventData } from '../../contract/event-types.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Account, Change, Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { aliasAuditFields } from '../alias/model.ts'
import { insertAlias } from '../alias/store.ts'
import { recordEvent, recordTagChange } from '../event/record.ts'
import { attachTags } from '../tag/store.ts'
import type { Profile } from './model.ts'
import { insertProfiles, type NewProfile } from './store.ts'

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

/** An added profile. `keyChanges` are the audit changes of its alias. */
type AddedProfile = { profile: Profile; keyChanges: Change[] }

/**
 * Adds a profile with its tags, its alias and its document. Undefined if the email or phone is taken on the account;
 * nothing has changed then.
 */
export async function addProfile(
  context: Context,
  input: ProfileInput,
  via?: ProfileSource,
): Promise<AddedProfile | undefined> {
  return (await addProfiles(context, [input], via))[0]
}

/** Adds profiles, all with as few statements as one. Undefined for those whose email or phone is taken. */
export async function addProfiles(
  context: Context,
  inputs: readonly ProfileInput[],
  via?: ProfileSource,
): Promise<(AddedProfile | undefined)[]> {
  const { sql, account, caller, now, newId } = context
  const isConfirmed = canReadProfiles(caller)
  // All are created at the same time; lists have those of the same time in the order of their ids.
  const ids = inputs.map(() => newId()).sort()
  const people = inputs.map((input, at) =>
    newProfile(account, { ...input, id: ids[at] as string, isConfirmed }),
  )
  const settings = { accountId: account.id, now: now(), isSandbox: account.mode === 'sandbox' }
  const profiles = await insertProfiles(sql, settings, people)
  const links = profiles.flatMap((profile, index) =>
    profile ? (inputs[index]?.tagIds ?? []).map((tagId) => ({ profileId: profile.id, tagId })) : [],
  )
  const aliases = profiles.map((profile, index) => {
    const customId = inputs[index]?.customId
    return profile && customId !== undefined ? newAlias(context, profile.id, customId) : undefined
  })
  await Promise.all([
    links.length > 0 && attachTags(sql, account.id, links),
    ...aliases.map((alias) => alias && insertAlias(sql, alias)),
  ])
  return profiles.map((profile, index) => {
    if (!profile) return undefined
    const data = { profileId: profile.id, source: sourceOf(caller, via) }
    recordEvent(sql, { type: 'profile.created', data })
    for (const tagId of inputs[index]?.tagIds ?? []) recordTagChange(sql, tagId, { added: [profile.id] })
    const alias = aliases[index]
    return { profile, keyChanges: alias ? [noteAlias(sql, alias)] : [] }
  })
}

function newProfile(
  account: Account,
  input: ProfileInput & Pick<NewProfile, 'id' | 'isConfirmed'>,
): NewProfile {
  const { id, isConfirmed, customId } = input
  return {
    ...{ id, isConfirmed, customId },
    email: input.email ?? null,
    phone: input.phone ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    locale: input.locale ?? null,
    availableAssessments: assessmentsFor(account, input.assessmentIds),
    focusForm: input.focusForm ?? account.preferences.focusForm ?? 'focus-120',
  }
}

/**
 * Gives a profile an alias. Returns the change, audited like creating the alias on its own, or none if the profile
 * already has it. The caller writes the document.
 */
export async function addAlias(context: Context, profileId: string, customId: string): Promise<Change[]> {
  const alias = newAlias(context, profileId, customId)
  const isNew = await insertAlias(context.sql, alias)
  return isNew ? [noteAlias(context.sql, alias)] : []
}

function newAlias({ account, now, newId }: Context, profileId: string, customId: string) {
  const key = { resourceType: 'profile', resourceId: profileId, consumerKey: customId } as const
  return { accountId: account.id, id: newId(), now: now(), ...key }
}

/** Records the event of an inserted alias, and returns its audit change. */
function noteAlias(
  sql: Sql,
  { id, resourceType, resourceId, consumerKey }: ReturnType<typeof newAlias>,
): Change {
  const target = { type: 'resource_alias', id } as const
  recordEvent(sql, { type: 'resourceAlias.created', data: { resourceAliasId: id, resourceType, resourceId } })
  const key = { resourceType, resourceId, consumerKey }
  return { action: 'create_resource_alias', target, changes: aliasAuditFields(key) }
}

/** The assessments of a new profile: those given, or the account's default, or all; in standard order. */
export function assessmentsFor(
  account: Account,
  requested?: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const wanted: readonly string[] = requested ?? account.preferences.defaultAssessmentIds ?? assessmentIds
  return assessmentIds.filter((assessment) => wanted.includes(assessment))
}
