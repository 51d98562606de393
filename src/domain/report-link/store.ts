import type { Locale } from '../../contract/locale.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Maker } from '../link/model.ts'
import type { ReportLink, ReportSubject } from './model.ts'

type NewLink = {
  accountId: string
  id: string
  tokenHash: Buffer
  subject: ReportSubject
  madeBy: 'person' | 'account'
  locale: string | null
  maker: Maker
  shownThrough: string | null
  now: Date
  expiresAt: Date
}

export async function insertReportLink(sql: Sql, link: NewLink): Promise<void> {
  const { accountId, id, tokenHash, subject, madeBy, locale, now, expiresAt, maker } = link
  const profileId = 'profileId' in subject ? subject.profileId : null
  await sql.run(
    `insert into report_link (account_id, id, token_hash, kind, profile_id, made_by, locale, created_at, expires_at,
        client_id, grant_id, member_id, shown_through)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      accountId,
      id,
      tokenHash,
      profileId ? 'person' : 'team',
      profileId,
      madeBy,
      locale,
      now,
      expiresAt,
      maker.clientId,
      maker.grantId,
      maker.memberId,
      link.shownThrough,
    ],
  )
  if ('profileId' in subject) return
  const [column, ids] = 'tagIds' in subject ? ['tag_id', subject.tagIds] : ['profile_id', subject.profileIds]
  await sql.run(
    `insert into report_link_subject (account_id, link_id, place, ${column})
     select $1, $2, place, named from unnest($3::text[]) with ordinality as given (named, place)`,
    [accountId, id, ids],
  )
}

const isLive = 'report_link.revoked_at is null and report_link.expires_at >'

const idsOf = (column: string) =>
  `array(select ${column}::text from report_link_subject subject
          where subject.account_id = report_link.account_id and subject.link_id = report_link.id
            and ${column} is not null order by place)`

const shown = `id, kind, profile_id as "profileId", ${idsOf('subject.profile_id')} as "profileIds",
  ${idsOf('subject.tag_id')} as "tagIds", made_by as "madeBy", locale, created_at as "createdAt",
  expires_at as "expiresAt"`

/** The usable links of an account, newest first; with a profile, those to that person's report. */
export async function listUsableReportLinks(
  sql: Sql,
  { accountId, profileId, now }: { accountId: string; profileId: string | undefined; now: Date },
  { limit, offset }: RowRange,
): Promise<{ links: ReportLink[]; total: number }> {
  const where = `account_id = $1 and ${isLive} $2 and ($3::text is null or profile_id = $3)`
  const values = [accountId, now, profileId ?? null]
  const [links, count] = await Promise.all([
    sql.rows<ReportLink>(
      `select ${shown} from report_link where ${where} order by created_at desc, id desc limit $4 offset $5`,
      [...values, limit, offset],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from report_link where ${where}`, values),
  ])
  return { links, total: count?.total ?? 0 }
}

/** The usable link of this token. */
export async function findReportLinkByToken(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<
  | (Omit<ReportLink, 'locale'> & {
      locale: Locale | null
      shownThrough: string | null
      unconfirmed: string[] | null
    })
  | undefined
> {
  return sql.row(
    `select ${shown}, shown_through as "shownThrough",
        (select unconfirmed from profile where account_id = $1 and id = report_link.profile_id) as unconfirmed
       from report_link where account_id = $1 and token_hash = $2 and ${isLive} $3`,
    [accountId, tokenHash, now],
  )
}

/** The person's own usable link to their results. */
export async function findPersonReportLink(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<{ id: string; expiresAt: string } | undefined> {
  return sql.row(
    `select id, expires_at as "expiresAt" from report_link
      where account_id = $1 and profile_id = $2 and made_by = 'person' and ${isLive} $3
      order by created_at desc, id desc limit 1`,
    [accountId, profileId, now],
  )
}

/** Revokes a link; undefined if there is no usable link with this id. */
export async function endReportLink(
  sql: Sql,
  accountId: string,
  id: string,
  now: Date,
): Promise<{ profileId: string | null } | undefined> {
  return sql.row(
    `update report_link set revoked_at = $3
      where account_id = $1 and id = $2 and ${isLive} $3 returning profile_id as "profileId"`,
    [accountId, id, now],
  )
}

/** The labels of these tags, in alphabetical order. */
export async function readTagLabels(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ label: string }>(
    'select label from tag where account_id = $1 and id = any($2::text[]) order by label_key, id',
    [accountId, tagIds],
  )
  return rows.map(({ label }) => label)
}

/** The forms that these people have answered in their current attempts. */
export async function readAnsweredForms(
  sql: Sql,
  accountId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ form: string }>(
    `select distinct result.form from profile join result
       on result.account_id = profile.account_id and result.profile_id = profile.id
      and result.attempt = profile.attempt
      where profile.account_id = $1 and profile.id = any($2::text[]) order by 1`,
    [accountId, profileIds],
  )
  return rows.map(({ form }) => form)
}

/** Removes up to about this many links that ended before this time. Only a system transaction sees them all. */
export async function removeEndedReportLinks(sql: Sql, before: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from report_link where expires_at <= (
       select max(expires_at) from (
         select expires_at from report_link where expires_at <= $1 order by expires_at limit $2) as oldest)`,
    [before, limit],
  )
}
