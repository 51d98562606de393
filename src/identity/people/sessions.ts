import { createHash } from 'node:crypto'
import type { Person } from '../../contract/authorization.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import { hashSecret, newSecret } from '../secret.ts'

/** `link` is the demo's one-time link. */
export type SignInMethod = 'code' | 'passkey' | 'link'

/** Who is signed in in a browser, since when and how. */
export type SignedInPerson = Person & { method: SignInMethod; signedInAt: string }

/** A session expires after this many days, or sooner if the browser isn't used for a week. */
const [sessionDays, idleDays] = [30, 7]
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
  }: {
    personId: string
    method: SignInMethod
    now: Date
    /** Names of browser and operating system. */
    agent?: string | null
  },
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret('tmb_person_')
  const expiresAt = new Date(now.getTime() + sessionDays * day)
  await sql.run(
    `insert into person_session (token_hash, person_id, method, created_at, last_seen_at, expires_at, agent,
        dashboard_mark)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [hashSecret(secret), personId, method, now, expiresAt, agent, dashboardMark(secret)],
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
        `select person.id, person.email, method, session.created_at as "signedInAt",
           last_seen_at as "lastSeenAt"
           from person_session session join person on person.id = session.person_id
          where token_hash = $1 and expires_at > $2 and last_seen_at > $3`,
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

async function recordLastSeen(database: Database, tokenHash: Buffer, now: Date): Promise<void> {
  await database.inSystem((sql) =>
    sql.run('update person_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2', [
      tokenHash,
      now,
    ]),
  )
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
export function endAllSessions(sql: Sql, personId: string): Promise<number> {
  return sql.run('delete from person_session where person_id = $1', [personId])
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
  { personId, secret, now }: { personId: string; secret: string; now: Date },
): Promise<PersonSession[]> {
  return sql.rows<PersonSession>(
    `select ${sessionId} as id, method, agent, created_at as "signedInAt", last_seen_at as "lastSeenAt",
        token_hash = $2 as "isThis", dashboard_mark as "dashboardMark"
       from person_session where person_id = $1 and expires_at > $3 and last_seen_at > $4
      order by last_seen_at desc, token_hash`,
    [personId, hashSecret(secret), now, new Date(now.getTime() - idleDays * day)],
  )
}

export function endSessionById(
  sql: Sql,
  { personId, sessionId: id }: { personId: string; sessionId: string },
): Promise<number> {
  return sql.run(`delete from person_session where person_id = $1 and ${sessionId} = $2`, [personId, id])
}

/** Ends every session of a person except the one with this secret. */
export function endOtherSessions(
  sql: Sql,
  { personId, secret }: { personId: string; secret: string },
): Promise<number> {
  return sql.run('delete from person_session where person_id = $1 and token_hash <> $2', [
    personId,
    hashSecret(secret),
  ])
}

/** Links dashboard grants to the session that created them. It gives access to neither. */
export function dashboardMark(secret: string): string {
  return createHash('sha256').update(`dashboard ${secret}`).digest('hex')
}
