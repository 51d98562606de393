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
  id: string
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  availableAssessments: readonly AssessmentId[]
  focusForm: FocusFormName
  customId: string | undefined
  /** Whether the caller may read the profile. */
  isConfirmed: boolean
}

/**
 * Inserts profiles with their documents and the words of their names, all in one statement: nobody has rows elsewhere yet from which
 * a document would have to be read. Returns the documents; undefined for those whose email or phone is taken on the account.
 */
export async function insertProfiles(
  sql: Sql,
  { accountId, now, isSandbox }: { accountId: string; now: Date; isSandbox: boolean },
  profiles: readonly NewProfile[],
): Promise<(Profile | undefined)[]> {
  const rows = profiles.map((profile) => newRow(profile, { now, isSandbox }))
  const documents = rows.map((row, index) => {
    const customId = profiles[index]?.customId
    const customIds = customId === undefined ? [] : [customId]
    return profileDocument({ profile: row, customIds, sittings: [], results: [] })
  })
  const words = rows.flatMap((row) =>
    nameTokens(row.first_name, row.last_name).map((token) => ({ id: row.id, token })),
  )
  const inserted = await sql.rows<{ id: string }>(
    `with inserted as (
       insert into profile (account_id, id, created_at, updated_at, email, phone, first_name, last_name, name_key,
          locale, state, available_assessments, focus_form, unconfirmed, invented_in, doc)
       select $1, id, $2, $2, email, phone, first_name, last_name, name_key,
              locale, 'pending', available::text[], focus_form, unconfirmed::text[], $3, doc
         from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::text[], $14::text[])
           as given (id, email, phone, first_name, last_name, name_key, locale, available, focus_form, unconfirmed, doc)
       on conflict do nothing returning id
     ), named as (
       insert into name_token (account_id, token, profile_id)
       select $1, word.token, word.id
         from unnest($15::text[], $16::text[]) as word (id, token) join inserted on inserted.id = word.id
     )
     select id from inserted`,
    [
      accountId,
      now,
      isSandbox ? 'sandbox' : null,
      rows.map(({ id }) => id),
      rows.map(({ email }) => email),
      rows.map(({ phone }) => phone),
      rows.map((row) => row.first_name),
      rows.map((row) => row.last_name),
      rows.map((row) => nameKey(row.first_name, row.last_name)),
      rows.map(({ locale }) => locale),
      rows.map((row) => arrayOf(row.available_assessments)),
      rows.map((row) => row.focus_form),
      rows.map(({ unconfirmed }) => arrayOf(unconfirmed)),
      documents.map((document) => JSON.stringify(document)),
      words.map(({ id }) => id),
      words.map(({ token }) => token),
    ],
  )
  const ids = new Set(inserted.map(({ id }) => id))
  return documents.map((document) => (ids.has(document.id) ? document : undefined))
}

/** An array of the database as text, of words that need no quotation marks. */
function arrayOf(words: readonly string[]): string {
  return `{${words.join(',')}}`
}

/** What a new profile has in its row. */
function newRow(profile: NewProfile, { now, isSandbox }: { now: Date; isSandbox: boolean }) {
  const { id, email, phone, firstName, lastName, locale, availableAssessments, focusForm } = profile
  return {
    ...{ id, email, phone, locale, first_name: firstName, last_name: lastName },
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    state: 'pending' as const,
    attempt: 1,
    available_assessments: availableAssessments,
    focus_form: focusForm === 'focus-120' ? null : focusForm,
    quality: null,
    unconfirmed: profile.isConfirmed ? [] : confirmableFields.filter((field) => profile[field] !== null),
    invented_in: isSandbox ? 'sandbox' : null,
  }
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
  // Sent with the next statement, which sees it.
  void sql.run(
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

/** Replaces the words by which a profile is found. */
export function writeNameTokens(
  sql: Sql,
  accountId: string,
  profileId: string,
  { firstName, lastName }: Pick<NewProfile, 'firstName' | 'lastName'>,
): Promise<unknown> {
  return sql.run(
    `with gone as (
       delete from name_token where account_id = $1 and profile_id = $2 and token <> all($3::text[])
     )
     insert into name_token (account_id, token, profile_id)
     select $1, token, $2 from unnest($3::text[]) as token on conflict do nothing`,
    [accountId, profileId, nameTokens(firstName, lastName)],
  )
}
