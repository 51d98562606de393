import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import type { NoticeChoice, NoticeKind } from './model.ts'

/** A member of an account. */
export type NoticeOwner = { accountId: string; memberId: string }

const selectChoices = `select kind, frequency, tag_ids as "tagIds", seq::float8 as seq, digest_due_at as "digestDueAt"
  from member_notice where account_id = $1 and member_id = $2`

/** The member's choices; tags that have been deleted are left out. */
export function listChoices(sql: Sql, { accountId, memberId }: NoticeOwner): Promise<NoticeChoice[]> {
  return sql.rows(
    `select kind, frequency, seq::float8 as seq, digest_due_at as "digestDueAt",
        case when tag_ids is not null then array(
          select tag.id::text from unnest(tag_ids) with ordinality as chosen (id, place)
            join tag on tag.account_id = $1 and tag.id = chosen.id order by place) end as "tagIds"
       from member_notice where account_id = $1 and member_id = $2`,
    [accountId, memberId],
  )
}

/** Locks the member's choices until the transaction ends. */
export function lockChoices(sql: Sql, { accountId, memberId }: NoticeOwner): Promise<NoticeChoice[]> {
  return sql.rows(`${selectChoices} order by kind for update`, [accountId, memberId])
}

/**
 * Locks the member's choices, or none if another transaction has them: the first one decides, which everyone locks
 * first. Two processes with a part each would send two digests for one.
 */
export function lockFreeChoices(sql: Sql, { accountId, memberId }: NoticeOwner): Promise<NoticeChoice[]> {
  return sql.rows(
    `with first as materialized (
       select kind from member_notice where account_id = $1 and member_id = $2 order by kind limit 1
          for update skip locked)
     ${selectChoices} and kind >= (select kind from first)
       and not exists (select from member_notice earlier
         where earlier.account_id = $1 and earlier.member_id = $2 and earlier.kind < (select kind from first))
      order by kind for update`,
    [accountId, memberId],
  )
}

/** Inserts or changes a choice. */
export async function writeChoice(
  sql: Sql,
  { accountId, memberId }: NoticeOwner,
  choice: NoticeChoice,
): Promise<void> {
  await sql.run(
    `insert into member_notice (account_id, member_id, kind, frequency, tag_ids, seq, digest_due_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, member_id, kind) do update
       set frequency = $4, tag_ids = $5, seq = $6, digest_due_at = $7`,
    [accountId, memberId, choice.kind, choice.frequency, choice.tagIds, choice.seq, choice.digestDueAt],
  )
}

/** Turns these kinds off, and with them what is queued. Returns those that were on. */
export async function removeChoices(
  sql: Sql,
  { accountId, memberId }: NoticeOwner,
  kinds: readonly NoticeKind[],
): Promise<NoticeKind[]> {
  const rows = await sql.rows<{ kind: NoticeKind }>(
    `delete from member_notice where account_id = $1 and member_id = $2 and kind = any($3::text[])
     returning kind`,
    [accountId, memberId, kinds],
  )
  return rows.map(({ kind }) => kind)
}

/** The number of the account's newest event; 0 before the first. */
export async function findNewestSeq(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.row<{ seq: number }>(
    'select seq::float8 as seq from event_head where account_id = $1',
    [accountId],
  )
  return row?.seq ?? 0
}

/** The address and role of a member who has accepted; undefined if there is none. */
export async function findNoticeMember(
  sql: Sql,
  { accountId, memberId }: NoticeOwner,
): Promise<{ email: string; role: Role } | undefined> {
  return sql.row(
    'select email, role from member where account_id = $1 and id = $2 and accepted_at is not null',
    [accountId, memberId],
  )
}
