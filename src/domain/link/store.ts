import { dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { recordEvent } from '../event/record.ts'
import type { Maker } from './model.ts'

// Links made by a client, an app or a member end with it, in the same transaction.

const tables = ['report_link', 'share_link'] as const

/**
 * Whether a maker may still make a link. Locks the client or grant until the transaction ends, so that a concurrent
 * revocation waits and then finds the link.
 */
export async function lockMaker(sql: Sql, accountId: string, maker: Maker): Promise<boolean> {
  const { clientId, grantId, memberId } = maker
  if (grantId === null) {
    if (clientId === null) return true
    const text = `select 1 from machine_client where account_id = $1 and client_id = $2 and revoked_at is null
      for share`
    return (await sql.row(text, [accountId, clientId])) !== undefined
  }
  await sql.rows(`select pg_advisory_xact_lock_shared(hashtextextended('grant:' || $1::text, 0))`, [grantId])
  const locked = await sql.row('select 1 from member where account_id = $1 and id = $2 for share', [
    accountId,
    memberId,
  ])
  const ended = await sql.row(
    `select 1 from revocation where account_id = $1 and kind = 'grant' and id = $2`,
    [accountId, grantId],
  )
  return locked !== undefined && ended === undefined
}

/** The same for something that outlasts an ordinary sign-out from the dashboard, if a member asked for it there. */
export async function lockLastingMaker(sql: Sql, accountId: string, maker: Maker): Promise<boolean> {
  if (maker.clientId !== dashboardClientId) return lockMaker(sql, accountId, maker)
  const text = `select 1 from member where account_id = $1 and id = $2 and accepted_at is not null for share`
  return (await sql.row(text, [accountId, maker.memberId])) !== undefined
}

/**
 * Ends the links made under these grants. Links that a member made in the dashboard outlast an ordinary sign-out, and the end
 * of a provider that had signed them in. They end when the member loses access.
 */
export async function endLinksOfGrants(
  sql: Sql,
  accountId: string,
  { grantIds, reason, now }: { grantIds: readonly string[]; reason: RevokeReason; now: Date },
): Promise<void> {
  for (const id of [...grantIds].sort()) {
    await sql.rows(`select pg_advisory_xact_lock(hashtextextended('grant:' || $1::text, 0))`, [id])
  }
  const isSignOut = ['person', 'app', 'same_session', 'provider_ended'].includes(reason)
  for (const table of tables) {
    const ended = await sql.rows<EndedLink>(
      `update ${table} set revoked_at = $3 where account_id = $1 and grant_id = any($2::text[])
          and revoked_at is null and not ($4::boolean and client_id = $5)
       returning id, ${isUsable[table]} as "isUsable"`,
      [accountId, grantIds, now, isSignOut, dashboardClientId],
    )
    recordEndedLinks(sql, table, ended)
  }
  await sql.run(`${refusesWaiting} and grant_id = any($2::text[]) and not ($3::boolean and client_id = $4)`, [
    accountId,
    grantIds,
    isSignOut,
    dashboardClientId,
  ])
}

/** People whom the service was to invite are not, if the one who asked for it has lost their access. */
const refusesWaiting = `update campaign_waiting set refused = 'access_ended' where account_id = $1 and refused is null`

type EndedLink = { id: string; isUsable: boolean }

/** Whether a link could be used until now, which is $3. */
const isUsable = {
  report_link: 'expires_at > $3',
  share_link: 'expires_at > $3 and (max_starts is null or starts < max_starts)',
}

/** Share links have an event at their end; one that had expired or was full before has had it. */
function recordEndedLinks(sql: Sql, table: (typeof tables)[number], ended: readonly EndedLink[]): void {
  if (table !== 'share_link') return
  for (const { id, isUsable } of ended) {
    if (isUsable) recordEvent(sql, { type: 'shareLink.ended', data: { shareLinkId: id, reason: 'revoked' } })
  }
}

/** Ends all links that a member made, in the dashboard or through an app. */
export async function endLinksOfMember(
  sql: Sql,
  accountId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  await endLinksBy(sql, accountId, { column: 'member_id', id: memberId, now })
  await sql.run(`${refusesWaiting} and member_id = $2`, [accountId, memberId])
}

/** Ends all links that a machine client made. */
export async function endLinksOfClient(
  sql: Sql,
  accountId: string,
  clientId: string,
  now: Date,
): Promise<void> {
  await endLinksBy(sql, accountId, { column: 'client_id', id: clientId, now })
  await sql.run(`${refusesWaiting} and client_id = $2 and grant_id is null`, [accountId, clientId])
}

async function endLinksBy(
  sql: Sql,
  accountId: string,
  { column, id, now }: { column: 'member_id' | 'client_id'; id: string; now: Date },
): Promise<void> {
  for (const table of tables) {
    const ended = await sql.rows<EndedLink>(
      `update ${table} set revoked_at = $3 where account_id = $1 and ${column} = $2 and revoked_at is null
       returning id, ${isUsable[table]} as "isUsable"`,
      [accountId, id, now],
    )
    recordEndedLinks(sql, table, ended)
  }
}

export type LinkKind = 'report' | 'share' | 'invite'

/** A usable link, as owners see it. */
export type UsableLink = {
  id: string
  /** Null for links that are not about one person. */
  profileId: string | null
  firstName: string | null
  lastName: string | null
  /** The address of the member who made it, or the name of the API key; null if unknown. */
  madeBy: string | null
  /** Made by the person it is about. */
  bySelf: boolean
  /** Made by a program or an app. */
  byProgram: boolean
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  /** Never opened. If this is false and `lastUsedAt` is null, the link is older than that column. */
  isUnused: boolean
  /** How many usable invite and report links the person has. */
  linksOfPerson: number
}

const usable: Record<LinkKind, string> = {
  report: 'link.revoked_at is null',
  share: 'link.revoked_at is null and (link.max_starts is null or link.starts < link.max_starts)',
  invite: 'link.revoked_at is null and link.superseded_at is null',
}

const everOpened = `nullif(link.last_opened_at, '-infinity')`

const parts: Record<LinkKind, { table: string; profile: string; more: string }> = {
  report: {
    table: 'report_link',
    profile: 'link.profile_id',
    more: `link.made_by = 'person' as "bySelf", ${everOpened} as "lastUsedAt",
      coalesce(link.last_opened_at = '-infinity', false) as "isUnused", link.member_id, link.client_id`,
  },
  share: {
    table: 'share_link',
    profile: 'null::text',
    more: `false as "bySelf", ${everOpened} as "lastUsedAt",
      coalesce(link.last_opened_at = '-infinity', false) as "isUnused", link.member_id, link.client_id`,
  },
  invite: {
    table: 'invite',
    profile: 'link.profile_id',
    more: `link.origin <> 'account' as "bySelf", link.opened_at as "lastUsedAt",
      link.opened_at is null as "isUnused", link.member_id, link.client_id`,
  },
}

/** A page of usable links, newest first, after the given position. With a search, those of people whom it finds. */
export async function listUsableLinks(
  sql: Sql,
  kind: LinkKind,
  at: {
    accountId: string
    now: Date
    after: { createdAt: string; id: string } | undefined
    limit: number
    search: string | undefined
  },
): Promise<UsableLink[]> {
  const { table, profile, more } = parts[kind]
  const ofPerson = (one: LinkKind) =>
    `(select count(*)::integer from ${parts[one].table} link where link.account_id = $1 and link.expires_at > $2
        and ${usable[one]} and link.profile_id = page."profileId")`
  return sql.rows<UsableLink>(
    `select page.id, page."profileId", first_name as "firstName", last_name as "lastName", page."bySelf",
        coalesce(
          (select email from member where member.account_id = $1 and member.id = page.member_id),
          (select name from machine_client client
            where client.account_id = $1 and client.client_id = page.client_id)) as "madeBy",
        page.client_id is not null and page.client_id <> $6 as "byProgram",
        page."createdAt", page."expiresAt", page."lastUsedAt", page."isUnused",
        ${ofPerson('report')} + ${ofPerson('invite')} as "linksOfPerson"
       from (select link.id, ${profile} as "profileId", link.created_at as "createdAt",
                link.expires_at as "expiresAt", ${more}
               from ${table} link
              where link.account_id = $1 and link.expires_at > $2 and ${usable[kind]} and ${isFound(kind, '$7')}
                and ($3::timestamptz is null or (link.created_at, link.id) < ($3::timestamptz, $4))
              order by link.created_at desc, link.id desc limit $5) page
       left join profile on profile.account_id = $1 and profile.id = page."profileId"
      order by page."createdAt" desc, page.id desc`,
    [
      at.accountId,
      at.now,
      at.after?.createdAt ?? null,
      at.after?.id ?? '',
      at.limit,
      dashboardClientId,
      at.search ?? null,
    ],
  )
}

/** Whether a link is of someone whose name or email contains the text of this parameter, if that isn't null. */
function isFound(kind: LinkKind, parameter: string): string {
  return `(${parameter}::text is null or exists (select from profile
      where profile.account_id = $1 and profile.id = ${parts[kind].profile}
        and position(lower(${parameter}) in lower(concat_ws(' ', first_name, last_name, email))) > 0))`
}

/** A link that was opened, by the hash of its token. */
export type OpenedLink = { link: 'shared' | 'report'; linkHash: Buffer }

const tableOf: Record<OpenedLink['link'], string> = {
  shared: 'share_link',
  report: 'report_link',
}

/** Sets the time of the last opening, except for links where it was set after `before`. */
export async function touchLinks(
  sql: Sql,
  accountId: string,
  { opened, now, before }: { opened: readonly OpenedLink[]; now: Date; before: Date },
): Promise<void> {
  for (const [link, some] of Map.groupBy(opened, (one) => one.link)) {
    // Locked in id order, to avoid deadlocks between processes.
    await sql.run(
      `update ${tableOf[link]} link set last_opened_at = $3
         from (select id from ${tableOf[link]} where account_id = $1 and token_hash = any($2::bytea[])
                  and (last_opened_at is null or last_opened_at <= $4) order by id for update) as found
        where link.account_id = $1 and link.id = found.id`,
      [accountId, some.map(({ linkHash }) => linkHash), now, before],
    )
  }
}

/** The number of usable links of each kind; with a search, of those that it finds. */
export async function countUsableLinks(
  sql: Sql,
  { accountId, now, search }: { accountId: string; now: Date; search: string | undefined },
): Promise<Record<LinkKind, number>> {
  const counted = (kind: LinkKind) =>
    `(select count(*)::integer from ${parts[kind].table} link
       where link.account_id = $1 and link.expires_at > $2 and ${usable[kind]} and ${isFound(kind, '$3')}) as ${kind}`
  const text = `select ${counted('report')}, ${counted('share')}, ${counted('invite')}`
  const row = await sql.row<Record<LinkKind, number>>(text, [accountId, now, search ?? null])
  return row ?? { report: 0, share: 0, invite: 0 }
}

/** Ends usable links: the one with this id, or all of a person. Returns the ended links with their persons. */
export async function endUsableLinks(
  sql: Sql,
  kind: LinkKind,
  { accountId, now, ...which }: { accountId: string; now: Date } & ({ id: string } | { profileId: string }),
): Promise<{ id: string; profileId: string | null }[]> {
  const { table, profile } = parts[kind]
  const [column, value] = 'id' in which ? ['link.id', which.id] : [profile, which.profileId]
  const ended = await sql.rows<{ id: string; profileId: string | null }>(
    `update ${table} link set revoked_at = $2
      where link.account_id = $1 and link.expires_at > $2 and ${usable[kind]} and ${column} = $3
      returning link.id, ${profile} as "profileId"`,
    [accountId, now, value],
  )
  if (kind === 'share') {
    recordEndedLinks(
      sql,
      'share_link',
      ended.map(({ id }) => ({ id, isUsable: true })),
    )
  }
  return ended
}

/** Ends the links that a person has made to their own results. Returns their ids. */
export async function endLinksOfPerson(
  sql: Sql,
  { accountId, profileId, now }: { accountId: string; profileId: string; now: Date },
): Promise<string[]> {
  const ended = await sql.rows<{ id: string }>(
    `update report_link link set revoked_at = $3
      where link.account_id = $1 and link.profile_id = $2 and link.made_by = 'person' and link.expires_at > $3
        and ${usable.report}
      returning link.id`,
    [accountId, profileId, now],
  )
  return ended.map(({ id }) => id)
}
