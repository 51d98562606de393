import { conflict, Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { isCapExact, profileCapOf, refuseProfileBeyondCap } from '../account/billing.ts'
import { countAccountProfiles, recordTrialLimitReached } from '../account/store.ts'
import { countExistingTags } from '../tag/store.ts'
import { addAlias, addProfile, type ProfileInput, type ProfileSource } from './add.ts'
import type { Profile } from './model.ts'
import {
  findProfile,
  findProfilesByAddress,
  lockAndCountProfiles,
  lockProfile,
  markUpdated,
  writeDocument,
} from './store.ts'

/** The person's profile, and the changes made to it. */
export type ProfileFindOrAdd = { profile: Profile; isNew: boolean; changes: Change[] }

/**
 * The profile with this email or phone on the account, or a new one. Overwrites nothing on an existing profile; at most
 * adds an alias. Fails as `billing` at the cap of a trial, as `missing` for an unknown tag, and as `conflict` if email
 * and phone belong to two people.
 */
export async function findOrAddProfile(
  context: Context,
  person: ProfileInput,
  via?: ProfileSource,
): Promise<ProfileFindOrAdd> {
  const { sql, account } = context
  const email = person.email ?? null
  const phone = person.phone ?? null
  const cap = profileCapOf(account, context.installation)
  // At the cap, two concurrent creations must see each other's profile, even of the same person.
  const countProfiles = isCapExact(account) ? lockAndCountProfiles : countAccountProfiles
  const count = cap === undefined ? 0 : await countProfiles(sql, account.id)
  const isFull = cap !== undefined && count >= cap
  const findHolders = () => findProfilesByAddress(sql, account.id, email, phone)
  if (isFull && (await findHolders()).length === 0)
    refuseProfileBeyondCap(account, context.installation, count)
  const tagIds = person.tagIds ?? []
  if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
    throw new Failure('tag_not_found', {
      message: 'One or more tags were not found on this account. Nothing was created.',
      param: 'tagIds',
    })
  }
  // Most people are new, and the insert finds out whether an address is taken, also by someone who creates the same person now.
  const added = isFull ? undefined : await addProfile(context, person, via)
  if (!added) {
    const theirs = oneOf(await findHolders())
    if (theirs) return useExisting(context, theirs, person)
    throw conflict('The email or phone was taken at the same time. Try again.')
  }
  await noteTrialLimit(context, count + 1)
  const { profile, keyChanges } = added
  return { profile, isNew: true, changes: [creationOf(profile.id, person), ...keyChanges] }
}

/** The audit change of having created a profile. */
export function creationOf(id: string, person: ProfileInput): Change {
  return { target: { type: 'profile', id }, changes: { fields: Object.keys(person).sort() } }
}

/** Notes that a trial has as many profiles as it may have. `count` is with those that were just added. */
export async function noteTrialLimit({ sql, account, installation }: Context, count: number): Promise<void> {
  const cap = profileCapOf(account, installation)
  if (account.billingStatus !== 'trialing' || cap === undefined || count < cap) return
  await recordTrialLimitReached(sql, account.id, 'profiles')
}

/** The addresses by which a profile was found: which the caller already has. */
export function matchingAddresses(
  profile: { email?: string | null | undefined; phone?: string | null | undefined },
  { email, phone }: ProfileInput,
) {
  return pickDefined({
    email: email === profile.email ? email : undefined,
    phone: phone === profile.phone ? phone : undefined,
  })
}

function oneOf(ids: readonly string[]): string | undefined {
  if (ids.length > 1) {
    throw new Failure('two_profiles')
  }
  return ids[0]
}

async function useExisting(
  context: Context,
  profileId: string,
  sent: ProfileInput,
): Promise<ProfileFindOrAdd> {
  const { sql, account } = context
  const find = sent.customId === undefined ? findProfile : lockProfile
  const existing = (await find(sql, account.id, profileId)) ?? profileChangedConcurrently()
  const isMeant = existing.email === sent.email || existing.phone === sent.phone
  if (!isMeant) profileChangedConcurrently()
  const changes = sent.customId === undefined ? [] : await addAlias(context, profileId, sent.customId)
  if (changes.length === 0) return { profile: existing, isNew: false, changes }
  await markUpdated(sql, account.id, profileId, context.now())
  return { profile: await writeDocument(sql, account.id, profileId), isNew: false, changes }
}

function profileChangedConcurrently(): never {
  throw conflict('The profile was changed or deleted at the same time. Try again.')
}
