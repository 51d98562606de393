import { type KeyObject, randomUUID, sign } from 'node:crypto'
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
export function signMachineToken(
  settings: TokenSettings,
  client: MachineClient,
  scopes: readonly Scope[],
): string {
  const { active } = settings.keys()
  const issuedAt = Math.floor(settings.clock().getTime() / 1000)
  const header = { alg: 'ES256', typ: 'at+jwt', kid: active.kid }
  const claims = {
    iss: settings.issuer,
    aud: settings.audience,
    sub: client.clientId,
    client_id: client.clientId,
    scope: scopes.join(' '),
    account_id: client.accountId,
    region: settings.region,
    m2m: true,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
  }
  return signJwt(header, claims, active.privateKeyObject)
}

/**
 * A JWT in compact form (RFC 7515 section 3.1), signed with ES256 (RFC 7518 section 3.4). It is signed on this thread: that
 * takes less of the processor than handing it to another one, as the Web Crypto API does.
 */
function signJwt(header: object, claims: object, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
