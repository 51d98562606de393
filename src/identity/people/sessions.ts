import { createHash } from 'node:crypto'
import type { Person } from '../../contract/authorization.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import { hashSecret, newSecret } from '../secret.ts'

/** `link` is the demo's one-time link, `provider` the identity provider of an account. */
export type SignInMethod = 'code' | 'passkey' | 'link' | 'provider'

/** For which accounts a session stands. */
export type SessionReach = {
  /** The account whose identity provider has vouched for the person. Null if none has. */
  providerAccountId: string | null
  /**
   * The only account that it opens, with its sandboxes. Null for all accounts of the person. An account controls its
   * provider and could sign in anyone with an address at its domains, so what such a session leads to stays inside it.
   */
  onlyAccountId: string | null
}

export const fullReach: SessionReach = { providerAccountId: null, onlyAccountId: null }

/** Who is signed in in a browser, since when and how. */
export type SignedInPerson = Person & { method: SignInMethod; signedInAt: string } & SessionReach

/** A session expires after this many days, or sooner if the browser isn't used for a week. */
const [sessionDays, idleDays] = [30, 7]
/** Hours after which a provider must vouch again, so that someone who has left is out soon. */
const providerHours = 12
const day = 86_400_000
/** Precision of `last_seen_at`: writing it for every page would be too much. */
const seenMilliseconds = 60_000

/** Creates a session. Its secret is returned here and stored nowhere. */
export async function startSession(
  sql: Sql,
  {
    personId,
    method,
    now,
    agent = null,
    reach = fullReach,
    notAfter,
  }: {
    personId: string
    method: SignInMethod
    now: Date
    /** Names of browser and operating system. */
    agent?: string | null
    reach?: SessionReach
    /** For a session that takes over what a provider said before. */
    notAfter?: Date | undefined
  },
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret('tmb_person_')
  const { providerAccountId, onlyAccountId } = reach
  const lifetime = providerAccountId === null ? sessionDays * day : providerHours * 3_600_000
  const expiresAt = new Date(
    Math.min(now.getTime() + lifetime, notAfter?.getTime() ?? Number.POSITIVE_INFINITY),
  )
  await sql.run(
    `insert into person_session (token_hash, person_id, method, created_at, last_seen_at, expires_at, agent,
        dashboard_mark, provider_account_id, only_account_id)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
    [
      hashSecret(secret),
      personId,
      // The column knows three methods; the fourth is a code with a provider, see `methodSql`.
      method === 'provider' ? 'code' : method,
      now,
      expiresAt,
      agent,
      dashboardMark(secret),
      providerAccountId,
      onlyAccountId,
    ],
  )
  return { secret, expiresAt }
}

/** The person whose session has this secret. Undefined if it has ended or never existed. */
export async function findSessionPerson(
  database: Database,
  secret: string,
  now: Date,
): Promise<SignedInPerson | undefined> {
  if (!secret.startsWith('tmb_person_')) return undefined
  const tokenHash = hashSecret(secret)
  const row = await database.inSystem(
    (sql) =>
      sql.row<SignedInPerson & { lastSeenAt: string }>(
        `select person.id, person.email, ${methodSql} as method, session.created_at as "signedInAt",
           last_seen_at as "lastSeenAt", provider_account_id as "providerAccountId",
           only_account_id as "onlyAccountId"
           from person_session session join person on person.id = session.person_id
          where token_hash = $1 and expires_at > $2 and last_seen_at > $3 and ${isVouchedSql}`,
        [tokenHash, now, new Date(now.getTime() - idleDays * day)],
      ),
    { readOnly: true },
  )
  if (!row) return undefined
  const { lastSeenAt, ...person } = row
  if (Date.parse(lastSeenAt) <= now.getTime() - seenMilliseconds)
    await recordLastSeen(database, tokenHash, now)
  return person
}

const methodSql = `case when method = 'code' and provider_account_id is not null then 'provider' else method end`

/** What a provider opened lasts as long as the account has this provider, as it was, and the person's domain. */
const isVouchedSql = `(provider_account_id is null or (
  exists (select from identity_provider provider
           where provider.account_id = provider_account_id and provider.changed_at < session.created_at)
  and exists (select from sign_in_domain proven where proven.account_id = provider_account_id
      and proven.domain = split_part(person.email, '@', 2) and proven.proven_at is not null)))`

async function recordLastSeen(database: Database, tokenHash: Buffer, now: Date): Promise<void> {
  await database.inSystem((sql) =>
    sql.run('update person_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2', [
      tokenHash,
      now,
    ]),
  )
}

/** The account whose provider vouches for this person in the session with this secret, and until when. */
export async function findVouching(
  sql: Sql,
  { secret, personId, now }: { secret: string; personId: string; now: Date },
): Promise<{ providerAccountId: string; until: Date } | undefined> {
  const row = await sql.row<{ providerAccountId: string; until: string }>(
    `select provider_account_id as "providerAccountId", expires_at as until
       from person_session session join person on person.id = session.person_id
      where token_hash = $1 and person_id = $2 and provider_account_id is not null and expires_at > $3
        and ${isVouchedSql}`,
    [hashSecret(secret), personId, now],
  )
  return row && { ...row, until: new Date(row.until) }
}

/** Ends one browser's session and returns the person's ID. Undefined if there is none. */
export async function endSession(sql: Sql, secret: string): Promise<string | undefined> {
  const row = await sql.row<{ personId: string }>(
    'delete from person_session where token_hash = $1 returning person_id as "personId"',
    [hashSecret(secret)],
  )
  return row?.personId
}

/** Ends every session of a person and returns how many there were. */
export function endAllSessions(
  sql: Sql,
  personId: string,
  onlyAccountId: string | null = null,
): Promise<number> {
  return sql.run(`delete from person_session where person_id = $1 and (${ownReachSql('$2')})`, [
    personId,
    onlyAccountId,
  ])
}

/** A session as its owner sees it. */
export type PersonSession = {
  id: string
  method: SignInMethod
  agent: string | null
  signedInAt: string
  lastSeenAt: string
  isThis: boolean
  /** Identifies the dashboard grants that were created from this session. */
  dashboardMark: string | null
}

// Part of the hash: it identifies a session among those of one person and gives no access.
const sessionId = `encode(substring(token_hash from 1 for 12), 'hex')`

/** A person's active sessions, most recently used first. */
export function listSessions(
  sql: Sql,
  {
    personId,
    secret,
    now,
    onlyAccountId = null,
  }: { personId: string; secret: string; now: Date; onlyAccountId?: string | null },
): Promise<PersonSession[]> {
  return sql.rows<PersonSession>(
    `select ${sessionId} as id, ${methodSql} as method, agent, created_at as "signedInAt", last_seen_at as "lastSeenAt",
        token_hash = $2 as "isThis", dashboard_mark as "dashboardMark"
       from person_session
      where person_id = $1 and expires_at > $3 and last_seen_at > $4 and (${ownReachSql('$5')})
      order by last_seen_at desc, token_hash`,
    [personId, hashSecret(secret), now, new Date(now.getTime() - idleDays * day), onlyAccountId],
  )
}

/** A session that opens one account only sees and ends sessions like it. */
function ownReachSql(parameter: string): string {
  return `${parameter}::text is null or only_account_id = ${parameter}`
}

export function endSessionById(
  sql: Sql,
  {
    personId,
    sessionId: id,
    onlyAccountId = null,
  }: { personId: string; sessionId: string; onlyAccountId?: string | null },
): Promise<number> {
  return sql.run(
    `delete from person_session where person_id = $1 and ${sessionId} = $2 and (${ownReachSql('$3')})`,
    [personId, id, onlyAccountId],
  )
}

/** Ends every session of a person except the one with this secret. */
export function endOtherSessions(
  sql: Sql,
  {
    personId,
    secret,
    onlyAccountId = null,
  }: { personId: string; secret: string; onlyAccountId?: string | null },
): Promise<number> {
  return sql.run(
    `delete from person_session where person_id = $1 and token_hash <> $2 and (${ownReachSql('$3')})`,
    [personId, hashSecret(secret), onlyAccountId],
  )
}

/** Links dashboard grants to the session that created them. It gives access to neither. */
export function dashboardMark(secret: string): string {
  return createHash('sha256').update(`dashboard ${secret}`).digest('hex')
}
