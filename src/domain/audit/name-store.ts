import { fullName } from '../../contract/full-name.ts'
import type { Sql } from '../../contract/ports.ts'

/** Names by id. Deleted objects have none: the log stores only ids. */
export type NamesById = ReadonlyMap<string, string>

/** The name of a person, or else an email address or phone number. */
export async function findProfileNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const rows = await rowsFor<
    { id: string } & Record<'firstName' | 'lastName' | 'email' | 'phone', string | null>
  >(
    sql,
    `select id, first_name as "firstName", last_name as "lastName", email, phone
       from profile where account_id = $1 and id = any($2::text[])`,
    [accountId, ids],
  )
  return namesOf(rows.map((row) => ({ id: row.id, name: fullName(row) ?? row.email ?? row.phone })))
}

export async function findTagLabels(sql: Sql, accountId: string, ids: readonly string[]): Promise<NamesById> {
  const text = 'select id, label as name from tag where account_id = $1 and id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

export async function findSavedTeamNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text = 'select id, name from saved_team where account_id = $1 and id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

/** The name of an endpoint, or else the origin that it sends to and the end of its address. */
export async function findWebhookNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text = `select id, coalesce(name, url_host || '/…' || url_end) as name from webhook_endpoint
     where account_id = $1 and id = any($2::text[]) and state <> 'deleted'`
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

export async function findCampaignNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text = 'select id, name from campaign where account_id = $1 and id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

/** Those that have ended have none. */
export async function findConnectionNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text = `select id, name from connection
     where account_id = $1 and id = any($2::text[]) and revoked_at is null`
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

/** The email address of a member; removed members have no row. */
export async function findMemberAddresses(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text = 'select id, email as name from member where account_id = $1 and id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

export async function findMachineNames(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<NamesById> {
  const text =
    'select client_id as id, name from machine_client where account_id = $1 and client_id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

export async function findAliasKeys(sql: Sql, accountId: string, ids: readonly string[]): Promise<NamesById> {
  const text =
    'select id, consumer_key as name from resource_alias where account_id = $1 and id = any($2::text[])'
  return namesOf(await rowsFor<Named>(sql, text, [accountId, ids]))
}

/**
 * The name that an app had when it was last connected, read from the audit log. The log is available in every region,
 * while grants are stored only at the authorization server and are deleted a week after they end.
 */
export async function findAppNames(
  sql: Sql,
  accountId: string,
  clientIds: readonly string[],
): Promise<NamesById> {
  const rows = await rowsFor<Named>(
    sql,
    `select wanted.id, latest.name from unnest($2::text[]) as wanted (id)
       cross join lateral (
         select changes ->> 'appName' as name from audit_entry
          where account_id = $1 and action = 'connect_app' and changes ->> 'clientId' = wanted.id
          order by seq desc limit 1
       ) latest`,
    [accountId, clientIds],
  )
  return namesOf(rows)
}

type Named = { id: string; name: string | null }

/** Skips the query if there are no ids. */
async function rowsFor<T>(sql: Sql, text: string, values: [string, readonly string[]]): Promise<T[]> {
  return values[1].length === 0 ? [] : sql.rows<T>(text, values)
}

function namesOf(rows: readonly Named[]): NamesById {
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}
