import { type CryptoKey, SignJWT } from 'jose'
import type { Scope } from '../../src/contract/scope.ts'
import type { SecretKeyring } from '../../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { TestAccount, TestService } from './service.ts'

export type Forger = (
  account: Pick<TestAccount, 'id' | 'clientId'>,
  changed?: { scopes?: readonly Scope[] },
) => Promise<string>

/** Signs machine access tokens with the service's own key, for callers that cannot sign in. */
export async function openForger(running: TestService): Promise<Forger> {
  const active = await signingKey(running)
  const { url, service } = running
  return (account, { scopes = [] } = {}) =>
    signWithKey(active, {
      iss: url,
      aud: url,
      sub: account.clientId,
      client_id: account.clientId,
      account_id: account.id,
      region: service.parts.installation.region,
      scope: scopes.join(' '),
      m2m: true,
    })
}

type SigningKey = { kid: string; privateKey: CryptoKey }

export async function signingKey({ service }: TestService): Promise<SigningKey> {
  const { database, installation, clock } = service.parts
  return (await openSigningKeys(database, installation.secretKey as SecretKeyring, clock())).active
}

/** An access token that is valid for an hour, unless the claims say otherwise. */
export function signWithKey(
  { kid, privateKey }: SigningKey,
  claims: Record<string, unknown>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ jti: newPublicId(), iat: now, exp: now + 3600, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .sign(privateKey)
}
