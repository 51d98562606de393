import type { AppGrant, RevokeReason } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { type GrantSelection, grantConditions } from './selection.ts'

/** A grant and its OAuth provider payload. */
export type StoredGrant = AppGrant & { payload: Record<string, unknown> }

/**
 * Returns false if the authorization request already has a grant: it can be answered once. `providerAccountId` is the account
 * whose identity provider had vouched for the person.
 */
export async function insertGrant(
  sql: Sql,
  grant: StoredGrant,
  { requestHash, providerAccountId }: { requestHash: Buffer; providerAccountId: string | null },
): Promise<boolean> {
  const inserted = await sql.run(
    `insert into app_grant (account_id, id, person_id, region, member_id, client_id, app_name, redirect_host,
        scopes, payload, created_at, expires_at, request_hash, by_passkey,
        provider_account_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict (request_hash) do nothing`,
    [
      grant.accountId,
      grant.id,
      grant.personId,
      grant.region,
      grant.memberId,
      grant.clientId,
      grant.appName,
      grant.redirectHost,
      grant.scopes,
      JSON.stringify(grant.payload),
      grant.createdAt,
      grant.expiresAt,
      requestHash,
      grant.byPasskey,
      providerAccountId,
    ],
  )
  return inserted === 1
}

/**
 * Whether another grant has the dashboard open in this account for a session. Takes an advisory lock until the
 * transaction ends, which serializes tabs that open concurrently.
 */
export async function isSessionOpen(sql: Sql, grant: AppGrant, mark: string, now: Date): Promise<boolean> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('sign-in:' || $1::text, 0))`, [mark])
  const row = await sql.row(
    `select 1 from app_grant
      where account_id = $1 and person_id = $2 and client_id = $3 and id <> $4 and payload ->> 'session' = $5
        and revoked_at is null and expires_at > $6 limit 1`,
    [grant.accountId, grant.personId, grant.clientId, grant.id, mark, now],
  )
  return row !== undefined
}

/** Session marks of these dashboard grants; grants from before marks were stored have none. */
export async function findSessionMarks(sql: Sql, grantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.rows<{ id: string; mark: string }>(
    `select id, payload ->> 'session' as mark from app_grant where id = any($1) and payload ? 'session'`,
    [grantIds],
  )
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}

/** The grant with this id; `revokedAt` shows whether it is still active. */
export async function findGrant(sql: Sql, id: string): Promise<StoredGrant | undefined> {
  return sql.row<StoredGrant>(`select payload, ${columns} from app_grant where id = $1`, [id])
}

/** Active grants, newest first. Only a system transaction sees all accounts. */
export async function selectGrants(sql: Sql, selection: GrantSelection, now: Date): Promise<AppGrant[]> {
  const { conditions, values } = grantConditions(selection, [now])
  return sql.rows<AppGrant>(
    `select ${columns} from app_grant
      where revoked_at is null and expires_at > $1 and ${conditions}
      order by created_at desc, id desc`,
    values,
  )
}

/** Apps that other people connected to these accounts, each with the email of the person who did. */
export async function selectGrantsOfOthers(
  sql: Sql,
  accounts: readonly { accountId: string; region: string }[],
  personId: string,
  now: Date,
): Promise<(AppGrant & { email: string })[]> {
  return sql.rows(
    `select (select email from person where person.id = person_id) as email, ${columns}
       from app_grant
      where (account_id, region) in (select * from unnest($1::text[], $2::text[]))
        and person_id <> $3 and revoked_at is null and expires_at > $4
      order by created_at desc, id desc`,
    [accounts.map(({ accountId }) => accountId), accounts.map(({ region }) => region), personId, now],
  )
}

/** Ends the grants that are still active and returns them. Of concurrent calls, only the first returns a grant. */
export async function endGrants(
  sql: Sql,
  selection: GrantSelection,
  reason: RevokeReason,
  now: Date,
): Promise<AppGrant[]> {
  const { conditions, values } = grantConditions(selection, [now, reason])
  return sql.rows<AppGrant>(
    `update app_grant set revoked_at = $1, revoke_reason = $2
      where revoked_at is null and ${conditions} returning ${columns}`,
    values,
  )
}

/**
 * Ids of deleted apps that still have active grants. Apps described by a client metadata document never have a row.
 * Needs a system transaction.
 */
export async function listOrphanedClientIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ clientId: string }>(
    `select distinct client_id as "clientId" from app_grant
      where revoked_at is null and client_id not like 'https://%'
        and not exists (select 1 from oauth_client client where client.client_id = app_grant.client_id)
      limit $1`,
    [limit],
  )
  return rows.map(({ clientId }) => clientId)
}

/** Revokes tokens whose signature is still valid. Returns the ids that were not revoked before. */
export async function insertRevocations(
  sql: Sql,
  accountId: string,
  kind: 'grant' | 'token',
  ids: readonly string[],
  times: { now: Date; expiresAt: Date },
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `insert into revocation (account_id, kind, id, revoked_at, expires_at)
     select $1, $2, unnest($3::text[]), $4, $5 on conflict do nothing returning id`,
    [accountId, kind, ids, times.now, times.expiresAt],
  )
  return rows.map(({ id }) => id)
}

/** Removes the OAuth records of these grants. Needs a system transaction. */
export async function removeRecords(sql: Sql, grantIds: readonly string[]): Promise<number> {
  return sql.run('delete from oauth_record where grant_id = any($1)', [grantIds])
}

/** Whether this database has the account. */
export async function hasAccount(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.row('select 1 from account where id = $1', [accountId])) !== undefined
}

/** The role of an accepted member. Locks the member against removal and role changes until the transaction ends. */
export async function lockMemberForShare(
  sql: Sql,
  accountId: string,
  memberId: string,
): Promise<{ role: string; requirePasskey: boolean } | undefined> {
  return sql.row(
    `select role, require_passkey as "requirePasskey"
       from member join account on account.id = account_id
      where account_id = $1 and member.id = $2 and accepted_at is not null for share of member`,
    [accountId, memberId],
  )
}

/** Updates the time of last use, at most once a minute. With `region`, only grants in accounts of that region. */
export async function touchGrants(
  sql: Sql,
  ids: readonly string[],
  now: Date,
  region: string | null = null,
): Promise<number> {
  return sql.run(
    `update app_grant set last_used_at = $2
      where id = any($1) and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
        and ($3::text is null or region = $3)`,
    [ids, now, region],
  )
}

/**
 * Deletes up to `limit` revocations whose tokens have all expired, in every region, and up to `limit` grants that
 * ended more than a week ago; the audit log still has them. Returns the larger of the two counts. Needs a system
 * transaction.
 */
export async function removeEndedGrants(sql: Sql, now: Date, limit: number): Promise<number> {
  const revocations = await sql.run(
    `delete from revocation where (account_id, kind, id) in
       (select account_id, kind, id from revocation where expires_at <= $1 limit $2)`,
    [now, limit],
  )
  const grants = await sql.run(
    `delete from app_grant where id in
       (select id from app_grant where least(revoked_at, expires_at) <= $1 limit $2)`,
    [new Date(now.getTime() - 7 * 86_400_000), limit],
  )
  return Math.max(revocations, grants)
}

const columns = `id, person_id as "personId", account_id as "accountId", region, member_id as "memberId",
  client_id as "clientId", app_name as "appName", redirect_host as "redirectHost", scopes, by_passkey as "byPasskey",
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"`

/**
 * Removes all grants in these accounts of a region, ended or not, with their OAuth records. For deleted accounts,
 * which need no record of ended grants. Needs a system transaction.
 */
export async function removeGrantsIn(
  sql: Sql,
  { accountIds, region }: { accountIds: readonly string[]; region: string },
): Promise<void> {
  const rows = await sql.rows<{ id: string }>(
    'delete from app_grant where account_id = any($1) and region = $2 returning id',
    [accountIds, region],
  )
  if (rows.length > 0)
    await removeRecords(
      sql,
      rows.map(({ id }) => id),
    )
}
