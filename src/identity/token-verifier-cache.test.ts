import { describe, expect, test } from 'vitest'
import {
  delegate,
  machine,
  openVerifier,
  seconds,
  signTestToken,
  tokenEpoch,
} from '../../test/support/tokens.ts'
import { Failure } from '../contract/failure.ts'
import { createTokenVerifier } from './token-verifier.ts'

describe('different clocks', () => {
  test.each([29, 30])('a token issued %i seconds ahead is valid', async (ahead) => {
    const token = await signTestToken({ ...delegate, iat: seconds + ahead, nbf: seconds + ahead })
    expect(await openVerifier().verify(token)).toBeDefined()
  })

  test('do not extend the life of a token', async () => {
    const { state, verify } = openVerifier()
    state.now = tokenEpoch + 3600 * 1000 + 1000
    expect(await verify(await signTestToken(delegate))).toBeUndefined()
  })
})

describe('the cache of verified tokens', () => {
  test('does not outlive the token: it expires to the second', async () => {
    const { state, verify } = openVerifier()
    const token = await signTestToken(machine)
    expect(await verify(token)).toBeDefined()
    state.now = tokenEpoch + 3600 * 1000 - 1
    expect(await verify(token)).toBeDefined()
    state.now += 1
    expect(await verify(token)).toBeUndefined()
  })

  test('stays valid while another zone publishes the key too, but not if only that one does', async () => {
    const { state, verify } = openVerifier()
    state.repeating = 'eu'
    const tokens = [await signTestToken(machine), await signTestToken(delegate)]
    for (const token of tokens) expect(await verify(token)).toBeDefined()
    state.withdrawn.add('us')
    for (const token of tokens) expect(await verify(token)).toBeUndefined()
  })

  test('does not outlive the key: tokens of a withdrawn key are invalid right away', async () => {
    const { state, verify } = openVerifier()
    const [token, foreign] = [
      await signTestToken(machine),
      await signTestToken({ ...machine, region: 'eu' }, { kid: 'eu' }),
    ]
    await verify(token)
    await verify(foreign)
    state.withdrawn.add('us')
    expect(await verify(token)).toBeUndefined()
    expect(await verify(foreign)).toBeDefined()
  })

  test('is bounded: the oldest entry is evicted first', async () => {
    const { verify } = openVerifier('us', 2)
    const tokens = await Promise.all(['1', '2', '3'].map((jti) => signTestToken({ ...machine, jti })))
    const callers = []
    for (const token of tokens) callers.push(await verify(token))
    // A cached result is the same object; a new verification returns another one.
    expect(await verify(tokens[2] ?? '')).toBe(callers[2])
    expect(await verify(tokens[1] ?? '')).toBe(callers[1])
    expect(await verify(tokens[0] ?? '')).not.toBe(callers[0])
  })

  test('frees the room of an invalid entry, so that nothing else is evicted', async () => {
    const { state, verify } = openVerifier('us', 2)
    const foreign = await signTestToken({ ...machine, region: 'eu' }, { kid: 'eu' })
    const caller = await verify(foreign)
    const token = await signTestToken(machine)
    await verify(token)
    state.withdrawn.add('us')
    expect(await verify(token)).toBeUndefined()
    state.withdrawn.delete('us')
    await verify(await signTestToken({ ...machine, jti: 'another' }))
    expect(await verify(foreign)).toBe(caller)
  })

  test('stores nothing for refused tokens', async () => {
    const { verify } = openVerifier('us', 1)
    const token = await signTestToken(machine)
    const caller = await verify(token)
    for (const nonsense of ['a.b.c', 'd.e.f']) await verify(nonsense)
    expect(await verify(token)).toBe(caller)
  })
})

test('if a key cannot be looked up, the failure is passed on', async () => {
  const { settings } = openVerifier()
  const refresh = async () => {
    throw new Failure('unavailable', { message: 'No database.' })
  }
  const verify = createTokenVerifier({
    ...settings,
    keys: { zones: ['us'], findKey: () => undefined, hasKeysOf: () => true, refresh },
  })
  await expect(verify(await signTestToken(machine))).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each<[string, string | undefined]>([
  ['another issuer', await signTestToken({ ...machine, iss: 'https://evil.example' }, { kid: 'eu' })],
  ['another audience', await signTestToken({ ...machine, aud: 'https://evil.example' }, { kid: 'eu' })],
  ['a time that has passed', await signTestToken({ ...machine, exp: seconds - 1 }, { kid: 'eu' })],
  ['a future time', await signTestToken({ ...machine, iat: seconds + 600 }, { kid: 'eu' })],
  ['claims of neither kind', await signTestToken({ ...machine, m2m: false }, { kid: 'eu' })],
  [
    'another algorithm',
    (await signTestToken(machine)).replace(
      /^[^.]+/,
      Buffer.from('{"alg":"HS256","kid":"us"}').toString('base64url'),
    ),
  ],
  ['no key', await signTestToken(machine, { header: { kid: '' } })],
  ['iat as a string', await signTestToken({ ...machine, iat: String(seconds) }, { kid: 'eu' })],
  ['exp as a string', await signTestToken({ ...machine, exp: String(seconds + 3600) }, { kid: 'eu' })],
  ['an invalid format', 'a.b.c'],
])('no key is looked up for a token with %s', async (_, token) => {
  const { state, verify } = openVerifier()
  state.withdrawn.add('us').add('eu')
  expect(await verify(token ?? '')).toBeUndefined()
  expect(state.refreshes).toBe(0)
  // A token that could be valid causes a lookup.
  await verify(await signTestToken(machine))
  expect(state.refreshes).toBe(1)
})

test('an unknown key is looked up by its ID, for the zone and time in the token', async () => {
  const { settings } = openVerifier()
  const lookups: unknown[] = []
  const refresh = async (...args: unknown[]) => {
    lookups.push(args)
    return undefined
  }
  const keys = { zones: ['us', 'eu'], findKey: () => undefined, hasKeysOf: () => true, refresh }
  const verify = createTokenVerifier({ ...settings, keys })
  await verify(await signTestToken({ ...machine, region: 'eu', iat: seconds - 60 }, { kid: 'eu' }))
  await verify(await signTestToken(delegate))
  expect(lookups).toEqual([
    ['eu', { zone: 'eu', at: tokenEpoch - 60_000 }],
    ['us', { zone: 'us', at: tokenEpoch }],
  ])
})
