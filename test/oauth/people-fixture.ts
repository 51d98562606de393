import { randomBytes } from 'node:crypto'
import type { Membership } from '../../src/contract/authorization.ts'
import type { Database, Sql } from '../../src/contract/ports.ts'
import type { People } from '../../src/http/oauth/people-interface.ts'
import { unsealMessage } from '../../src/identity/sealed-message.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createSignInService } from '../../src/start/sign-in-service.ts'
import type { TestDatabase } from '../support/database.ts'

export type PeopleFixture = {
  people: People
  statements: string[]
  revoked: string[]
  /** The ids created so far. An email's id is the newest one right after a code was requested. */
  ids: string[]
  advanceClock: (milliseconds: number) => void
}

const secretKey = createSecretKeyring([randomBytes(32)])

/** The people store of one installation with its own clock, and a record of every statement. */
export function openPeopleFixture(
  db: TestDatabase,
  listRemoteMemberships?: (sql: Sql, email: string) => Promise<Membership[]>,
  { isLimited = true }: { isLimited?: boolean } = {},
): PeopleFixture {
  const statements: string[] = []
  const revoked: string[] = []
  const ids: string[] = []
  let now = Date.parse('2026-11-21T09:00:00Z')
  const people = createSignInService(
    {
      database: recordStatements(db.database, statements),
      clock: () => new Date(now),
      newId() {
        ids.push(newPublicId(new Date(now)))
        return ids.at(-1) as string
      },
      secretKey,
      publicUrl: 'https://timbre.example',
      authUrl: 'https://timbre.example',
      memberships: { region: 'us', ...(listRemoteMemberships ? { listRemoteMemberships } : {}) },
      isLimited,
      countFailedSignIn: () => {},
      installation: { publicUrl: 'https://timbre.example', authUrl: 'https://timbre.example', secretKey },
      guardedFetch: () => Promise.reject(new Error('not here')),
      recordRecovery: async () => {},
      revokeAppsOf: async (personId) => void revoked.push(personId),
      revokeDashboardOf: async () => {},
    },
    { sendEmails: () => {} },
  )
  const advanceClock = (milliseconds: number) => {
    now += milliseconds
  }
  return { people, statements, revoked, ids, advanceClock }
}

function recordStatements(database: Database, statements: string[]): Database {
  const noted = (text: string) => {
    statements.push(text)
    return text
  }
  const listening = (sql: Sql): Sql => ({
    rows: (text, values) => sql.rows(noted(text), values),
    row: (text, values) => sql.row(noted(text), values),
    run: (text, values) => sql.run(noted(text), values),
    beforeCommit: sql.beforeCommit,
  })
  return {
    ...database,
    inSystem: (work, options) => database.inSystem((sql) => work(listening(sql)), options),
  }
}

/** A member of a new account. */
export async function insertMember(
  db: TestDatabase,
  fields: { name?: string; paused?: boolean; accepted?: boolean; email?: string } = {},
) {
  const { name = 'Northwind', paused = false, accepted = true, email = `${newPublicId()}@test.test` } = fields
  const [accountId, memberId] = [newPublicId(), newPublicId()]
  await db.admin(
    `insert into account (id, created_at, updated_at, name, paused) values ($1, now(), now(), $2, $3)`,
    [accountId, name, paused],
  )
  await db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at)
     values ($1, $2, $3, 'manager', now(), case when $4::boolean then now() end)`,
    [accountId, memberId, email, accepted],
  )
  return { accountId, memberId, email }
}

/** Signs in with the code from the sealed email, which it opens as the worker would. */
export async function signInPerson(
  db: TestDatabase,
  { people, ids }: PeopleFixture,
  email: string,
): Promise<string> {
  const requested = await people.requestCode({ email, locale: 'en' })
  if (requested.outcome !== 'asked') throw new Error('No more codes go to this address today.')
  const id = ids.at(-1) as string
  const [row] = await db.admin<{ content: Buffer }>(
    'select content_sealed as content from outbox where account_id is null and id = $1',
    [id],
  )
  if (!row) throw new Error('No letter was put on its way.')
  const { text } = unsealMessage(row.content, secretKey, { accountId: null, id })
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  const entered = await people.signInWithCode({
    attempt: requested.attempt,
    code,
    formerSecret: undefined,
    isTrustedDevice: false,
    agent: null,
    requestId: 'request',
  })
  if (entered.outcome !== 'right') throw new Error(`The code was ${entered.outcome}.`)
  return entered.secret
}
