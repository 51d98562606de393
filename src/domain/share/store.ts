import { dashboardClientId } from '../../contract/authorization.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import type { Maker } from '../link/model.ts'
import type { ShareLink, ShareLinkRequest, StartAllowance } from './model.ts'

type Row = {
  id: string
  token_sealed: Buffer
  tag_ids: string[]
  custom_id: string | null
  assessment_ids: AssessmentId[]
  focus_form: FocusFormName | null
  expires_at: string
  max_starts: number | null
  starts: number
}

const columns =
  'id, token_sealed, tag_ids, custom_id, assessment_ids, focus_form, expires_at, max_starts, starts'

/** Whether anyone can still start; the placeholder of the time follows. */
const isOpen = 'revoked_at is null and (max_starts is null or starts < max_starts) and expires_at >'

/** Serializes requests for links of this account, so that of equal requests one creates the link. */
export async function lockShareLinks(sql: Sql, accountId: string): Promise<void> {
  await sql.rows('select id from account where id = $1 for no key update', [accountId])
}

/** Serializes submissions of the same rendering of a form until the transaction ends. */
export async function lockForm(sql: Sql, accountId: string, form: Buffer): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('form:' || $1::text, 0))`, [
    `${accountId}:${form.toString('hex')}`,
  ])
}

/**
 * The link that was created for the same request and is valid beyond this time; the one that lasts longest. A link that
 * ends with an app's grant or a client is reused by that app or client only. Those of the dashboard are reused by
 * everyone.
 */
export async function findReusableShareLink(
  sql: Sql,
  accountId: string,
  { fingerprint, maker }: { fingerprint: Buffer; maker: Maker },
  validBeyond: Date,
): Promise<ShareLink | undefined> {
  const row = await sql.row<Row>(
    `select ${columns} from share_link where account_id = $1 and fingerprint = $2 and ${isOpen}= $3
        and (coalesce(client_id, $6) = $6 or client_id = $4 and grant_id is not distinct from $5)
      order by expires_at desc limit 1`,
    [accountId, fingerprint, validBeyond, maker.clientId, maker.grantId, dashboardClientId],
  )
  return row && linkOf(row)
}

export async function insertShareLink(
  sql: Sql,
  link: ShareLinkRequest & {
    accountId: string
    id: string
    tokenHash: Buffer
    tokenSealed: Buffer
    fingerprint: Buffer
    now: Date
    expiresAt: Date
    startsLeft: number
    maker: Maker
  },
): Promise<void> {
  await sql.run(
    `with noted as (
       insert into link_expiry (account_id, kind, link_id, due_at) values ($1, 'share', $2, $10)
     )
     insert into share_link (account_id, id, token_hash, token_sealed, fingerprint, tag_ids, custom_id,
        assessment_ids, created_at, expires_at, starts_left, starts_at, client_id, grant_id, member_id, focus_form,
        max_starts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $9, $12, $13, $14, $15, $16)`,
    [
      link.accountId,
      link.id,
      link.tokenHash,
      link.tokenSealed,
      link.fingerprint,
      link.tagIds,
      link.customId ?? null,
      link.assessmentIds,
      link.now,
      link.expiresAt,
      link.startsLeft,
      link.maker.clientId,
      link.maker.grantId,
      link.maker.memberId,
      link.focusForm ?? null,
      link.maxStarts ?? null,
    ],
  )
}

/** Ends a link; false if there is no usable link with this id. */
export async function endShareLinkRow(sql: Sql, accountId: string, id: string, now: Date): Promise<boolean> {
  const ended = await sql.run(
    `update share_link set revoked_at = $3
      where account_id = $1 and id = $2 and ${isOpen} $3`,
    [accountId, id, now],
  )
  if (ended === 0) return false
  recordEvent(sql, { type: 'shareLink.ended', data: { shareLinkId: id, reason: 'revoked' } })
  return true
}

/** Removes links that expired or were revoked before this time. */
export async function removeEndedShareLinks(sql: Sql, accountId: string, before: Date): Promise<void> {
  await sql.run('delete from share_link where account_id = $1 and least(expires_at, revoked_at) < $2', [
    accountId,
    before,
  ])
}

/** The link of this token, while it is valid. */
export async function findShareLink(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<ShareLink | undefined> {
  const row = await sql.row<Row>(
    `select ${columns} from share_link where account_id = $1 and token_hash = $2 and expires_at > $3
        and revoked_at is null`,
    [accountId, tokenHash, now],
  )
  return row && linkOf(row)
}

/**
 * The starts of a link that has not ended: undefined if it was revoked since it was read. Locks the link until the
 * transaction ends, so revoking waits for starts that come before it, and those after it find it revoked.
 */
export async function lockStarts(
  sql: Sql,
  accountId: string,
  linkId: string,
  now: Date,
): Promise<{ allowance: StartAllowance; starts: number; maxStarts: number | undefined } | undefined> {
  const row = await sql.row<{ left: number; at: string; starts: number; max_starts: number | null }>(
    `select starts_left as left, starts_at as at, starts, max_starts from share_link
      where account_id = $1 and id = $2 and revoked_at is null and expires_at > $3 for update`,
    [accountId, linkId, now],
  )
  return (
    row && {
      allowance: { left: row.left, at: new Date(row.at) },
      starts: row.starts,
      maxStarts: row.max_starts ?? undefined,
    }
  )
}

/** Counts a person who has started. The last one ends the link. */
export async function addStart(sql: Sql, accountId: string, linkId: string): Promise<void> {
  const row = await sql.row<{ is_full: boolean }>(
    `update share_link set starts = starts + 1 where account_id = $1 and id = $2
     returning coalesce(starts >= max_starts, false) as is_full`,
    [accountId, linkId],
  )
  if (row?.is_full)
    recordEvent(sql, { type: 'shareLink.ended', data: { shareLinkId: linkId, reason: 'full' } })
}

export async function writeStarts(
  sql: Sql,
  accountId: string,
  linkId: string,
  { left, at }: StartAllowance,
): Promise<void> {
  await sql.run('update share_link set starts_left = $3, starts_at = $4 where account_id = $1 and id = $2', [
    accountId,
    linkId,
    left,
    at,
  ])
}

/** Those of these tags that exist, locked against deletion until the transaction ends. */
export async function lockExistingTags(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  if (tagIds.length === 0) return []
  const rows = await sql.rows<{ id: string }>(
    'select id from tag where account_id = $1 and id = any($2::text[]) order by id for key share',
    [accountId, tagIds],
  )
  return rows.map((row) => row.id)
}

/** The current number of profiles of an account, to show whether there is capacity; locks nothing. */
export async function countProfilesNow(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from profile where account_id = $1',
    [accountId],
  )
  return row?.count ?? 0
}

function linkOf(row: Row): ShareLink {
  return {
    id: row.id,
    tokenSealed: row.token_sealed,
    tagIds: row.tag_ids,
    customId: row.custom_id ?? undefined,
    assessmentIds: row.assessment_ids,
    focusForm: row.focus_form ?? undefined,
    expiresAt: row.expires_at,
    maxStarts: row.max_starts ?? undefined,
    starts: row.starts,
  }
}
