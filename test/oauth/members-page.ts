import type { Role } from '../../src/contract/role.ts'
import { createCsrfProtection } from '../../src/http/oauth/csrf.ts'
import { upsertPerson } from '../../src/identity/people/people.ts'
import { startSession } from '../../src/identity/people/sessions.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestAccount, TestService } from '../support/service.ts'

/** A signed-in person, with the members' pages as their browser shows them. */
export type MembersVisitor = {
  email: string
  personId: string
  cookie: string
  get: (path: string) => Promise<MembersPage>
  /** Sends a form of the members' or clients' pages, with the session's CSRF token. */
  post: (path: string, fields?: Record<string, string>) => Promise<MembersPage>
  /** The person's member id in this account. */
  memberId: (account: { id: string }) => Promise<string>
}

export type MembersPage = { status: number; location: string | null; text: string; headers: Headers }

/** Signs a person in without the sign-in pages, by creating the same session. */
export async function openSignedInBrowser(running: TestService, email: string): Promise<MembersVisitor> {
  const { db, url, service } = running
  const now = service.parts.clock()
  const { person, secret } = await db.database.inSystem(async (sql) => {
    const noted = await upsertPerson(sql, { id: newPublicId(), email, now })
    return { person: noted, ...(await startSession(sql, { personId: noted.id, method: 'code', now })) }
  })
  const { createToken } = createCsrfProtection(running.service.parts.installation.secretKey)
  const cookie = `person=${secret}`
  const get = async (path: string) =>
    readMembersPage(await fetch(url + path, { headers: { cookie }, redirect: 'manual' }))
  return {
    email,
    personId: person.id,
    cookie,
    get,
    async post(path, fields = {}) {
      const purpose = path.startsWith('/clients') ? 'clients' : 'members'
      const body = new URLSearchParams({ proof: createToken(secret, purpose), ...fields })
      return readMembersPage(
        await fetch(url + path, { method: 'POST', headers: { cookie }, body, redirect: 'manual' }),
      )
    },
    async memberId({ id }) {
      const [row] = await db.admin<{ id: string }>(
        'select id from member where account_id = $1 and email = $2',
        [id, email],
      )
      return row?.id ?? ''
    },
  }
}

export async function readMembersPage(response: Response): Promise<MembersPage> {
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), text: await response.text() }
}

/** Adds a member to an account, as the operator does. */
export async function addSignedInMember(
  running: TestService,
  account: { id: string },
  role: Role,
  email = `${newPublicId()}@test.test`,
): Promise<MembersVisitor> {
  await running.db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at) values ($1, $2, $3, $4, now(), now())`,
    [account.id, newPublicId(), email, role],
  )
  return openSignedInBrowser(running, email)
}

/** A new account and its owner, signed in. */
export async function createOwnedAccount(
  running: TestService,
  name = 'Heron & Co',
): Promise<{ account: TestAccount; owner: MembersVisitor }> {
  const email = `${newPublicId()}@test.test`
  const account = await running.account({ name, owner: email })
  return { account, owner: await openSignedInBrowser(running, email) }
}

/** The members of an account by the table; those who were only invited come last. */
export async function membersOf(
  { db }: TestService,
  account: { id: string },
): Promise<{ email: string; role: string; accepted: boolean }[]> {
  return db.admin(
    `select email, role, accepted_at is not null as accepted from member where account_id = $1 order by invited_by is not null, created_at, id`,
    [account.id],
  )
}
