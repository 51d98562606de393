import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { MachineCaller, TokenCaller } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import type { Clock } from '../contract/ports.ts'
import { isScope } from '../contract/scope.ts'
import { findSignerKey, type KeySource, type ZoneKey } from './key-source.ts'
import { accessTokenSeconds } from './tokens.ts'

export type VerifierSettings = {
  keys: KeySource
  issuer: string
  /** The service roots of all regions: a good token of another one is told the way, not refused. */
  audiences: readonly string[]
  /** The zone of the authorization server, whose keys alone sign for apps; undefined where nobody can say. */
  authorizationZone: string | undefined
  clock: Clock
}

/** The caller that an access token speaks for, or undefined for anything that is not a valid token of ours. */
export type TokenVerifier = (token: string) => Promise<TokenCaller | undefined>

/** Verified tokens that are remembered at most; the oldest leave first. */
const maxCachedTokens = 10_000
/** Longer texts are no token of ours and are refused before any work. */
const maxTokenCharacters = 4096
/**
 * Seconds by which the clock of another region may be ahead: a token that was made there a moment ago is good here.
 * The end of a token has no such room, for nobody is helped by a token that lives longer than it says.
 */
const leewaySeconds = 30

type VerifiedToken = { caller: TokenCaller; kid: string; zone: string; expiresAt: number }

/**
 * A verified token is remembered by its SHA-256 until it expires or its zone withdraws the key. Whether its client, consent
 * or member is still allowed is asked of the database at every request, so the memory never outlives a revocation.
 */
export function createTokenVerifier(settings: VerifierSettings, most = maxCachedTokens): TokenVerifier {
  const cache = new Map<string, VerifiedToken>()
  return async (token) => {
    if (token.length > maxTokenCharacters) return undefined
    const now = settings.clock().getTime() / 1000
    const digest = createHash('sha256').update(token).digest('base64')
    const cached = cache.get(digest)
    if (cached && cached.expiresAt > now && isKeyOf(settings.keys.findKey(cached.kid), cached))
      return cached.caller
    cache.delete(digest)
    const verified = await verifyToken(settings, token).catch(refuseUnlessUnavailable)
    if (!verified) return undefined
    if (cache.size >= most) cache.delete(cache.keys().next().value as string)
    cache.set(digest, verified)
    return verified.caller
  }
}

/** Whatever is wrong with a token, it is no token; that its key cannot be looked up says nothing about it. */
function refuseUnlessUnavailable(error: unknown): undefined {
  if (error instanceof Failure) throw error
}

/**
 * A text that could not be a token of ours even under the right signature is refused before any key is looked up, so
 * that only a token which names a zone of ours, and a time in which it may be used, leads to a request to that zone.
 */
async function verifyToken(settings: VerifierSettings, token: string): Promise<VerifiedToken | undefined> {
  const claims = decodeJwt(token)
  const claimed = callerOfClaims(claims)
  const zone = claimed && signingZone(claimed, settings)
  if (zone === undefined || !isForThisService(claims, settings)) return undefined
  const { kid, alg } = decodeProtectedHeader(token)
  if (!kid || alg !== algorithm) return undefined
  const found = await findSignerKey(settings.keys, kid, { zone, at: Number(claims.iat) * 1000 })
  if (!isKeyOf(found, { zone })) return undefined
  const { payload } = await jwtVerify(token, (found as ZoneKey).key, {
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

function isKeyOf(found: ZoneKey | undefined, { zone }: Pick<VerifiedToken, 'zone'>): boolean {
  return found?.zones.includes(zone) ?? false
}

/** To the second at its end, and never for longer than a token of ours lives; a minute is for rounding. */
function isInTime({ iat, exp }: { iat: number; exp: number }, now: number): boolean {
  return exp > now && iat <= now + leewaySeconds && exp - iat <= accessTokenSeconds + 60
}

/** A region signs for its own machines and for nobody else's; for apps, only the authorization server signs. */
function signingZone(caller: TokenCaller, { authorizationZone }: VerifierSettings): string | undefined {
  return caller.kind === 'machine' ? caller.region : authorizationZone
}

/** The claims of one kind, every one a text that says something; what is of no kind or of both is no token. */
function callerOfClaims(payload: JWTPayload): TokenCaller | undefined {
  const { account_id, region, client_id, sub, jti, scope, m2m, member_id, gid, cnf, amr } = payload
  // A token that is bound to a key of its holder (RFC 7800) is worth nothing without the proof, which nobody checks.
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
  const byPasskey = Array.isArray(amr) && amr.includes('pop')
  return { kind: 'delegate', ...common, personId: String(sub), ...consent, byPasskey }
}

function areNonEmptyStrings(claims: readonly unknown[]): boolean {
  return claims.every((claim) => typeof claim === 'string' && claim !== '')
}
