import { type CryptoKey, generateKeyPair, SignJWT } from 'jose'
import type { ZoneKey } from '../../src/identity/key-source.ts'
import { createTokenVerifier } from '../../src/identity/token-verifier.ts'

/** The initial time of every verifier's clock, in milliseconds. */
export const tokenEpoch = Date.parse('2026-11-21T09:00:00Z')
export const seconds = tokenEpoch / 1000
export const common = {
  iss: 'https://auth.example.com',
  aud: 'https://us.example.com',
  account_id: 'a'.repeat(24),
  region: 'us',
  scope: 'tags:manage account:read',
  jti: 'token',
  iat: seconds,
  exp: seconds + 3600,
}
export const machine = { ...common, sub: 'm2m_us_x', client_id: 'm2m_us_x', m2m: true }
export const delegate = { ...common, sub: 'person', client_id: 'app', member_id: 'member', gid: 'consent' }

const pairs = new Map<string, { privateKey: CryptoKey; publicKey: CryptoKey }>()
for (const kid of ['us', 'eu']) pairs.set(kid, await generateKeyPair('ES256'))

/** A key that no verifier trusts. */
export const stranger: CryptoKey = (await generateKeyPair('ES256')).privateKey

type Changes = { kid?: string; header?: Record<string, string>; key?: CryptoKey }

/** Signs with this zone's key unless another is given. */
export function signTestToken(
  claims: Record<string, unknown>,
  { kid = 'us', header = {}, key }: Changes = {},
) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(key ?? (pairs.get(kid)?.privateKey as CryptoKey))
}

/** A verifier with an adjustable clock and removable keys, which counts its lookups. */
export function openVerifier(authorizationZone = 'us', most?: number) {
  const state = { now: tokenEpoch, refreshes: 0, withdrawn: new Set<string>(), repeating: '' }
  const findKey = (kid: string): ZoneKey | undefined => {
    const key = pairs.get(kid)?.publicKey
    const zones = [kid, state.repeating].filter((zone) => zone !== '' && !state.withdrawn.has(zone))
    return key && zones.length > 0 ? { key, zones } : undefined
  }
  const settings = {
    keys: {
      zones: ['us', 'eu'],
      findKey,
      hasKeysOf: () => true,
      refresh: async () => {
        state.refreshes += 1
        return undefined
      },
    },
    issuer: 'https://auth.example.com',
    audiences: ['https://us.example.com', 'https://eu.example.com'],
    authorizationZone,
    clock: () => new Date(state.now),
  }
  return { state, settings, verify: createTokenVerifier(settings, most) }
}
