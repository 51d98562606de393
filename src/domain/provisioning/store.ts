import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { User } from './user.ts'

type Key = { accountId: string; connectionId: string }

export type ProvisionedRow = { profileId: string; createdAt: string; updatedAt: string; resource: User }

const columns = `profile_id as "profileId", created_at as "createdAt", updated_at as "updatedAt", resource`

/** Serializes the reports of one directory about this user name. */
export async function lockUserName(sql: Sql, { connectionId }: Key, userName: string): Promise<void> {
  await sql.rows(
    `select pg_advisory_xact_lock(hashtextextended('user:' || $1::text || ':' || $2::text, 0))`,
    [connectionId, userName.toLowerCase()],
  )
}

export async function insertProvisioned(
  sql: Sql,
  { accountId, connectionId }: Key,
  { profileId, user, now }: { profileId: string; user: User; now: Date },
): Promise<void> {
  await sql.run(
    `insert into provisioned_person (account_id, connection_id, profile_id, created_at, updated_at, user_name_key,
        external_id, email_keys, resource)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    [accountId, connectionId, profileId, now, ...keysOf(user)],
  )
}

export async function updateProvisioned(
  sql: Sql,
  { accountId, connectionId }: Key,
  { profileId, user, now }: { profileId: string; user: User; now: Date },
): Promise<void> {
  await sql.run(
    `update provisioned_person set updated_at = $4, user_name_key = $5, external_id = $6, email_keys = $7,
        resource = $8
      where account_id = $1 and connection_id = $2 and profile_id = $3`,
    [accountId, connectionId, profileId, now, ...keysOf(user)],
  )
}

function keysOf(user: User): unknown[] {
  const emails = (user.emails ?? []).map(({ value }) => value.toLowerCase())
  return [user.userName.toLowerCase(), user.externalId ?? null, emails, JSON.stringify(user)]
}

export async function removeProvisioned(
  sql: Sql,
  { accountId, connectionId }: Key,
  profileId: string,
): Promise<void> {
  await sql.run(
    'delete from provisioned_person where account_id = $1 and connection_id = $2 and profile_id = $3',
    [accountId, connectionId, profileId],
  )
}

/** Only among the people of this directory: everyone else is like someone who does not exist. */
export function findProvisioned(
  sql: Sql,
  { accountId, connectionId }: Key,
  profileId: string,
): Promise<ProvisionedRow | undefined> {
  return sql.row(
    `select ${columns} from provisioned_person
      where account_id = $1 and connection_id = $2 and profile_id = $3`,
    [accountId, connectionId, profileId],
  )
}

/** Locks the profile first, as whatever else changes a person does. */
export async function lockProvisioned(
  sql: Sql,
  key: Key,
  profileId: string,
): Promise<ProvisionedRow | undefined> {
  await sql.rows(
    `select 1 from profile where account_id = $1 and id = (
       select profile_id from provisioned_person
        where account_id = $1 and connection_id = $2 and profile_id = $3) for no key update`,
    [key.accountId, key.connectionId, profileId],
  )
  return sql.row(
    `select ${columns} from provisioned_person
      where account_id = $1 and connection_id = $2 and profile_id = $3 for update`,
    [key.accountId, key.connectionId, profileId],
  )
}

export async function isUserNameTaken(
  sql: Sql,
  { accountId, connectionId }: Key,
  userName: string,
): Promise<boolean> {
  const row = await sql.row(
    'select 1 from provisioned_person where account_id = $1 and connection_id = $2 and user_name_key = $3',
    [accountId, connectionId, userName.toLowerCase()],
  )
  return row !== undefined
}

export type UserFilter = { attribute: 'userName' | 'externalId' | 'email' | 'id'; value: string }

/**
 * An address is one of up to twenty of a person. Under row security `@>` is no condition of an index, because its operator
 * could tell something of hidden rows; a place in the list is one. Few people have more than two.
 */
const withEmail = [
  'email_keys[1] = lower($3)',
  'email_keys[2] = lower($3)',
  'email_keys[3] is not null and email_keys @> array[lower($3)]',
].map(
  (place) => `select profile_id::text from provisioned_person known
    where known.account_id = $1 and known.connection_id = $2 and ${place}`,
)

const conditions: Record<UserFilter['attribute'], string> = {
  userName: 'and user_name_key = lower($3)',
  externalId: 'and external_id = $3',
  email: `and profile_id = any(array(${withEmail.join(' union all ')}))`,
  id: 'and profile_id = $3',
}

/** One page of the people of a directory, in the order in which it reported them, and their number. */
export async function listProvisioned(
  sql: Sql,
  { accountId, connectionId }: Key,
  filter: UserFilter | undefined,
  { limit, offset }: RowRange,
): Promise<{ rows: ProvisionedRow[]; total: number }> {
  const condition = filter ? conditions[filter.attribute] : 'and $3::text is null'
  const where = `where account_id = $1 and connection_id = $2 ${condition}`
  const values = [accountId, connectionId, filter?.value ?? null]
  const [rows, counted] = await Promise.all([
    limit === 0
      ? []
      : sql.rows<ProvisionedRow>(
          // Those before the page are passed in the index of this order, without reading what was sent of them.
          `select ${columns} from (
             select profile_id as listed_id from provisioned_person ${where}
              order by created_at, profile_id limit $4 offset $5) as page
             join provisioned_person on account_id = $1 and connection_id = $2 and profile_id = listed_id
            order by created_at, profile_id`,
          [...values, limit, offset],
        ),
    sql.row<{ total: number }>(`select count(*)::integer as total from provisioned_person ${where}`, values),
  ])
  return { rows, total: counted?.total ?? 0 }
}
