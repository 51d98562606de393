import type { Person } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'

/** Somebody who has signed in at least once. In a system transaction, as all here. */
export function findPersonById(sql: Sql, id: string): Promise<Person | undefined> {
  return sql.row<Person>('select id, email from person where id = $1', [id])
}

/** Makes whoever does the same to this person wait until the transaction ends. */
export async function holdPerson(sql: Sql, id: string): Promise<void> {
  await sql.row('select 1 from person where id = $1 for update', [id])
}

/** Notes that the owner of this address signs in now; at the first time the person comes to be, under `id`. */
export async function notePerson(
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
