import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { Failure } from '../contract/failure.ts'
import type { Database } from '../contract/ports.ts'
import { combineKeySources, type KeySource } from './key-source.ts'
import { createSecretKeyring } from './secret-keyring.ts'
import {
  removeExpiredSigningKeys,
  retiredKeySeconds,
  rotateSigningKeys,
  withdrawSigningKey,
} from './signing-key-rotation.ts'
import { openSigningKeyring } from './signing-keyring.ts'
import { openSigningKeys } from './signing-keys.ts'

const secretKey = createSecretKeyring([randomBytes(32)])
const start = new Date('2026-11-21T09:00:00Z')

/** A keyring with its own database, an adjustable clock, and a count of key reads. */
async function open(restMilliseconds = 20) {
  const { database, admin } = await createTestDatabase()
  const state = { now: start, reads: 0 }
  const counted: Database = {
    ...database,
    inSystem: (work, options) => {
      state.reads += 1
      return database.inSystem(work, options)
    },
  }
  const settings = { database: counted, secretKey, clock: () => state.now, zone: 'us', restMilliseconds }
  const keyring = await openSigningKeyring(settings)
  state.reads = 0
  const states = async () =>
    (await admin<{ state: string }>('select state from signing_key')).map((row) => row.state).sort()
  return { state, settings, database, admin, keyring, states }
}

const randomKid = () => randomBytes(32).toString('base64url')

describe('the first start', () => {
  test('creates an active key and a next key, both published', async () => {
    const { keyring, states } = await open()
    const { active, all, publicJwks } = keyring.keys()
    expect(await states()).toEqual(['active', 'next'])
    expect(publicJwks.map(({ kid }) => kid)).toEqual([...all.keys()])
    expect(publicJwks[0]?.kid).toBe(active.kid)
    expect(JSON.stringify(publicJwks)).not.toContain('"d"')
    expect(active.privateJwk).toMatchObject({ kid: active.kid, d: expect.any(String), alg: 'ES256' })
  })

  test('of concurrent processes creates one of each', async () => {
    const { database } = await createTestDatabase()
    const opened = await Promise.all([1, 2, 3].map(() => openSigningKeys(database, secretKey, start)))
    expect(new Set(opened.map(({ active }) => active.kid)).size).toBe(1)
    expect(new Set(opened.map(({ publicJwks }) => JSON.stringify(publicJwks))).size).toBe(1)
  })

  test('of a release with next keys adds one to an existing key', async () => {
    const { admin, settings, keyring, states } = await open()
    await admin(`delete from signing_key where state = 'next'`)
    expect((await openSigningKeyring(settings)).keys().active.kid).toBe(keyring.keys().active.kid)
    expect(await states()).toEqual(['active', 'next'])
  })

  test('with another SECRET_KEY fails and creates no key', async () => {
    const { settings, states } = await open()
    await expect(
      openSigningKeyring({ ...settings, secretKey: createSecretKeyring([randomBytes(32)]) }),
    ).rejects.toThrow(/SECRET_KEY/)
    expect(await states()).toEqual(['active', 'next'])
  })
})

describe('a rotation', () => {
  test('signs with the published next key, keeps the old one, and publishes another next key', async () => {
    const { database, keyring, states } = await open()
    const [old, next] = keyring.keys().publicJwks
    const rotation = await rotateSigningKeys(database, secretKey, start)
    await keyring.reload()
    const { active, publicJwks, all } = keyring.keys()
    expect(active.kid).toBe(next?.kid)
    expect(publicJwks.map(({ kid }) => kid)).toEqual([next?.kid, rotation.next.kid, old?.kid])
    expect(all.has(String(old?.kid))).toBe(true)
    expect(await states()).toEqual(['active', 'next', 'retired'])
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(active.privateKey)
    expect(token).toBeTruthy()
  })

  test('deletes the private key of a retired key', async () => {
    const { database, admin } = await open()
    await rotateSigningKeys(database, secretKey, start)
    const rows = await admin<{ state: string; length: number }>(
      'select state, length(private_sealed) as length from signing_key',
    )
    for (const { state, length } of rows) expect(length > 0, state).toBe(state !== 'retired')
  })

  test('ten concurrent ones run one after the other, with one active and one next key', async () => {
    const { database, states } = await open()
    const pending = Array.from({ length: 10 }, () => rotateSigningKeys(database, secretKey, start))
    const rotations = await Promise.all(pending)
    expect(new Set(rotations.map(({ active }) => active.kid)).size).toBe(10)
    expect(await states()).toEqual(['active', 'next', ...Array.from({ length: 10 }, () => 'retired')])
  })

  test('unpublishes a retired key after exactly an hour and ten minutes', async () => {
    const { database, keyring, state } = await open()
    const old = keyring.keys().active.kid
    await rotateSigningKeys(database, secretKey, start)
    state.now = new Date(start.getTime() + retiredKeySeconds * 1000 - 1000)
    await keyring.reload()
    expect(keyring.findKey(old)).toBeDefined()
    expect(await removeExpiredSigningKeys(database, state.now)).toBe(0)
    state.now = new Date(start.getTime() + retiredKeySeconds * 1000)
    await keyring.reload()
    await keyring.reload()
    expect(keyring.findKey(old)).toBeUndefined()
  })
})

describe('a withdrawal', () => {
  test('of a retired key takes effect at the next reload', async () => {
    const { database, keyring } = await open()
    const old = keyring.keys().active.kid
    await rotateSigningKeys(database, secretKey, start)
    await withdrawSigningKey(database, secretKey, old, start)
    await keyring.reload()
    expect(keyring.findKey(old)).toBeUndefined()
    expect(keyring.keys().publicJwks).toHaveLength(2)
  })

  test('of the next key replaces it with another one', async () => {
    const { database, keyring, states } = await open()
    const next = String(keyring.keys().publicJwks[1]?.kid)
    expect(await withdrawSigningKey(database, secretKey, next, start)).toEqual({ wasNext: true })
    await keyring.reload()
    expect(keyring.findKey(next)).toBeUndefined()
    expect(await states()).toEqual(['active', 'next'])
  })

  test('of the active key, or of an unknown one, is refused and changes nothing', async () => {
    const { database, keyring, states } = await open()
    const withdraw = (kid: string) => withdrawSigningKey(database, secretKey, kid, start)
    await expect(withdraw(keyring.keys().active.kid)).rejects.toThrow(/keys rotate first/)
    await expect(withdraw(randomKid())).rejects.toThrow(/There is no key/)
    expect(await states()).toEqual(['active', 'next'])
  })
})

/** What a token claims that this region signed. */
const signedBy = { zone: 'us', at: start.getTime() }

describe('an unknown key', () => {
  test('is found right away without a reload, after each of several rotations', async () => {
    const { database, keyring } = await open()
    for (let turn = 0; turn < 4; turn += 1) {
      const { next } = await rotateSigningKeys(database, secretKey, start)
      expect(keyring.findKey(next.kid)).toBeUndefined()
      expect(await keyring.refresh(next.kid, signedBy)).toMatchObject({ zones: ['us'] })
    }
  })

  test('causes one read for a thousand concurrent lookups, and one more for those during the read', async () => {
    const { keyring, state } = await open(60_000)
    const flood = () =>
      Promise.all(Array.from({ length: 1000 }, () => keyring.refresh(randomKid(), signedBy)))
    await flood()
    expect(state.reads).toBe(1)
    // These wait for a read long after this file's database is gone.
    flood().catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(state.reads).toBe(1)
  })

  test('with an invalid ID causes no read', async () => {
    const { keyring, state } = await open()
    for (const kid of [
      '',
      'unknown',
      '../../etc/passwd',
      `' or 1=1 --`,
      'x'.repeat(100_000),
      `${randomKid()}x`,
    ]) {
      expect(await keyring.refresh(kid, signedBy)).toBeUndefined()
    }
    expect(state.reads).toBe(0)
  })
})

describe('combined key sources', () => {
  const key = { key: {} as CryptoKey, zones: ['eu'] }
  const source = (zone: string, refresh: KeySource['refresh']): KeySource => ({
    zones: [zone],
    findKey: () => undefined,
    hasKeysOf: () => false,
    refresh,
  })
  const none = source('us', async () => undefined)

  test('fetch from the claimed zone and from no other', async () => {
    const slow = source('us', () => new Promise(() => {}))
    const both = combineKeySources([slow, source('eu', async () => key)])
    expect(await both.refresh('x', { zone: 'eu', at: 0 })).toBe(key)
    expect(await both.refresh('x', { zone: 'mars', at: 0 })).toBeUndefined()
    expect(await combineKeySources([]).refresh('x', signedBy)).toBeUndefined()
  })

  test('pass on the failure of the claimed zone', async () => {
    const broken = source('eu', () => Promise.reject(new Failure('unavailable', { message: 'No database.' })))
    await expect(combineKeySources([none, broken]).refresh('x', { zone: 'eu', at: 0 })).rejects.toThrow(
      'No database.',
    )
    expect(await combineKeySources([none, broken]).refresh('x', signedBy)).toBeUndefined()
  })
})
