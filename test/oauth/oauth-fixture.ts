import type { Role } from '../../src/contract/role.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  type Answer,
  callAs,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { type BrowserPerson, openPerson } from '../support/signing-in.ts'
import { registerApp, type ThirdParty } from '../support/third-party.ts'

/** A service with one account, its owner in a browser, and an app that is registered but not authorized. */
export type OAuthFixture = {
  running: TestService
  url: string
  authUrl: string
  account: TestAccount
  owner: BrowserPerson
  app: ThirdParty
  /** Another person who is a member of these accounts. */
  member: (accounts: Record<string, Role>) => Promise<BrowserPerson>
  /** Calls the REST API with a bearer token. */
  call: (token: string, method: string, path: string, body?: unknown) => Promise<Answer>
}

export async function openOAuthFixture(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestService>[1] = {},
): Promise<OAuthFixture> {
  const running = await startTestService({ LOG_LEVEL: 'error', ...environment }, options)
  const authUrl = environment.AUTH_URL ?? running.url
  const ownerEmail = `${newPublicId()}@test.test`
  const account = await running.account({ name: 'Heron & Co', owner: ownerEmail })
  return {
    running,
    url: running.url,
    authUrl,
    account,
    owner: openPerson(running.url, ownerEmail),
    app: await registerApp(authUrl),
    async member(accounts) {
      const email = `${newPublicId()}@test.test`
      for (const [id, role] of Object.entries(accounts)) await addMember(running, id, email, role)
      return openPerson(running.url, email)
    },
    call: (token, ...request) => callAs(running.baseUrl, token)(...request),
  }
}

/** As the operator does from the shell. */
async function addMember({ db }: TestService, accountId: string, email: string, role: string): Promise<void> {
  await db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at)
     values ($1, $2, $3, $4, now(), now())`,
    [accountId, newPublicId(), email, role],
  )
}

export const allScopes = ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write']

/** An error of RFC 6749 section 5.2, and not of our API. */
export function oauthErrorOf({ status, body }: Answer): [status: number, error: string] {
  return [status, body?.error]
}

/** The query of a URL as an object. */
export function queryOf(address: URL | undefined): Record<string, string> {
  return Object.fromEntries(address?.searchParams ?? [])
}
