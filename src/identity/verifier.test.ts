import { type CryptoKey, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../contract/failure.ts'
import type { FoundKey } from './key-source.ts'
import { createTokenVerifier } from './verifier.ts'

const start = Date.parse('2026-11-21T09:00:00Z')
const seconds = start / 1000
const common = {
  iss: 'https://auth.example.com',
  aud: 'https://us.example.com',
  account_id: 'a'.repeat(24),
  region: 'us',
  scope: 'tags:manage account:read',
  jti: 'token',
  iat: seconds,
  exp: seconds + 3600,
}
const machine = { ...common, sub: 'm2m_us_x', client_id: 'm2m_us_x', m2m: true }
const delegate = { ...common, sub: 'person', client_id: 'app', member_id: 'member', gid: 'consent' }

const pairs = new Map<string, { privateKey: CryptoKey; publicKey: CryptoKey }>()
let stranger: CryptoKey
beforeAll(async () => {
  for (const kid of ['us', 'eu']) pairs.set(kid, await generateKeyPair('ES256'))
  stranger = (await generateKeyPair('ES256')).privateKey
})

type Changes = { kid?: string; header?: Record<string, string>; key?: CryptoKey }

function sign(claims: Record<string, unknown>, { kid = 'us', header = {}, key }: Changes = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(key ?? (pairs.get(kid)?.privateKey as CryptoKey))
}

/** A verifier whose clock can be set, whose keys can be taken away, and which counts how often it verifies. */
function open(authorizationZone = 'us', most?: number) {
  const state = { now: start, refreshes: 0, withdrawn: new Set<string>(), repeating: '' }
  const known = (kid: string): FoundKey | undefined => {
    const key = pairs.get(kid)?.publicKey
    const zones = [kid, state.repeating].filter((zone) => zone !== '' && !state.withdrawn.has(zone))
    return key && zones.length > 0 ? { key, zones } : undefined
  }
  const settings = {
    keys: {
      known,
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

describe('a valid token', () => {
  const scopes = new Set(['tags:manage', 'account:read'])

  test('of a machine speaks for its client', async () => {
    expect(await open().verify(await sign(machine))).toEqual({
      kind: 'machine',
      accountId: common.account_id,
      region: 'us',
      clientId: 'm2m_us_x',
      scopes,
    })
  })

  test('of an app speaks for the member who let it in, and names the consent and itself', async () => {
    expect(await open().verify(await sign(delegate))).toEqual({
      kind: 'delegate',
      accountId: common.account_id,
      region: 'us',
      clientId: 'app',
      personId: 'person',
      memberId: 'member',
      grantId: 'consent',
      tokenId: 'token',
      scopes,
    })
  })

  test.each(['https://us.example.com', 'https://eu.example.com'])('may be meant for %s', async (aud) => {
    expect(await open().verify(await sign({ ...machine, aud }))).toBeDefined()
  })

  test('has no scope that there is not', async () => {
    const scope = 'profiles:readx PROFILES:READ tags:manage tags:manage account:read\tprofiles:write'
    const caller = await open().verify(await sign({ ...delegate, scope }))
    expect(caller?.scopes).toEqual(new Set(['tags:manage']))
  })
})

describe('a key signs for its own zone alone', () => {
  test.each<[string, Record<string, unknown>, string, boolean]>([
    ['a machine of the zone', { ...machine, region: 'eu' }, 'eu', true],
    ['a machine of another zone', { ...machine, region: 'us' }, 'eu', false],
    ['a machine of another zone, by the authorization server', { ...machine, region: 'eu' }, 'us', false],
    ['an app, by the authorization server', { ...delegate, region: 'us' }, 'us', true],
    ['an app in another zone, by the authorization server', { ...delegate, region: 'eu' }, 'us', true],
    ['an app, by a region that is not the authorization server', { ...delegate, region: 'eu' }, 'eu', false],
  ])('%s', async (_, claims, kid, isGood) => {
    expect((await open('us').verify(await sign(claims, { kid }))) !== undefined).toBe(isGood)
  })

  test('nobody signs for apps where the authorization server is in no known zone', async () => {
    const { settings } = open()
    const verify = createTokenVerifier({ ...settings, authorizationZone: undefined })
    expect(await verify(await sign(delegate))).toBeUndefined()
    expect(await verify(await sign(machine))).toBeDefined()
  })
})

const without = (claims: Record<string, unknown>, name: string) => ({ ...claims, [name]: undefined })

describe('what is no token of ours', () => {
  const required = ['iss', 'aud', 'sub', 'client_id', 'account_id', 'region', 'scope', 'jti', 'iat', 'exp']
  describe.each([
    ['machine', machine, required],
    ['delegate', delegate, [...required, 'member_id', 'gid']],
  ] as const)('%s', (_, claims, names) => {
    test.each(names)('without %s', async (name) => {
      expect(await open().verify(await sign(without(claims, name)))).toBeUndefined()
    })

    test.each<[string, Record<string, unknown>]>([
      ['another issuer', { iss: 'https://auth.example.com/' }],
      ['another audience', { aud: 'https://us.example.com.evil.example' }],
      ['an account that is no text', { account_id: 7 }],
      ['an empty account', { account_id: '' }],
      ['a region that is no text', { region: ['us'] }],
      ['scopes as a list', { scope: ['account:read'] }],
      ['a holder key that nobody checks', { cnf: { jkt: 'x' } }],
      ['a time that has passed', { exp: seconds }],
      ['an end that is not a number', { exp: '9999999999' }],
      ['a negative end', { exp: -1 }],
      ['an end after all ends', { exp: 1e308 }],
      ['a life of two hours', { exp: seconds + 7200 }],
      ['an end before its beginning', { iat: seconds + 20, exp: seconds - 5 }],
      ['a beginning 31 seconds ahead', { iat: seconds + 31, exp: seconds + 3600 }],
      ['not valid before 31 seconds from now', { nbf: seconds + 31 }],
      ['a beginning that is not a number', { iat: 'now' }],
    ])('%s', async (_label, changed) => {
      expect(await open().verify(await sign({ ...claims, ...changed }))).toBeUndefined()
    })

    test('a foreign signature under a known kid', async () => {
      expect(await open().verify(await sign(claims, { key: stranger }))).toBeUndefined()
    })
    test.each(['JWT', 'jwt', 'id_token', 'dpop+jwt'])('the type %s', async (typ) => {
      expect(await open().verify(await sign(claims, { header: { typ } }))).toBeUndefined()
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['both kinds at once', { ...delegate, m2m: true }],
    ['a machine with a member', { ...machine, member_id: 'member' }],
    ['a machine with a consent', { ...machine, gid: 'consent' }],
    ['a machine whose subject is somebody else', { ...machine, sub: 'person' }],
    ['m2m as a text', { ...machine, m2m: 'true' }],
    ['m2m as no', { ...delegate, m2m: false }],
    ['a consent that is no text', { ...delegate, gid: true }],
    ['an empty member', { ...delegate, member_id: '' }],
  ])('%s', async (_, claims) => {
    expect(await open().verify(await sign(claims))).toBeUndefined()
  })

  test.each<[string, () => Promise<string>]>([
    ['no text', async () => ''],
    ['nonsense', async () => 'a.b.c'],
    ['a text of megabytes', async () => 'e'.repeat(4_000_000)],
    ['no signature at all', async () => (await sign(machine)).replace(/[^.]+$/, '')],
    ['the algorithm none', async () => unsigned(await sign(machine))],
  ])('%s', async (_, make) => {
    expect(await open().verify(await make())).toBeUndefined()
  })

  function unsigned(token: string): string {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'us' })).toString(
      'base64url',
    )
    return `${header}.${token.split('.')[1]}.`
  }
})

describe('clocks that differ', () => {
  test.each([29, 30])('a token made %i seconds ahead is good', async (ahead) => {
    const token = await sign({ ...delegate, iat: seconds + ahead, nbf: seconds + ahead })
    expect(await open().verify(token)).toBeDefined()
  })

  test('no clock makes a token live longer', async () => {
    const { state, verify } = open()
    state.now = start + 3600 * 1000 + 1000
    expect(await verify(await sign(delegate))).toBeUndefined()
  })
})

describe('the memory of verified tokens', () => {
  test('never outlives the token: expiry beats it, to the second', async () => {
    const { state, verify } = open()
    const token = await sign(machine)
    expect(await verify(token)).toBeDefined()
    state.now = start + 3600 * 1000 - 1
    expect(await verify(token)).toBeDefined()
    state.now += 1
    expect(await verify(token)).toBeUndefined()
  })

  test('goes on while another zone publishes the key too, and not when that one alone still does', async () => {
    const { state, verify } = open()
    state.repeating = 'eu'
    const tokens = [await sign(machine), await sign(delegate)]
    for (const token of tokens) expect(await verify(token)).toBeDefined()
    state.withdrawn.add('us')
    for (const token of tokens) expect(await verify(token)).toBeUndefined()
  })

  test('never outlives the key: what a withdrawn one has signed is forgotten at once', async () => {
    const { state, verify } = open()
    const [token, foreign] = [await sign(machine), await sign({ ...machine, region: 'eu' }, { kid: 'eu' })]
    await verify(token)
    await verify(foreign)
    state.withdrawn.add('us')
    expect(await verify(token)).toBeUndefined()
    expect(await verify(foreign)).toBeDefined()
  })

  test('is bounded: the oldest leaves first', async () => {
    const { verify } = open('us', 2)
    const tokens = await Promise.all(['1', '2', '3'].map((jti) => sign({ ...machine, jti })))
    const callers = []
    for (const token of tokens) callers.push(await verify(token))
    // What is remembered is the same object again; what is verified anew is another one.
    expect(await verify(tokens[2] ?? '')).toBe(callers[2])
    expect(await verify(tokens[1] ?? '')).toBe(callers[1])
    expect(await verify(tokens[0] ?? '')).not.toBe(callers[0])
  })

  test('keeps nothing of what was refused', async () => {
    const { verify } = open('us', 1)
    const token = await sign(machine)
    const caller = await verify(token)
    for (const nonsense of ['a.b.c', 'd.e.f']) await verify(nonsense)
    expect(await verify(token)).toBe(caller)
  })
})

test('a key that cannot be looked up says nothing about its token: the failure is passed on', async () => {
  const { settings } = open()
  const refresh = async () => {
    throw new Failure('unavailable', 'No database.')
  }
  const verify = createTokenVerifier({ ...settings, keys: { known: () => undefined, refresh } })
  await expect(verify(await sign(machine))).rejects.toMatchObject({ kind: 'unavailable' })
})
