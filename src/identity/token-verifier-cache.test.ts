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

describe('clocks that differ', () => {
  test.each([29, 30])('a token made %i seconds ahead is good', async (ahead) => {
    const token = await signTestToken({ ...delegate, iat: seconds + ahead, nbf: seconds + ahead })
    expect(await openVerifier().verify(token)).toBeDefined()
  })

  test('no clock makes a token live longer', async () => {
    const { state, verify } = openVerifier()
    state.now = tokenEpoch + 3600 * 1000 + 1000
    expect(await verify(await signTestToken(delegate))).toBeUndefined()
  })
})

describe('the memory of verified tokens', () => {
  test('never outlives the token: expiry beats it, to the second', async () => {
    const { state, verify } = openVerifier()
    const token = await signTestToken(machine)
    expect(await verify(token)).toBeDefined()
    state.now = tokenEpoch + 3600 * 1000 - 1
    expect(await verify(token)).toBeDefined()
    state.now += 1
    expect(await verify(token)).toBeUndefined()
  })

  test('goes on while another zone publishes the key too, and not when that one alone still does', async () => {
    const { state, verify } = openVerifier()
    state.repeating = 'eu'
    const tokens = [await signTestToken(machine), await signTestToken(delegate)]
    for (const token of tokens) expect(await verify(token)).toBeDefined()
    state.withdrawn.add('us')
    for (const token of tokens) expect(await verify(token)).toBeUndefined()
  })

  test('never outlives the key: what a withdrawn one has signed is forgotten at once', async () => {
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

  test('is bounded: the oldest leaves first', async () => {
    const { verify } = openVerifier('us', 2)
    const tokens = await Promise.all(['1', '2', '3'].map((jti) => signTestToken({ ...machine, jti })))
    const callers = []
    for (const token of tokens) callers.push(await verify(token))
    // What is remembered is the same object again; what is verified anew is another one.
    expect(await verify(tokens[2] ?? '')).toBe(callers[2])
    expect(await verify(tokens[1] ?? '')).toBe(callers[1])
    expect(await verify(tokens[0] ?? '')).not.toBe(callers[0])
  })

  test('makes room when what it held is forgotten: nothing else has to leave', async () => {
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

  test('keeps nothing of what was refused', async () => {
    const { verify } = openVerifier('us', 1)
    const token = await signTestToken(machine)
    const caller = await verify(token)
    for (const nonsense of ['a.b.c', 'd.e.f']) await verify(nonsense)
    expect(await verify(token)).toBe(caller)
  })
})

test('a key that cannot be looked up says nothing about its token: the failure is passed on', async () => {
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
  ['a time that is over', await signTestToken({ ...machine, exp: seconds - 1 }, { kid: 'eu' })],
  ['a time to come', await signTestToken({ ...machine, iat: seconds + 600 }, { kid: 'eu' })],
  ['claims of no kind', await signTestToken({ ...machine, m2m: false }, { kid: 'eu' })],
  [
    'another algorithm',
    (await signTestToken(machine)).replace(
      /^[^.]+/,
      Buffer.from('{"alg":"HS256","kid":"us"}').toString('base64url'),
    ),
  ],
  ['no key', await signTestToken(machine, { header: { kid: '' } })],
  ['a beginning as a text', await signTestToken({ ...machine, iat: String(seconds) }, { kid: 'eu' })],
  ['an end as a text', await signTestToken({ ...machine, exp: String(seconds + 3600) }, { kid: 'eu' })],
  ['no form', 'a.b.c'],
])('no key is looked up for what names %s', async (_, token) => {
  const { state, verify } = openVerifier()
  state.withdrawn.add('us').add('eu')
  expect(await verify(token ?? '')).toBeUndefined()
  expect(state.refreshes).toBe(0)
  // The same of a token that could be ours.
  await verify(await signTestToken(machine))
  expect(state.refreshes).toBe(1)
})

test('a key that is not known is looked up by its id, for the zone and the time that the token names', async () => {
  const { settings } = openVerifier()
  const asked: unknown[] = []
  const refresh = async (...looked: unknown[]) => {
    asked.push(looked)
    return undefined
  }
  const keys = { zones: ['us', 'eu'], findKey: () => undefined, hasKeysOf: () => true, refresh }
  const verify = createTokenVerifier({ ...settings, keys })
  await verify(await signTestToken({ ...machine, region: 'eu', iat: seconds - 60 }, { kid: 'eu' }))
  await verify(await signTestToken(delegate))
  expect(asked).toEqual([
    ['eu', { zone: 'eu', at: tokenEpoch - 60_000 }],
    ['us', { zone: 'us', at: tokenEpoch }],
  ])
})
