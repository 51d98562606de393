import { hash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { DelegateCaller, MachineCaller, TokenCaller } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import type { Clock } from '../contract/ports.ts'
import { isScope } from '../contract/scope.ts'
import { findSignerKey, type KeySource, type ZoneKey } from './key-source.ts'
import { accessTokenSeconds } from './tokens.ts'

export type VerifierSettings = {
  keys: KeySource
  issuer: string
  /** The service roots of all regions: a valid token of another region gets a redirect hint, not a refusal. */
  audiences: readonly string[]
  /** The zone of the authorization server, the only one that signs for apps. Undefined if it is unknown. */
  authorizationZone: string | undefined
  clock: Clock
}

/** The caller of an access token, or undefined for anything that isn't a valid token of ours. */
export type TokenVerifier = (token: string) => Promise<TokenCaller | undefined>

/** Maximum number of cached tokens. The oldest are evicted first. */
const maxCachedTokens = 10_000
/** Longer texts aren't tokens of ours and are refused before any work. */
const maxTokenCharacters = 4096
/**
 * Seconds by which the clock of another region may be ahead: a token that was just issued there is valid here. Expiry
 * has no such leeway, because no one needs a token that lives longer than it says.
 */
const leewaySeconds = 30

type VerifiedToken = { caller: TokenCaller; kid: string; zone: string; expiresAt: number }

/**
 * A verified token is cached by its SHA-256 until it expires or its zone withdraws the key. The database is checked at
 * every request for whether its client, consent or member is still allowed, so the cache never outlives a revocation.
 */
export function createTokenVerifier(settings: VerifierSettings, maxTokens = maxCachedTokens): TokenVerifier {
  const cache = new Map<string, VerifiedToken>()
  return async (token) => {
    if (token.length > maxTokenCharacters) return undefined
    const now = settings.clock().getTime() / 1000
    const digest = hash('sha256', token, 'base64')
    const cached = cache.get(digest)
    if (cached && cached.expiresAt > now && isKeyOf(settings.keys.findKey(cached.kid), cached))
      return cached.caller
    cache.delete(digest)
    const verified = await verifyToken(settings, token).catch(refuseUnlessUnavailable)
    if (!verified) return undefined
    if (cache.size >= maxTokens) cache.delete(cache.keys().next().value as string)
    cache.set(digest, verified)
    return verified.caller
  }
}

/** An invalid token counts as no token. But if its key can't be looked up, nothing is known about the token. */
function refuseUnlessUnavailable(error: unknown): undefined {
  if (error instanceof Failure) throw error
}

/**
 * Texts that couldn't be valid tokens even with a correct signature are refused before any key is looked up. So only a
 * token that names one of our zones, and a time in which it may be used, causes a request to that zone.
 */
async function verifyToken(settings: VerifierSettings, token: string): Promise<VerifiedToken | undefined> {
  const claims = decodeJwt(token)
  const claimed = callerOfClaims(claims)
  const zone = claimed && signingZone(claimed, settings)
  if (zone === undefined || !isForThisService(claims, settings)) return undefined
  const { kid, alg } = decodeProtectedHeader(token)
  if (!kid || alg !== algorithm) return undefined
  const signerKey = await findSignerKey(settings.keys, kid, { zone, at: Number(claims.iat) * 1000 })
  if (!isKeyOf(signerKey, { zone })) return undefined
  const { payload } = await jwtVerify(token, (signerKey as ZoneKey).key, {
    algorithms: [algorithm],
    typ: 'at+jwt',
    issuer: settings.issuer,
    audience: [...settings.audiences],
    requiredClaims: ['exp', 'iat', 'jti', 'sub', 'client_id', 'account_id', 'region', 'scope'],
    clockTolerance: leewaySeconds,
    currentDate: settings.clock(),
  })
  const caller = callerOfClaims(payload)
  return caller && { caller, kid, zone, expiresAt: Number(payload.exp) }
}

const algorithm = 'ES256'

function isForThisService(claims: JWTPayload, { issuer, audiences, clock }: VerifierSettings): boolean {
  const { iss, aud, iat, exp } = claims
  if (iss !== issuer || typeof iat !== 'number' || typeof exp !== 'number') return false
  const named = typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud : []
  return named.some((one) => audiences.includes(one)) && isInTime({ iat, exp }, clock().getTime() / 1000)
}

function isKeyOf(key: ZoneKey | undefined, { zone }: Pick<VerifiedToken, 'zone'>): boolean {
  return key?.zones.includes(zone) ?? false
}

/** Expiry is exact, and a token may not live longer than ours do; the minute is for rounding. */
function isInTime({ iat, exp }: { iat: number; exp: number }, now: number): boolean {
  return exp > now && iat <= now + leewaySeconds && exp - iat <= accessTokenSeconds + 60
}

/** A region signs for its own machine clients only. For apps, only the authorization server signs. */
function signingZone(caller: TokenCaller, { authorizationZone }: VerifierSettings): string | undefined {
  return caller.kind === 'machine' ? caller.region : authorizationZone
}

/** The caller in the claims. All must be non-empty strings; tokens of neither or of both kinds are invalid. */
function callerOfClaims(payload: JWTPayload): TokenCaller | undefined {
  const { account_id, region, client_id, sub, jti, scope, m2m, member_id, gid, cnf } = payload
  // A token bound to its holder's key (RFC 7800) must not be accepted without the proof, which isn't checked here.
  if (typeof scope !== 'string' || cnf !== undefined) return undefined
  if (!areNonEmptyStrings([account_id, region, client_id, sub, jti])) return undefined
  const common: Omit<MachineCaller, 'kind'> = {
    accountId: String(account_id),
    region: String(region),
    clientId: String(client_id),
    scopes: new Set(scope.split(' ').filter(isScope)),
  }
  if (m2m === true && member_id === undefined && gid === undefined) {
    return sub === client_id ? { kind: 'machine', ...common } : undefined
  }
  if (m2m !== undefined || !areNonEmptyStrings([member_id, gid])) return undefined
  const consent = { memberId: String(member_id), grantId: String(gid), tokenId: String(jti) }
  return { kind: 'delegate', ...common, personId: String(sub), ...consent, ...signInOf(payload) }
}

/** How and when the member of an app signed in (RFC 9068 section 2.2.1). */
function signInOf({ amr, auth_time }: JWTPayload): Pick<DelegateCaller, 'byPasskey' | 'signedInAt'> {
  const isTime = typeof auth_time === 'number' && auth_time > 0 && auth_time < 1e11
  return {
    byPasskey: Array.isArray(amr) && amr.includes('pop'),
    signedInAt: isTime ? new Date(auth_time * 1000).toISOString() : undefined,
  }
}

function areNonEmptyStrings(claims: readonly unknown[]): boolean {
  return claims.every((claim) => typeof claim === 'string' && claim !== '')
}
