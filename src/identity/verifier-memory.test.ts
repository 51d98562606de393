import { describe, expect, test } from 'vitest'
import { delegate, machine, openVerifier, seconds, sign, start } from '../../test/support/tokens.ts'
import { Failure } from '../contract/failure.ts'
import { createTokenVerifier } from './verifier.ts'

describe('clocks that differ', () => {
  test.each([29, 30])('a token made %i seconds ahead is good', async (ahead) => {
    const token = await sign({ ...delegate, iat: seconds + ahead, nbf: seconds + ahead })
    expect(await openVerifier().verify(token)).toBeDefined()
  })

  test('no clock makes a token live longer', async () => {
    const { state, verify } = openVerifier()
    state.now = start + 3600 * 1000 + 1000
    expect(await verify(await sign(delegate))).toBeUndefined()
  })
})

describe('the memory of verified tokens', () => {
  test('never outlives the token: expiry beats it, to the second', async () => {
    const { state, verify } = openVerifier()
    const token = await sign(machine)
    expect(await verify(token)).toBeDefined()
    state.now = start + 3600 * 1000 - 1
    expect(await verify(token)).toBeDefined()
    state.now += 1
    expect(await verify(token)).toBeUndefined()
  })

  test('goes on while another zone publishes the key too, and not when that one alone still does', async () => {
    const { state, verify } = openVerifier()
    state.repeating = 'eu'
    const tokens = [await sign(machine), await sign(delegate)]
    for (const token of tokens) expect(await verify(token)).toBeDefined()
    state.withdrawn.add('us')
    for (const token of tokens) expect(await verify(token)).toBeUndefined()
  })

  test('never outlives the key: what a withdrawn one has signed is forgotten at once', async () => {
    const { state, verify } = openVerifier()
    const [token, foreign] = [await sign(machine), await sign({ ...machine, region: 'eu' }, { kid: 'eu' })]
    await verify(token)
    await verify(foreign)
    state.withdrawn.add('us')
    expect(await verify(token)).toBeUndefined()
    expect(await verify(foreign)).toBeDefined()
  })

  test('is bounded: the oldest leaves first', async () => {
    const { verify } = openVerifier('us', 2)
    const tokens = await Promise.all(['1', '2', '3'].map((jti) => sign({ ...machine, jti })))
    const callers = []
    for (const token of tokens) callers.push(await verify(token))
    // What is remembered is the same object again; what is verified anew is another one.
    expect(await verify(tokens[2] ?? '')).toBe(callers[2])
    expect(await verify(tokens[1] ?? '')).toBe(callers[1])
    expect(await verify(tokens[0] ?? '')).not.toBe(callers[0])
  })

  test('makes room when what it held is forgotten: nothing else has to leave', async () => {
    const { state, verify } = openVerifier('us', 2)
    const foreign = await sign({ ...machine, region: 'eu' }, { kid: 'eu' })
    const caller = await verify(foreign)
    const token = await sign(machine)
    await verify(token)
    state.withdrawn.add('us')
    expect(await verify(token)).toBeUndefined()
    state.withdrawn.delete('us')
    await verify(await sign({ ...machine, jti: 'another' }))
    expect(await verify(foreign)).toBe(caller)
  })

  test('keeps nothing of what was refused', async () => {
    const { verify } = openVerifier('us', 1)
    const token = await sign(machine)
    const caller = await verify(token)
    for (const nonsense of ['a.b.c', 'd.e.f']) await verify(nonsense)
    expect(await verify(token)).toBe(caller)
  })
})

test('a key that cannot be looked up says nothing about its token: the failure is passed on', async () => {
  const { settings } = openVerifier()
  const refresh = async () => {
    throw new Failure('unavailable', 'No database.')
  }
  const verify = createTokenVerifier({
    ...settings,
    keys: { zones: ['us'], known: () => undefined, isHeard: () => true, refresh },
  })
  await expect(verify(await sign(machine))).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each<[string, string | undefined]>([
  ['another issuer', await sign({ ...machine, iss: 'https://evil.example' }, { kid: 'eu' })],
  ['another audience', await sign({ ...machine, aud: 'https://evil.example' }, { kid: 'eu' })],
  ['a time that is over', await sign({ ...machine, exp: seconds - 1 }, { kid: 'eu' })],
  ['a time to come', await sign({ ...machine, iat: seconds + 600 }, { kid: 'eu' })],
  ['claims of no kind', await sign({ ...machine, m2m: false }, { kid: 'eu' })],
  [
    'another algorithm',
    (await sign(machine)).replace(/^[^.]+/, Buffer.from('{"alg":"HS256","kid":"us"}').toString('base64url')),
  ],
  ['no key', await sign(machine, { header: { kid: '' } })],
  ['a beginning as a text', await sign({ ...machine, iat: String(seconds) }, { kid: 'eu' })],
  ['an end as a text', await sign({ ...machine, exp: String(seconds + 3600) }, { kid: 'eu' })],
  ['no form', 'a.b.c'],
])('no key is looked up for what names %s', async (_, token) => {
  const { state, verify } = openVerifier()
  state.withdrawn.add('us').add('eu')
  expect(await verify(token ?? '')).toBeUndefined()
  expect(state.refreshes).toBe(0)
  // The same of a token that could be ours.
  await verify(await sign(machine))
  expect(state.refreshes).toBe(1)
})

test('a key that is not known is looked up by its id, for the zone and the time that the token names', async () => {
  const { settings } = openVerifier()
  const asked: unknown[] = []
  const refresh = async (...looked: unknown[]) => {
    asked.push(looked)
    return undefined
  }
  const keys = { zones: ['us', 'eu'], known: () => undefined, isHeard: () => true, refresh }
  const verify = createTokenVerifier({ ...settings, keys })
  await verify(await sign({ ...machine, region: 'eu', iat: seconds - 60 }, { kid: 'eu' }))
  await verify(await sign(delegate))
  expect(asked).toEqual([
    ['eu', { zone: 'eu', at: start - 60_000 }],
    ['us', { zone: 'us', at: start }],
  ])
})
