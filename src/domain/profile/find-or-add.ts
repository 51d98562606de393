import { conflict, missing } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { refuseProfileBeyondCap } from '../account/billing.ts'
import { countKnownTags } from '../tag/store.ts'
import { addProfile, giveKey, type Newcomer } from './add.ts'
import type { Profile } from './model.ts'
import { pickGiven } from './operations.ts'
import {
  countProfiles,
  findProfile,
  findProfilesByAddress,
  lockProfile,
  markUpdated,
  writeDocument,
} from './store.ts'

/** A person as the account has them now, and what had to change for it. */
export type FoundOrAdded = { profile: Profile; isNew: boolean; changes: Change[] }

/**
 * The profile of whoever holds this email or phone on the account, or a new one. Of a standing profile nothing is
 * overwritten; a further key is given to it at most. Fails as `billing` for one profile too many in a trial, as
 * `missing` for an unknown tag, and as `conflict` where email and phone belong to two people.
 */
export async function findOrAdd(context: Context, person: Newcomer): Promise<FoundOrAdded> {
  const { sql, account } = context
  const email = person.email ?? null
  const phone = person.phone ?? null
  const isTrial = account.billingStatus === 'trialing'
  // At the cap two creations must see each other's profile, the same person's second one included.
  const count = isTrial ? await countProfiles(sql, account.id) : 0
  const holders = await findProfilesByAddress(sql, account.id, email, phone)
  if (isTrial && holders.length === 0) refuseProfileBeyondCap(account, context.site.trial, count)
  const tagIds = person.tagIds ?? []
  if (tagIds.length > 0 && (await countKnownTags(sql, account.id, tagIds)) < tagIds.length) {
    throw missing('One or more tags were not found on this account. Nothing was created.', {
      code: 'tag_not_found',
      param: 'tagIds',
    })
  }
  const standing = oneOf(holders)
  if (standing) return found(context, standing, person)
  const added = await addProfile(context, person)
  if (!added) {
    // Somebody else created the same person in this very moment; theirs stands.
    const theirs = oneOf(await findProfilesByAddress(sql, account.id, email, phone))
    if (theirs) return found(context, theirs, person)
    throw conflict('The email or the phone was taken at the same moment. Try again.')
  }
  const { profile, keyChanges } = added
  const change = {
    target: { type: 'profile', id: profile.id },
    changes: { fields: Object.keys(person).sort() },
  } as const
  return { profile, isNew: true, changes: [change, ...keyChanges] }
}

/** The addresses by which a profile was found: what whoever sent them knows already. */
export function matching(profile: Profile, { email, phone }: Newcomer) {
  return pickGiven({
    email: email === profile.email ? email : undefined,
    phone: phone === profile.phone ? phone : undefined,
  })
}

function oneOf(ids: readonly string[]): string | undefined {
  if (ids.length > 1) {
    throw conflict('The email and the phone belong to two different profiles. Send one of them only.', {
      code: 'two_profiles',
    })
  }
  return ids[0]
}

async function found(context: Context, profileId: string, sent: Newcomer): Promise<FoundOrAdded> {
  const { sql, account } = context
  const find = sent.customId === undefined ? findProfile : lockProfile
  const standing = (await find(sql, account.id, profileId)) ?? changedMeanwhile()
  const isMeant = standing.email === sent.email || standing.phone === sent.phone
  if (!isMeant) changedMeanwhile()
  const changes = sent.customId === undefined ? [] : await giveKey(context, profileId, sent.customId)
  if (changes.length === 0) return { profile: standing, isNew: false, changes }
  await markUpdated(sql, account.id, profileId, context.now())
  return { profile: await writeDocument(sql, account.id, profileId), isNew: false, changes }
}

function changedMeanwhile(): never {
  throw conflict('The profile was changed or deleted at the same moment. Try again.')
}
