import type { Sql } from '../../contract/ports.ts'
import { forgetWordsOf } from '../profile-index/words-store.ts'
import type { Profile } from './model.ts'
import { nameKey } from './name.ts'
import { endShared } from './shared-store.ts'
import { confirmableFields, writeNameTokens } from './store.ts'

export type ProfileChange = {
  email?: string | null
  phone?: string | null
  firstName?: string | null
  lastName?: string | null
  locale?: string | null
}

/**
 * Changes names, addresses and locale. `isConfirmed`: the caller may read the profile. Ends links to an address that is
 * no longer the profile's, and returns their addresses.
 */
export async function updateProfileRow(
  sql: Sql,
  accountId: string,
  profile: Profile,
  { isConfirmed, ...change }: ProfileChange & { isConfirmed: boolean },
  now: Date,
): Promise<FormerAddress[]> {
  const after = { ...profile, ...change }
  const changed = confirmableFields.filter((field) => after[field] !== profile[field])
  // A field stays unconfirmed when its value is removed: what was entered through an address remains hidden from others.
  const unconfirmed = isConfirmed ? [] : changed
  // Sent together with what the caller sends next: nothing here depends on an answer. `sql` remembers what fails.
  void sql.run(
    `update profile set email = $3, phone = $4, first_name = $5, last_name = $6, name_key = $7, locale = $8,
        updated_at = $9,
        unconfirmed = array(select unnest(unconfirmed) except select unnest($10::text[])) || $11::text[]
      where account_id = $1 and id = $2`,
    [
      accountId,
      profile.id,
      after.email,
      after.phone,
      after.firstName,
      after.lastName,
      nameKey(after.firstName, after.lastName),
      after.locale,
      now,
      changed,
      unconfirmed,
    ],
  )
  // Only a changed key marks the profile, and so adds its words again.
  if (nameKey(after.firstName, after.lastName) !== nameKey(profile.firstName, profile.lastName))
    void forgetWordsOf(sql, accountId, profile.id)
  if (after.firstName !== profile.firstName || after.lastName !== profile.lastName)
    void writeNameTokens(sql, accountId, profile.id, after)
  if (after.email === profile.email && after.phone === profile.phone) return []
  return endLinks(sql, accountId, after, now)
}

export type FormerAddress = { channel: 'email' | 'sms'; recipient: string }

/** Marks these addresses as confirmed by someone who may read the profile. */
export async function confirmProfileFields(
  sql: Sql,
  accountId: string,
  profileId: string,
  fields: readonly string[],
  now: Date,
): Promise<void> {
  await sql.run(
    `update profile set updated_at = $4,
        unconfirmed = array(select unnest(unconfirmed) except select unnest($3::text[]))
      where account_id = $1 and id = $2`,
    [accountId, profileId, fields, now],
  )
}

/**
 * Ends links to an address that is no longer the profile's, permanently: they don't work again if the address returns.
 * With them ends what the person shows to others.
 */
async function endLinks(
  sql: Sql,
  accountId: string,
  { id, email, phone }: Pick<Profile, 'id' | 'email' | 'phone'>,
  now: Date,
): Promise<FormerAddress[]> {
  const former = await sql.rows<FormerAddress>(
    `with ended as (
       update invite set revoked_at = $5
        where account_id = $1 and profile_id = $2 and revoked_at is null
          and (channel = 'email' and recipient is distinct from $3
            or channel = 'sms' and recipient is distinct from $4)
        returning channel, recipient)
     select distinct channel, recipient from ended order by 1, 2`,
    [accountId, id, email, phone, now],
  )
  if (former.length > 0) await endShared(sql, { accountId, profileId: id, now })
  return former
}
