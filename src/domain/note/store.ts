import type { Sql } from '../../contract/ports.ts'

/** Every statement names the writer: nobody else has these notes. */
export type Writer = { accountId: string; memberId: string }

export type NoteRow = { id: string; profileId: string; sealed: Buffer; createdAt: string; updatedAt: string }

const columns =
  'id, profile_id as "profileId", text_sealed as sealed, created_at as "createdAt", updated_at as "updatedAt"'

/** The writer's notes about a person, newest first. */
export function listNoteRows(
  sql: Sql,
  { accountId, memberId }: Writer,
  profileId: string,
): Promise<NoteRow[]> {
  return sql.rows(
    `select ${columns} from coaching_note where account_id = $1 and member_id = $2 and profile_id = $3
      order by created_at desc, id desc`,
    [accountId, memberId, profileId],
  )
}

/** One note of the writer, locked until the transaction ends. */
export function lockNote(
  sql: Sql,
  { accountId, memberId }: Writer,
  noteId: string,
): Promise<NoteRow | undefined> {
  return sql.row(
    `select ${columns} from coaching_note where account_id = $1 and member_id = $2 and id = $3 for update`,
    [accountId, memberId, noteId],
  )
}

/** How many notes the writer has about a person. Notes of one writer are written one after the other. */
export async function lockAndCountNotes(
  sql: Sql,
  { accountId, memberId }: Writer,
  profileId: string,
): Promise<number> {
  await sql.rows('select 1 from member where account_id = $1 and id = $2 for no key update', [
    accountId,
    memberId,
  ])
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from coaching_note
      where account_id = $1 and member_id = $2 and profile_id = $3`,
    [accountId, memberId, profileId],
  )
  return row?.count ?? 0
}

export async function insertNote(
  sql: Sql,
  { accountId, memberId }: Writer,
  { id, profileId, sealed, now }: { id: string; profileId: string; sealed: Buffer; now: Date },
): Promise<void> {
  await sql.run(
    `insert into coaching_note (account_id, id, member_id, profile_id, text_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [accountId, id, memberId, profileId, sealed, now],
  )
}

export async function updateNoteText(
  sql: Sql,
  { accountId, memberId }: Writer,
  { id, sealed, now }: { id: string; sealed: Buffer; now: Date },
): Promise<void> {
  await sql.run(
    `update coaching_note set text_sealed = $4, updated_at = $5
      where account_id = $1 and member_id = $2 and id = $3`,
    [accountId, memberId, id, sealed, now],
  )
}

/** The person whom the removed note was about; undefined if the writer has no such note. */
export async function removeNote(
  sql: Sql,
  { accountId, memberId }: Writer,
  noteId: string,
): Promise<string | undefined> {
  const row = await sql.row<{ profileId: string }>(
    `delete from coaching_note where account_id = $1 and member_id = $2 and id = $3
     returning profile_id as "profileId"`,
    [accountId, memberId, noteId],
  )
  return row?.profileId
}

/** Whether the person is there, and for a coach, in their teams. */
export async function hasPerson(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  const row = await sql.row('select 1 from profile where account_id = $1 and id = $2', [accountId, profileId])
  return row !== undefined
}
