import type { Person } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'

/** Someone who has signed in at least once. Runs in a system transaction, like all functions here. */
export function findPersonById(sql: Sql, id: string): Promise<Person | undefined> {
  return sql.row<Person>('select id, email from person where id = $1', [id])
}

/** Locks this person until the transaction ends. */
export async function lockPersonById(sql: Sql, id: string): Promise<void> {
  await sql.row('select 1 from person where id = $1 for update', [id])
}

/** Records that the owner of this address signs in now. Creates the person with `id` the first time. */
export async function upsertPerson(
  sql: Sql,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<Person> {
  const row = await sql.row<Person>(
    `insert into person (id, email, created_at, last_signed_in_at) values ($1, $2, $3, $3)
     on conflict (email) do update set last_signed_in_at = excluded.last_signed_in_at returning id, email`,
    [id, email, now],
  )
  return row as Person
}

/** Whether an address is a member of, or invited to, an account here or one reported by another region. */
const isMemberSql = `(exists (select 1 from member where member.email = person.email)
  or exists (select 1 from directory_member where directory_member.email = person.email))`

/**
 * Removes people who aren't members of anything and haven't signed in since then, with their sessions, passkeys and
 * ended grants. Returns how many.
 */
export async function removePeopleWithoutMemberships(sql: Sql, since: Date, limit: number): Promise<number> {
  const people = await sql.rows<{ id: string }>(
    `select id from person where coalesce(last_signed_in_at, created_at) <= $1 and not ${isMemberSql}
      limit $2 for update skip locked`,
    [since, limit],
  )
  await removePeople(
    sql,
    people.map(({ id }) => id),
  )
  return people.length
}

/** Locks the person with this address. Also returns whether they are a member of anything. */
export function lockPerson(sql: Sql, email: string): Promise<{ id: string; isMember: boolean } | undefined> {
  return sql.row(`select id, ${isMemberSql} as "isMember" from person where email = $1 for update`, [email])
}

/** Removes all data about these people. */
export async function removePeople(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql.run(
    'delete from oauth_record where grant_id in (select id from app_grant where person_id = any($1))',
    [ids],
  )
  // Sessions, passkeys, challenges and grants are deleted with the person.
  await sql.run('delete from person where id = any($1)', [ids])
}

/** Removes sign-in codes and queued emails of an address, which exist for anyone who requested a code. */
export async function removeSignInsOf(sql: Sql, email: string): Promise<number> {
  const codes = await sql.run('delete from sign_in_code where email = $1', [email])
  return (
    codes +
    (await sql.run('delete from mailbox_message where account_id is null and recipient = $1', [email]))
  )
}
