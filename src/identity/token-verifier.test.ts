import { describe, expect, test } from 'vitest'
import {
  common,
  delegate,
  machine,
  openVerifier,
  seconds,
  signTestToken,
  stranger,
} from '../../test/support/tokens.ts'
import { createTokenVerifier } from './token-verifier.ts'

describe('a valid token', () => {
  const scopes = new Set(['tags:manage', 'account:read'])

  test('of a machine client is its caller', async () => {
    expect(await openVerifier().verify(await signTestToken(machine))).toEqual({
      kind: 'machine',
      accountId: common.account_id,
      region: 'us',
      clientId: 'm2m_us_x',
      scopes,
    })
  })

  test('of an app acts for the member who connected it, and has the consent and token IDs', async () => {
    expect(await openVerifier().verify(await signTestToken(delegate))).toEqual({
      kind: 'delegate',
      accountId: common.account_id,
      region: 'us',
      clientId: 'app',
      personId: 'person',
      memberId: 'member',
      grantId: 'consent',
      tokenId: 'token',
      byPasskey: false,
      signedInAt: undefined,
      scopes,
    })
  })

  test.each(['https://us.example.com', 'https://eu.example.com'])('may have the audience %s', async (aud) => {
    expect(await openVerifier().verify(await signTestToken({ ...machine, aud }))).toBeDefined()
  })

  test('may have other audiences too', async () => {
    const aud = ['https://other.example', 'https://us.example.com']
    expect(await openVerifier().verify(await signTestToken({ ...machine, aud }))).toBeDefined()
    expect(
      await openVerifier().verify(await signTestToken({ ...machine, aud: aud.slice(0, 1) })),
    ).toBeUndefined()
  })

  test.each<[unknown, boolean]>([
    [['pop'], true],
    [['otp', 'pop'], true],
    [['otp'], false],
    ['pop', false],
  ])('with amr %j says whether the member used a passkey', async (amr, byPasskey) => {
    expect(await openVerifier().verify(await signTestToken({ ...delegate, amr }))).toMatchObject({
      byPasskey,
    })
  })

  test.each<[unknown, string | undefined]>([
    [1_795_539_600, '2026-11-24T17:00:00.000Z'],
    [undefined, undefined],
    ['1795539600', undefined],
    [-1, undefined],
    [1e20, undefined],
  ])('with auth_time %j says when the member signed in', async (auth_time, signedInAt) => {
    const caller = await openVerifier().verify(await signTestToken({ ...delegate, auth_time }))
    expect(caller).toMatchObject({ signedInAt })
  })

  test('lives an hour at most, and a minute for rounding', async () => {
    const ending = (after: number) => signTestToken({ ...machine, exp: seconds + after })
    expect(await openVerifier().verify(await ending(3660))).toBeDefined()
    expect(await openVerifier().verify(await ending(3661))).toBeUndefined()
  })

  test('has at most 4096 characters', async () => {
    const header = { cty: 'a' }
    const bare = (await signTestToken({ ...machine, padding: '' }, { header })).length
    const padded = (length: number) => {
      const padding = 'x'.repeat(Math.ceil(((length - bare) * 3) / 4))
      return signTestToken({ ...machine, padding }, { header })
    }
    const [longest, longer] = [await padded(4096), await padded(4097)]
    expect([longest.length, longer.length]).toEqual([4096, 4098])
    expect(await openVerifier().verify(longest)).toBeDefined()
    expect(await openVerifier().verify(longer)).toBeUndefined()
  })

  test('ignores unknown scopes', async () => {
    const scope = 'profiles:readx PROFILES:READ tags:manage tags:manage account:read\tprofiles:write'
    const caller = await openVerifier().verify(await signTestToken({ ...delegate, scope }))
    expect(caller?.scopes).toEqual(new Set(['tags:manage']))
  })
})

describe('a key signs only for its own zone', () => {
  test.each<[string, Record<string, unknown>, string, boolean]>([
    ['a machine of the zone', { ...machine, region: 'eu' }, 'eu', true],
    ['a machine of another zone', { ...machine, region: 'us' }, 'eu', false],
    ['a machine of another zone, by the authorization server', { ...machine, region: 'eu' }, 'us', false],
    ['an app, by the authorization server', { ...delegate, region: 'us' }, 'us', true],
    ['an app in another zone, by the authorization server', { ...delegate, region: 'eu' }, 'us', true],
    ['an app, by a region that is not the authorization server', { ...delegate, region: 'eu' }, 'eu', false],
  ])('%s', async (_, claims, kid, isGood) => {
    expect((await openVerifier('us').verify(await signTestToken(claims, { kid }))) !== undefined).toBe(isGood)
  })

  test('no one signs for apps if the zone of the authorization server is unknown', async () => {
    const { settings } = openVerifier()
    const verify = createTokenVerifier({ ...settings, authorizationZone: undefined })
    expect(await verify(await signTestToken(delegate))).toBeUndefined()
    expect(await verify(await signTestToken(machine))).toBeDefined()
  })
})

const without = (claims: Record<string, unknown>, name: string) => ({ ...claims, [name]: undefined })

describe('an invalid token', () => {
  const required = ['iss', 'aud', 'sub', 'client_id', 'account_id', 'region', 'scope', 'jti', 'iat', 'exp']
  describe.each([
    ['machine', machine, required],
    ['delegate', delegate, [...required, 'member_id', 'gid']],
  ] as const)('%s', (_, claims, names) => {
    test.each(names)('without %s', async (name) => {
      expect(await openVerifier().verify(await signTestToken(without(claims, name)))).toBeUndefined()
    })

    test.each<[string, Record<string, unknown>]>([
      ['another issuer', { iss: 'https://auth.example.com/' }],
      ['another audience', { aud: 'https://us.example.com.evil.example' }],
      ['an account that is not a string', { account_id: 7 }],
      ['an empty account', { account_id: '' }],
      ['a region that is not a string', { region: ['us'] }],
      ['scopes as a list', { scope: ['account:read'] }],
      ['a holder key that is not checked', { cnf: { jkt: 'x' } }],
      ['an expiry that has passed', { exp: seconds }],
      ['an expiry that is not a number', { exp: '9999999999' }],
      ['a negative expiry', { exp: -1 }],
      ['an absurdly late expiry', { exp: 1e308 }],
      ['a lifetime of two hours', { exp: seconds + 7200 }],
      ['an expiry before its issue time', { iat: seconds + 20, exp: seconds - 5 }],
      ['an issue time 31 seconds ahead', { iat: seconds + 31, exp: seconds + 3600 }],
      ['not valid before 31 seconds from now', { nbf: seconds + 31 }],
      ['an issue time that is not a number', { iat: 'now' }],
    ])('%s', async (_label, changed) => {
      expect(await openVerifier().verify(await signTestToken({ ...claims, ...changed }))).toBeUndefined()
    })

    test('a foreign signature under a known kid', async () => {
      expect(await openVerifier().verify(await signTestToken(claims, { key: stranger }))).toBeUndefined()
    })
    test.each(['JWT', 'jwt', 'id_token', 'dpop+jwt'])('the type %s', async (typ) => {
      expect(await openVerifier().verify(await signTestToken(claims, { header: { typ } }))).toBeUndefined()
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['both kinds together', { ...delegate, m2m: true }],
    ['a machine with a member', { ...machine, member_id: 'member' }],
    ['a machine with a consent', { ...machine, gid: 'consent' }],
    ['a machine whose subject is someone else', { ...machine, sub: 'person' }],
    ['m2m as a string', { ...machine, m2m: 'true' }],
    ['m2m as false', { ...delegate, m2m: false }],
    ['a consent that is not a string', { ...delegate, gid: true }],
    ['an empty member', { ...delegate, member_id: '' }],
  ])('%s', async (_, claims) => {
    expect(await openVerifier().verify(await signTestToken(claims))).toBeUndefined()
  })

  test.each<[string, () => Promise<string>]>([
    ['empty', async () => ''],
    ['nonsense', async () => 'a.b.c'],
    ['megabytes long', async () => 'e'.repeat(4_000_000)],
    ['without a signature', async () => (await signTestToken(machine)).replace(/[^.]+$/, '')],
    ['the algorithm none', async () => unsigned(await signTestToken(machine))],
  ])('%s', async (_, make) => {
    expect(await openVerifier().verify(await make())).toBeUndefined()
  })

  function unsigned(token: string): string {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'us' })).toString(
      'base64url',
    )
    return `${header}.${token.split('.')[1]}.`
  }
})
