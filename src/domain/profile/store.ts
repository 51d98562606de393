import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import { type DocumentRow, documentColumns, documentOf } from '../profile-document/store.ts'
import { forgetWordsOf } from '../profile-index/words-store.ts'
import { readResultRows, readSittings } from './attempt-store.ts'
import { type ProfileParts, profileDocument } from './document.ts'
import type { Profile } from './model.ts'
import { nameKey, nameTokens } from './name.ts'

export type NewProfile = {
  accountId: string
  id: string
  now: Date
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  availableAssessments: readonly AssessmentId[]
  focusForm: FocusFormName
  /** Whether the caller may read the profile. */
  isConfirmed: boolean
}

/** Inserts a profile without its document. False if the email or phone is taken on the account. */
export async function insertProfile(sql: Sql, profile: NewProfile): Promise<boolean> {
  const inserted = await sql.run(
    `insert into profile (account_id, id, created_at, updated_at, email, phone, first_name, last_name, name_key,
        locale, state, available_assessments, focus_form, unconfirmed, invented_in, doc)
     values ($1::text, $2, $3, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11, $12,
        (select mode from account where id = $1::text and mode = 'sandbox'), '{}') on conflict do nothing`,
    [
      profile.accountId,
      profile.id,
      profile.now,
      profile.email,
      profile.phone,
      profile.firstName,
      profile.lastName,
      nameKey(profile.firstName, profile.lastName),
      profile.locale,
      profile.availableAssessments,
      profile.focusForm === 'focus-120' ? null : profile.focusForm,
      profile.isConfirmed ? [] : confirmableFields.filter((field) => profile[field] !== null),
    ],
  )
  if (inserted === 0) return false
  await writeNameTokens(sql, profile.accountId, profile.id, profile.firstName, profile.lastName)
  return true
}

export const confirmableFields = ['email', 'phone', 'firstName', 'lastName'] as const

/** The ids of the profiles with this email or this phone; two if they belong to two people. */
export async function findProfilesByAddress(
  sql: Sql,
  accountId: string,
  email: string | null,
  phone: string | null,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    'select id from profile where account_id = $1 and (email = $2 or phone = $3) order by id',
    [accountId, email, phone],
  )
  return rows.map((row) => row.id)
}

export async function findProfile(
  sql: Sql,
  accountId: string,
  profileId: string,
): Promise<Profile | undefined> {
  const row = await sql.row<DocumentRow>(
    `select ${documentColumns} from profile where account_id = $1 and id = $2`,
    [accountId, profileId],
  )
  return row && (JSON.parse(documentOf(row)) as Profile)
}

/** The names and addresses that came from someone who may not read the profile, and were not confirmed since. */
export async function readUnconfirmed(sql: Sql, accountId: string, profileId: string): Promise<string[]> {
  const text = 'select unconfirmed from profile where account_id = $1 and id = $2'
  return (await sql.row<{ unconfirmed: string[] }>(text, [accountId, profileId]))?.unconfirmed ?? []
}

/** Like findProfile, and locks the profile against other writers until the transaction ends. */
export async function lockProfile(
  sql: Sql,
  accountId: string,
  profileId: string,
): Promise<Profile | undefined> {
  const row = await sql.row<DocumentRow>(
    `select ${documentColumns} from profile where account_id = $1 and id = $2 for no key update`,
    [accountId, profileId],
  )
  return row && (JSON.parse(documentOf(row)) as Profile)
}

export async function removeProfile(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  await forgetWordsOf(sql, accountId, profileId)
  return (await sql.run('delete from profile where account_id = $1 and id = $2', [accountId, profileId])) > 0
}

export async function lockAndCountProfiles(sql: Sql, accountId: string): Promise<number> {
  // The account row is locked, so that two creations at the cap are counted one after the other.
  await sql.rows('select id from account where id = $1 for no key update', [accountId])
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from profile where account_id = $1',
    [accountId],
  )
  return row?.count ?? 0
}

/** For changes in other tables that a profile shows. */
export async function markUpdated(sql: Sql, accountId: string, profileId: string, now: Date): Promise<void> {
  await sql.run('update profile set updated_at = $3 where account_id = $1 and id = $2', [
    accountId,
    profileId,
    now,
  ])
}

/** Replaces the assessments of the person in the current attempt. The caller writes the document. */
export async function setAvailableAssessments(
  sql: Sql,
  accountId: string,
  profileId: string,
  available: readonly AssessmentId[],
  now: Date,
): Promise<void> {
  await sql.run(
    'update profile set available_assessments = $3, updated_at = $4 where account_id = $1 and id = $2',
    [accountId, profileId, available, now],
  )
}

/** A profile is pending until its person first opens a link. `inviteId`: the invite through which it became active. */
export async function activateProfile(
  sql: Sql,
  accountId: string,
  profileId: string,
  { inviteId, now }: { inviteId: string; now: Date },
): Promise<void> {
  const activated = await sql.run(
    `update profile set state = 'active', updated_at = $3
      where account_id = $1 and id = $2 and state = 'pending'`,
    [accountId, profileId, now],
  )
  if (activated > 0) recordEvent(sql, { type: 'profile.activated', data: { profileId, inviteId } })
}

export async function writeQuality(
  sql: Sql,
  accountId: string,
  profileId: string,
  quality: unknown,
  now: Date,
): Promise<void> {
  await sql.run('update profile set quality = $3, updated_at = $4 where account_id = $1 and id = $2', [
    accountId,
    profileId,
    JSON.stringify(quality),
    now,
  ])
}

/** Marks the profile's first completion as counted; true only for the call that marked it. */
export async function markReportCounted(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  const changed = await sql.run(
    `update profile set report_counted = true where account_id = $1 and id = $2 and not report_counted`,
    [accountId, profileId],
  )
  return changed > 0
}

/**
 * Rebuilds the stored document of a profile, and the filter columns derived from it, from all its rows. Every change of
 * something that the document shows ends with this call, in the same transaction.
 */
export async function writeDocument(sql: Sql, accountId: string, profileId: string): Promise<Profile> {
  const document = profileDocument(await readParts(sql, accountId, profileId))
  await sql.run(
    `update profile set doc = $3, completed_assessments = $4, is_completed = $5, date_started = $6,
        date_completed = $7, disc_style = $8
      where account_id = $1 and id = $2`,
    [
      accountId,
      profileId,
      JSON.stringify(document),
      document.completedAssessments,
      document.isCompleted,
      document.dateStarted,
      document.dateCompleted,
      document.disc?.style ?? null,
    ],
  )
  return document
}

async function readParts(sql: Sql, accountId: string, profileId: string): Promise<ProfileParts> {
  const key = [accountId, profileId]
  const [profile, aliases, sittings, results] = await Promise.all([
    sql.row<ProfileParts['profile']>('select * from profile where account_id = $1 and id = $2', key),
    sql.rows<{ consumer_key: string }>(
      `select consumer_key from resource_alias
        where account_id = $1 and resource_type = 'profile' and resource_id = $2 order by created_at, id`,
      key,
    ),
    readSittings(sql, { accountId, profileId }, 'current'),
    readResultRows(sql, { accountId, profileId }, 'current'),
  ])
  if (!profile) throw new Error('A document was written for a profile that does not exist.')
  return { profile, customIds: aliases.map((alias) => alias.consumer_key), sittings, results }
}

export async function writeNameTokens(
  sql: Sql,
  accountId: string,
  profileId: string,
  firstName: string | null,
  lastName: string | null,
): Promise<void> {
  await sql.run(
    `insert into name_token (account_id, token, profile_id)
     select $1, token, $2 from unnest($3::text[]) as token on conflict do nothing`,
    [accountId, profileId, nameTokens(firstName, lastName)],
  )
}
