import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '../contract/ports.ts'
import type { Scope } from '../contract/scope.ts'
import type { MachineClient } from './client-credentials.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3600

export type TokenSettings = {
  /** Called at each use, so that a rotation needs no restart. */
  keys: () => SigningKeys
  region: string
  issuer: string
  /** The service root of this region, the audience of new tokens. */
  audience: string
  clock: Clock
}

/** Signs a machine client's access token: a JWT of type `at+jwt` (RFC 9068) with account, region and scopes. */
export async function signMachineToken(
  settings: TokenSettings,
  client: MachineClient,
  scopes: readonly Scope[],
): Promise<string> {
  const { active } = settings.keys()
  const issuedAt = Math.floor(settings.clock().getTime() / 1000)
  return new SignJWT({
    client_id: client.clientId,
    scope: scopes.join(' '),
    account_id: client.accountId,
    region: settings.region,
    m2m: true,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: active.kid })
    .setIssuer(settings.issuer)
    .setAudience(settings.audience)
    .setSubject(client.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(active.privateKey)
}
