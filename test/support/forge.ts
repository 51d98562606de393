import { type CryptoKey, SignJWT } from 'jose'
import type { Scope } from '../../src/contract/scope.ts'
import { openSigningKeys } from '../../src/identity/keys.ts'
import type { TestAccount, TestService } from './service.ts'

export type Forger = (
  account: Pick<TestAccount, 'id' | 'clientId'>,
  changed?: { scopes?: readonly Scope[]; region?: string },
) => Promise<string>

/** Signs access tokens with the service's own key, for callers that cannot be had by signing in. */
export async function openForger({ service, url }: TestService): Promise<Forger> {
  const { database, site, clock } = service.parts
  const { active } = await openSigningKeys(database, site.secretKey, clock())
  return (account, { scopes = [], region = site.region } = {}) =>
    sign(active, {
      iss: url,
      aud: url,
      sub: account.clientId,
      client_id: account.clientId,
      account_id: account.id,
      region,
      scope: scopes.join(' '),
      m2m: true,
    })
}

function sign({ kid, privateKey }: { kid: string; privateKey: CryptoKey }, claims: Record<string, unknown>) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}
