import { createHash, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { MachineCaller } from '../contract/caller.ts'
import type { Clock } from '../contract/ports.ts'
import { isScope, type Scope } from '../contract/scope.ts'
import type { SigningKeys } from './keys.ts'
import type { MachineClient } from './machine.ts'

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3600

/** Verified tokens that are remembered at most; the oldest leave first. */
const rememberedTokens = 10_000
/** Longer texts are no token of ours and are refused before any work. */
const longestToken = 4096

export type TokenSettings = {
  /** Reads the keys at each use, so that a rotation needs no restart of what holds the settings. */
  keys: () => SigningKeys
  region: string
  issuer: string
  /** The service roots that a token may be meant for; the first is put into new tokens. */
  audiences: readonly [string, ...string[]]
  clock: Clock
}

/** Signs a machine's access token: a JWT of type `at+jwt` (RFC 9068) with account, region and scopes. */
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
    .setAudience(settings.audiences[0])
    .setSubject(client.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(active.privateKey)
}

export type TokenVerifier = (token: string) => Promise<MachineCaller | undefined>

/**
 * Turns an access token into its caller, or undefined for anything that is not a valid token of ours. A
 * verified token is remembered by its SHA-256 until it expires; whether its client is still allowed is asked
 * of the database at every request, so the memory never outlives a revocation.
 */
export function createTokenVerifier(settings: TokenSettings, most = rememberedTokens): TokenVerifier {
  const remembered = new Map<string, { caller: MachineCaller; expiresAt: number }>()
  return async (token) => {
    if (token.length > longestToken) return undefined
    const now = settings.clock().getTime() / 1000
    const digest = createHash('sha256').update(token).digest('base64')
    const known = remembered.get(digest)
    if (known && known.expiresAt > now) return known.caller
    remembered.delete(digest)
    const verified = await verifyToken(settings, token)
    if (!verified) return undefined
    if (remembered.size >= most) remembered.delete(remembered.keys().next().value as string)
    remembered.set(digest, verified)
    return verified.caller
  }
}

async function verifyToken(
  settings: TokenSettings,
  token: string,
): Promise<{ caller: MachineCaller; expiresAt: number } | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = settings.keys().all.get(header.kid ?? '')
        if (!key) throw new Error('unknown key')
        return key
      },
      {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: settings.issuer,
        audience: [...settings.audiences],
        requiredClaims: ['exp', 'iat', 'jti', 'sub', 'client_id', 'account_id', 'region', 'scope'],
        clockTolerance: 0,
        currentDate: settings.clock(),
      },
    )
    const caller: MachineCaller = {
      kind: 'machine',
      accountId: String(payload.account_id),
      region: String(payload.region),
      clientId: String(payload.client_id),
      scopes: new Set(String(payload.scope).split(' ').filter(isScope)),
    }
    return { caller, expiresAt: Number(payload.exp) }
  } catch {
    return undefined
  }
}
