import type { Sql } from '../../contract/ports.ts'
import { type InviteRow, inviteColumns } from '../invite/store.ts'

/** The newest invite of a profile; undefined if there is none. */
export async function findNewestInvite(
  sql: Sql,
  accountId: string,
  profileId: string,
): Promise<InviteRow | undefined> {
  return sql.row(
    `select ${inviteColumns} from invite where account_id = $1 and profile_id = $2
      order by created_at desc, id desc limit 1`,
    [accountId, profileId],
  )
}

export async function findInvite(sql: Sql, accountId: string, id: string): Promise<InviteRow | undefined> {
  return sql.row(`select ${inviteColumns} from invite where account_id = $1 and id = $2`, [accountId, id])
}

/** Ends an invite now, and removes the note from which its expiry would be found later. */
export async function expireInvite(sql: Sql, accountId: string, inviteId: string, now: Date): Promise<void> {
  await sql.run('update invite set expires_at = $3 where account_id = $1 and id = $2', [
    accountId,
    inviteId,
    now,
  ])
  await sql.run(`delete from link_expiry where account_id = $1 and kind = 'invite' and link_id = $2`, [
    accountId,
    inviteId,
  ])
}

/** The number of the last answer of an attempt; 0 if there is none. */
export async function findLastSeq(
  sql: Sql,
  accountId: string,
  { profileId, attempt }: { profileId: string; attempt: number },
): Promise<number> {
  const row = await sql.row<{ seq: number }>(
    `select coalesce(max(seq), 0)::integer as seq from answer
      where account_id = $1 and profile_id = $2 and attempt = $3`,
    [accountId, profileId, attempt],
  )
  return row?.seq ?? 0
}

/** All people of the account, in the order of their ids. */
export async function listPeopleIds(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>('select id from profile where account_id = $1 order by id', [
    accountId,
  ])
  return rows.map(({ id }) => id)
}

export async function listTagIds(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>('select id from tag where account_id = $1 order by id', [
    accountId,
  ])
  return rows.map(({ id }) => id)
}

/** A message that stayed in the sandbox, about one of its people. */
export type KeptMessage = {
  id: string
  profileId: string
  channel: 'email' | 'sms' | 'callback'
  to: string
  subject: string
  text: string
  createdAt: string
}

/** Newest first. Messages to members, which are about no one person, are left out. */
export function listKeptMessages(
  sql: Sql,
  accountId: string,
  { profileId, limit }: { profileId: string | undefined; limit: number },
): Promise<KeptMessage[]> {
  return sql.rows(
    `select id, profile_id as "profileId", channel, recipient as "to", subject, body_text as text,
            created_at as "createdAt"
       from mailbox_message
      where account_id = $1 and profile_id is not null and ($2::text is null or profile_id = $2)
      order by created_at desc, id desc limit $3`,
    [accountId, profileId ?? null, limit],
  )
}

export async function removeMessages(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from mailbox_message where account_id = $1', [accountId])
}
