import { type CryptoKey, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SigningKeys } from './keys.ts'
import { accessTokenSeconds, createTokenVerifier, signMachineToken, type TokenSettings } from './tokens.ts'

const client = { accountId: 'a'.repeat(24), clientId: 'm2m_us_x', scopes: [] }
const start = Date.parse('2026-11-21T09:00:00Z')
let keys: SigningKeys
let foreign: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  foreign = (await generateKeyPair('ES256')).privateKey
  keys = {
    active: { kid: 'one', privateKey: pair.privateKey },
    all: new Map([['one', pair.publicKey]]),
    publicJwks: [await exportJWK(pair.publicKey)],
  }
})

/** Settings whose clock can be set, and which count how often the keys are read: once for each verification. */
function settings(more: Partial<TokenSettings> = {}) {
  const state = { now: start, reads: 0 }
  const made: TokenSettings = {
    keys: () => {
      state.reads += 1
      return keys
    },
    region: 'us',
    issuer: 'https://auth.example.com',
    audiences: ['https://timbre.example.com'],
    clock: () => new Date(state.now),
    ...more,
  }
  return { state, made, sign: () => signMachineToken(made, client, ['tags:manage', 'account:read']) }
}

describe('a machine token', () => {
  test('is an at+jwt with account, region, scopes and an hour to live', async () => {
    const { sign } = settings()
    const token = await sign()
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
    expect(decodeJwt(token)).toEqual({
      iss: 'https://auth.example.com',
      aud: 'https://timbre.example.com',
      sub: client.clientId,
      client_id: client.clientId,
      account_id: client.accountId,
      region: 'us',
      scope: 'tags:manage account:read',
      m2m: true,
      jti: expect.any(String),
      iat: start / 1000,
      exp: start / 1000 + accessTokenSeconds,
    })
  })

  test('verifies as the caller it was made for', async () => {
    const { made, sign } = settings()
    expect(await createTokenVerifier(made)(await sign())).toEqual({
      kind: 'machine',
      accountId: client.accountId,
      region: 'us',
      clientId: client.clientId,
      scopes: new Set(['tags:manage', 'account:read']),
    })
  })
})

describe('what is no token of ours', () => {
  const allClaims = { client_id: 'c', scope: '', account_id: 'a', region: 'us' }
  async function forged(
    change: (jwt: SignJWT) => SignJWT,
    header: Record<string, string> = {},
    key?: CryptoKey,
    claims: Record<string, string> = allClaims,
  ) {
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one', ...header })
      .setIssuer('https://auth.example.com')
      .setAudience('https://timbre.example.com')
      .setSubject('c')
      .setJti('j')
      .setIssuedAt(start / 1000)
      .setExpirationTime(start / 1000 + 60)
    return change(jwt).sign(key ?? keys.active.privateKey)
  }
  const same = (jwt: SignJWT) => jwt

  test('a forgery that differs in nothing is accepted, so that the refusals below mean something', async () => {
    expect(await createTokenVerifier(settings().made)(await forged(same))).toBeDefined()
  })

  test.each<[string, () => Promise<string>]>([
    ['another issuer', () => forged((jwt) => jwt.setIssuer('https://evil.example'))],
    ['another audience', () => forged((jwt) => jwt.setAudience('https://evil.example'))],
    ['another type of token', () => forged(same, { typ: 'JWT' })],
    ['an unknown key', () => forged(same, { kid: 'two' })],
    ['a foreign signature', () => forged(same, {}, foreign)],
    ['a time that has passed', () => forged((jwt) => jwt.setExpirationTime(start / 1000))],
    ['a time that has not come', () => forged((jwt) => jwt.setNotBefore(start / 1000 + 60))],
    ['no account', () => forged(same, {}, undefined, { client_id: 'c', scope: '', region: 'us' })],
    ['no text', async () => ''],
    ['nonsense', async () => 'a.b.c'],
    ['a text of megabytes', async () => 'e'.repeat(4_000_000)],
    ['no signature at all', async () => (await forged(same)).replace(/[^.]+$/, '')],
    ['the algorithm none', async () => unsigned(await forged(same))],
  ])('%s is refused', async (_, make) => {
    expect(await createTokenVerifier(settings().made)(await make())).toBeUndefined()
  })

  function unsigned(token: string): string {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'one' })).toString(
      'base64url',
    )
    return `${header}.${token.split('.')[1]}.`
  }
})

describe('the memory of verified tokens', () => {
  test('verifies a token once', async () => {
    const { state, made, sign } = settings()
    const token = await sign()
    const verify = createTokenVerifier(made)
    state.reads = 0
    for (let time = 0; time < 5; time += 1) await verify(token)
    expect(state.reads).toBe(1)
  })

  test('never outlives the token: expiry beats it, to the second', async () => {
    const { state, made, sign } = settings()
    const token = await sign()
    const verify = createTokenVerifier(made)
    expect(await verify(token)).toBeDefined()
    state.now = start + accessTokenSeconds * 1000 - 1
    expect(await verify(token)).toBeDefined()
    state.now += 1
    expect(await verify(token)).toBeUndefined()
  })

  test('is bounded: the oldest leaves first and is verified anew', async () => {
    const { state, made, sign } = settings()
    const verify = createTokenVerifier(made, 2)
    const [first, second, third] = [await sign(), await sign(), await sign()]
    for (const token of [first, second, third]) await verify(token)
    state.reads = 0
    await verify(second)
    await verify(third)
    expect(state.reads).toBe(0)
    await verify(first)
    expect(state.reads).toBe(1)
  })

  test('does not remember what was refused', async () => {
    const { state, made } = settings()
    const verify = createTokenVerifier(made, 1)
    const token = await settings().sign()
    await verify(token)
    for (const nonsense of ['a.b.c', 'd.e.f']) await verify(nonsense)
    state.reads = 0
    await verify(token)
    expect(state.reads).toBe(0)
  })
})
