import type { Sql } from '../../contract/ports.ts'

/** A profile of the account with an address or a key from the list. */
export type ExistingProfile = {
  id: string
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  isCompleted: boolean
  /** Whether anyone has sent them a link, or they came by a public one. */
  isInvited: boolean
  customIds: string[]
  tagIds: string[]
}

export type Wanted = { emails: readonly string[]; phones: readonly string[]; customIds: readonly string[] }

/**
 * All profiles of the account with one of these addresses or keys, in one statement. `lock` keeps other writers from
 * them until the transaction ends.
 */
export async function findExistingProfiles(
  sql: Sql,
  accountId: string,
  { emails, phones, customIds }: Wanted,
  { lock }: { lock: boolean },
): Promise<ExistingProfile[]> {
  const found = `profile.account_id = $1 and profile.id in (
      select id from profile where account_id = $1 and email = any($2::text[])
      union select id from profile where account_id = $1 and phone = any($3::text[])
      union select resource_id from resource_alias
        where account_id = $1 and resource_type = 'profile' and consumer_key = any($4::text[]))`
  const values = [accountId, emails, phones, customIds]
  // Locked first: an address that another call was changing is then read as it is after that.
  if (lock) {
    await sql.rows(
      `select profile.id from profile where ${found} order by profile.id for no key update`,
      values,
    )
  }
  return sql.rows<ExistingProfile>(
    `select profile.id, profile.email, profile.phone, profile.first_name as "firstName",
        profile.last_name as "lastName", profile.locale, profile.is_completed as "isCompleted",
        exists (select from invite
                 where invite.account_id = $1 and invite.profile_id = profile.id) as "isInvited",
        array(select consumer_key from resource_alias alias
               where alias.account_id = $1 and alias.resource_type = 'profile' and alias.resource_id = profile.id)
          as "customIds",
        array(select link.tag_id::text from profile_tag link
               where link.account_id = $1 and link.profile_id = profile.id) as "tagIds"
       from profile where ${found} order by profile.id`,
    values,
  )
}

/** Lets one import of the account run at a time, until the transaction ends: two would both create a missing tag. */
export async function lockImports(sql: Sql, accountId: string): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('import:' || $1::text, 0))`, [accountId])
}
