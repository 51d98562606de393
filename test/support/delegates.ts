import { createHash } from 'node:crypto'
import type { Role } from '../../src/contract/role.ts'
import { scopes as allScopes, type Scope } from '../../src/contract/scope.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { signingKey, signWithKey } from './forge.ts'
import { callAs, type TestAccount, type TestService } from './service.ts'

/** An app that a member has authorized, with a token of that consent. */
export type Delegate = {
  token: string
  call: TestAccount['call']
  clientId: string
  personId: string
  memberId: string
  grantId: string
  tokenId: string
  /** Another token of the same consent with changed claims. */
  issueToken: (changed?: Record<string, unknown>) => Promise<string>
}

export type Consent = {
  scopes?: readonly Scope[]
  role?: Role
  /** The member of an earlier consent; by default a new one. */
  by?: Pick<Delegate, 'personId' | 'memberId'>
  clientId?: string
  /** The account's region. In another region it has no rows here. */
  region?: string
  /** The member has not accepted the invitation. */
  isInvited?: boolean
}

export type GrantApp = (account: { id: string }, consent?: Consent) => Promise<Delegate>

/**
 * Authorizes apps without the pages of the authorization server: inserts the rows that a consent creates, and signs the
 * token with the service's key.
 */
export async function createAppGranter(running: TestService): Promise<GrantApp> {
  const { service, url, baseUrl, db } = running
  const active = await signingKey(running)
  const home = service.parts.installation.region
  return async (account, consent = {}) => {
    const { scopes = allScopes, role = 'owner', region = home, isInvited = false } = consent
    const clientId = consent.clientId ?? `app-${newPublicId()}`
    const { personId, memberId } = consent.by ?? { personId: newPublicId(), memberId: newPublicId() }
    const grantId = newPublicId()
    const email = `${personId}@test.test`
    if (!consent.by) {
      await db.admin('insert into person (id, email, created_at) values ($1, $2, now())', [personId, email])
      if (region === home) {
        await db.admin(
          `insert into member (account_id, id, email, role, created_at, accepted_at)
           values ($1, $2, $3, $4, now(), case when $5::boolean then null else now() end)`,
          [account.id, memberId, email, role, isInvited],
        )
      }
    }
    // The sweep ends grants of apps without a row.
    await db.admin(
      `insert into oauth_client (client_id, kind, name, metadata, created_at, last_used_at)
       values ($1, 'registered', 'Test app', '{}', now(), now()) on conflict do nothing`,
      [clientId],
    )
    await db.admin(
      `insert into app_grant (account_id, id, person_id, region, member_id, client_id, app_name, redirect_host, scopes,
          payload, created_at, expires_at, request_hash)
       values ($1, $2, $3, $4, $5, $6, 'Test app', 'localhost', $7, '{}', now(), now() + interval '90 days', $8)`,
      [account.id, grantId, personId, region, memberId, clientId, scopes, hash(grantId)],
    )
    const tokenId = newPublicId()
    const claims = {
      iss: url,
      aud: url,
      sub: personId,
      client_id: clientId,
      scope: scopes.join(' '),
      account_id: account.id,
      region,
      member_id: memberId,
      gid: grantId,
      jti: tokenId,
      auth_time: Math.floor(Date.now() / 1000),
    }
    const token = await signWithKey(active, claims)
    const issueToken = (changed: Record<string, unknown> = {}) =>
      signWithKey(active, { ...claims, jti: newPublicId(), ...changed })
    return { token, call: callAs(baseUrl, token), clientId, personId, memberId, grantId, tokenId, issueToken }
  }
}

/** Revokes a consent the way the account's home region does, in one statement. */
export async function revoke(
  { db }: TestService,
  account: { id: string },
  kind: 'grant' | 'token',
  id: string,
) {
  await db.admin(
    `insert into revocation (account_id, kind, id, revoked_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '1 day')`,
    [account.id, kind, id],
  )
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
