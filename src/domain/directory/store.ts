import type { Membership } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AccountState } from './model.ts'

/**
 * Queues an account whose data or members changed, in the same transaction. If the authorization server is in another
 * region, the current state is sent there later; otherwise the row is not used.
 */
export async function queueDirectoryUpdate(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    `insert into directory_change (account_id, version) values ($1, ${nowMilliseconds})
     on conflict (account_id) do update set version = greatest(directory_change.version + 1, excluded.version)`,
    [accountId],
  )
}

const nowMilliseconds = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * The current state of accounts whose changes were not sent to the authorization server yet. Needs a system
 * transaction.
 */
export async function listPendingStates(sql: Sql, limit: number): Promise<AccountState[]> {
  const rows = await sql.rows<PendingState>(
    `select change.account_id as "accountId", change.version, account.name, account.paused,
        nullif(account.require_passkey, false) as "requirePasskey",
        coalesce((select json_agg(json_build_object('memberId', member.id, 'email', member.email,
            'role', member.role, 'isAccepted', member.accepted_at is not null) order by member.id)
          from member where member.account_id = change.account_id), '[]') as members
       from directory_change change join account on account.id = change.account_id
      where change.version > change.told_version
      order by change.version limit $1`,
    [limit],
  )
  return rows.map(({ requirePasskey, ...state }) => (requirePasskey ? { ...state, requirePasskey } : state))
}

type PendingState = Omit<AccountState, 'requirePasskey'> & { requirePasskey: true | null }

/** Marks these versions as sent. An account that changed again in the meantime stays queued. */
export async function markStatesSent(sql: Sql, sent: readonly AccountState[]): Promise<void> {
  for (const { accountId, version } of sent) {
    await sql.run(
      'update directory_change set told_version = $2 where account_id = $1 and told_version < $2',
      [accountId, version],
    )
  }
}

/** Queues accounts to be sent again, whatever was sent before. */
export async function requeueDirectoryUpdates(sql: Sql, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) await queueDirectoryUpdate(sql, accountId)
}

/**
 * The accounts of this region with their versions, in id order, and the time of the query. Accounts older than the
 * directory have version 0.
 */
export async function listLocalVersions(
  sql: Sql,
  after: string,
  limit: number,
): Promise<{ accounts: [string, number][]; lookedAt: number }> {
  const [clockRow, rows] = await Promise.all([
    sql.row<{ at: number }>(`select ${nowMilliseconds} as at`),
    sql.rows<{ id: string; version: number | null }>(
      `select account.id, change.version
         from account left join directory_change change on change.account_id = account.id
        where account.id > $1 order by account.id limit $2`,
      [after, limit],
    ),
  ])
  const accounts = rows.map(({ id, version }): [string, number] => [id, version ?? 0])
  return { accounts, lookedAt: clockRow?.at ?? 0 }
}

/**
 * Stores the state of another region's account at the authorization server, unless a newer one is stored. An account
 * belongs to the zone that reported it first: other zones can't take it over, nor can they claim an account of this
 * region.
 */
export async function upsertRemoteState(sql: Sql, zone: string, state: AccountState): Promise<boolean> {
  const { accountId, name, paused, version, members, requirePasskey = false } = state
  const changed = await sql.run(
    `insert into directory_account (account_id, zone, name, paused, version, require_passkey)
     select $1::text, $2, $3, $4::boolean, $5::bigint, $6::boolean
      where not exists (select 1 from account where id = $1::text)
         or exists (select 1 from account_move
                     where account_id = $1::text and direction = 'out' and state = 'gone' and zone = $2)
     on conflict (account_id) do update
        set name = excluded.name, paused = excluded.paused, version = excluded.version,
            require_passkey = excluded.require_passkey
      where directory_account.zone = excluded.zone and directory_account.version < excluded.version`,
    [accountId, zone, name, paused, version, requirePasskey],
  )
  if (changed === 0) return false
  await sql.run('delete from directory_member where account_id = $1', [accountId])
  await sql.run(
    `insert into directory_member (account_id, member_id, email, role, is_accepted)
     select $1::text, "memberId", email, role, "isAccepted"
       from json_to_recordset($2::json) as sent("memberId" text, email text, role text, "isAccepted" boolean)`,
    [accountId, JSON.stringify(members)],
  )
  return true
}

/** The members of another region's account, from the newest state it sent. */
export async function listRemoteMembers(
  sql: Sql,
  accountId: string,
): Promise<Pick<AccountState['members'][number], 'memberId' | 'role' | 'isAccepted'>[]> {
  return sql.rows(
    `select member_id as "memberId", role, is_accepted as "isAccepted"
       from directory_member where account_id = $1`,
    [accountId],
  )
}

/** The stored versions of a zone's accounts in a range of ids. */
export async function listRemoteVersions(
  sql: Sql,
  zone: string,
  { after, upTo }: { after: string; upTo: string | null },
): Promise<{ accountId: string; version: number }[]> {
  return sql.rows(
    `select account_id as "accountId", version from directory_account
      where zone = $1 and account_id > $2 and ($3::text is null or account_id <= $3)`,
    [zone, after, upTo],
  )
}

export async function removeRemoteAccounts(
  sql: Sql,
  zone: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql.run('delete from directory_account where zone = $1 and account_id = any($2)', [zone, accountIds])
}

/** Memberships of an email address in accounts of other regions. Needs a system transaction. */
export async function listRemoteMemberships(sql: Sql, email: string): Promise<Membership[]> {
  return sql.rows<Membership>(
    `select account.account_id as "accountId", account.name as "accountName", account.zone as region,
        member.member_id as "memberId", member.role, account.paused as "isPaused",
        member.is_accepted as "isAccepted", account.require_passkey as "requirePasskey"
       from directory_member member join directory_account account using (account_id)
      where member.email = $1`,
    [email],
  )
}
