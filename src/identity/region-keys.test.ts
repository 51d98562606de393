import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { findSignerKey } from './key-source.ts'
import { createRegionKeys } from './region-keys.ts'

let db: TestDatabase
let now: Date
let published: Record<string, readonly JWK[] | Error>
let fetched: string[]

beforeAll(async () => {
  db = await createTestDatabase()
})

beforeEach(async () => {
  await db.admin('delete from region_keys')
  now = new Date('2026-11-21T09:00:00Z')
  published = {}
  fetched = []
})

function open(zones: readonly string[] = ['eu', 'sea']) {
  return createRegionKeys({
    zones,
    database: db.database,
    clock: () => now,
    fetchKeys: async (zone) => {
      fetched.push(zone)
      const keys = published[zone] ?? new Error('unreachable')
      if (keys instanceof Error) throw keys
      return keys
    },
  })
}

async function newKey(): Promise<JWK & { kid: string }> {
  const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}

/** What a token claims that this zone signed just now, or some seconds ago. */
const signedBy = (zone: string, secondsAgo = 0) => ({ zone, at: now.getTime() - secondsAgo * 1000 })

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

describe('the keys of other regions', () => {
  test('are fetched when a token names one, and bound to the zone that publishes it', async () => {
    const [eu, sea] = [await newKey(), await newKey()]
    published = { eu: [eu], sea: [sea] }
    const keys = open()
    expect(keys.findKey(eu.kid)).toBeUndefined()
    expect(await keys.refresh(eu.kid, signedBy('eu'))).toMatchObject({ zones: ['eu'] })
    // Only the zone in the token was queried.
    expect(keys.findKey(sea.kid)).toBeUndefined()
    expect(await keys.refresh(sea.kid, signedBy('sea'))).toMatchObject({ zones: ['sea'] })
  })

  test('still belong to their zone if another zone publishes them too', async () => {
    const [eu, sea] = [await newKey(), await newKey()]
    // Keys are public: a compromised region can repeat those of all others, but sign with none of them.
    published = { eu: [eu, sea], sea: [sea] }
    const keys = open()
    await keys.refreshAll()
    expect(keys.findKey(sea.kid)?.zones).toContain('sea')
    expect(keys.findKey(eu.kid)?.zones).toEqual(['eu'])
  })

  test('are fetched once for a flood of unknown IDs', async () => {
    published = { eu: [await newKey()], sea: [await newKey()] }
    const keys = open()
    const strangers = await Promise.all(Array.from({ length: 50 }, newKey))
    await Promise.all(strangers.map(({ kid }) => keys.refresh(kid, signedBy('eu'))))
    for (const { kid } of strangers) expect(await keys.refresh(kid, signedBy('eu'))).toBeUndefined()
    expect(fetched).toEqual(['eu'])
    pass(5)
    await keys.refresh(strangers[0]?.kid ?? '', signedBy('eu'))
    expect(fetched).toEqual(['eu', 'eu'])
  })

  test('are found after a rotation, and no longer after a withdrawal', async () => {
    const [first, second] = [await newKey(), await newKey()]
    published = { eu: [first], sea: [] }
    const keys = open()
    await keys.refreshAll()
    published.eu = [second]
    pass(5)
    expect(await keys.refresh(second.kid, signedBy('eu'))).toMatchObject({ zones: ['eu'] })
    expect(keys.findKey(first.kid)).toBeUndefined()
  })

  test('are refreshed every five minutes, and every second while a region does not answer', async () => {
    published = { eu: [await newKey()] }
    const keys = open()
    for (let second = 0; second < 5; second += 1) {
      await keys.refreshDue()
      pass(1)
    }
    expect(fetched.filter((zone) => zone === 'eu')).toHaveLength(1)
    expect(fetched.filter((zone) => zone === 'sea')).toHaveLength(5)
    pass(300)
    await keys.refreshDue()
    expect(fetched.filter((zone) => zone === 'eu')).toHaveLength(2)
  })

  test('stay valid while their region does not answer, also after a restart', async () => {
    const key = await newKey()
    published = { eu: [key], sea: [] }
    await open().refreshAll()
    published = {}
    const restarted = open()
    await restarted.load()
    expect(restarted.findKey(key.kid)).toMatchObject({ zones: ['eu'] })
    await restarted.refreshAll()
    expect(restarted.findKey(key.kid)).toMatchObject({ zones: ['eu'] })
  })

  test('of a removed region are not loaded', async () => {
    const key = await newKey()
    published = { eu: [key], sea: [] }
    await open().refreshAll()
    const alone = open(['sea'])
    await alone.load()
    expect(alone.findKey(key.kid)).toBeUndefined()
  })

  test('are ignored if the ID is not their thumbprint, the type is wrong, or they are private', async () => {
    const [good, other] = [await newKey(), await newKey()]
    const pair = await generateKeyPair('ES256', { extractable: true })
    const secret = await exportJWK(pair.privateKey)
    const kid = await calculateJwkThumbprint(secret)
    published = {
      eu: [
        { ...other, kid: good.kid },
        { ...secret, kid },
        { kty: 'oct', k: 'AAAA', kid: other.kid },
      ],
      sea: [good],
    }
    const keys = open()
    await keys.refreshAll()
    expect(keys.findKey(good.kid)).toMatchObject({ zones: ['sea'] })
    expect(keys.findKey(kid)).toBeUndefined()
    expect(keys.findKey(other.kid)).toBeUndefined()
  })

  test('are never fetched for an invalid ID, or with a single region', async () => {
    expect(await open().refresh('../../etc', signedBy('eu'))).toBeUndefined()
    expect(await open().refresh((await newKey()).kid, signedBy('mars'))).toBeUndefined()
    expect(await open([]).refresh((await newKey()).kid, signedBy('eu'))).toBeUndefined()
    await open([]).refreshAll()
    expect(fetched).toEqual([])
  })
})

describe('an unknown key', () => {
  test('is not called unknown while its region does not answer', async () => {
    published = { sea: [await newKey()] }
    const keys = open()
    const { kid } = await newKey()
    const refusal = { kind: 'unavailable', code: 'keys_unavailable', retryAfterSeconds: 1 }
    await expect(keys.refresh(kid, signedBy('eu'))).rejects.toMatchObject(refusal)
    // The other region answers, so a key that it doesn't publish is not its own.
    expect(await keys.refresh(kid, signedBy('sea'))).toBeUndefined()
  })

  test('is fetched again after a tenth of a second, doubling up to a second', async () => {
    const keys = open()
    const { kid } = await newKey()
    const waits = []
    for (let failures = 0; failures < 7; failures += 1) {
      const callsBefore = fetched.length
      let waited = 0
      for (; fetched.length === callsBefore; waited += 0.05) {
        await keys.refresh(kid, signedBy('eu')).catch(() => {})
        if (fetched.length === callsBefore) pass(0.05)
      }
      waits.push(Math.round((waited - 0.05) * 100) / 100)
    }
    expect(waits).toEqual([0, 0.1, 0.2, 0.4, 0.8, 1, 1])
  })

  test('of a token newer than the keys is not called unknown before they are fetched again', async () => {
    const [old, renewed] = [await newKey(), await newKey()]
    published = { eu: [old], sea: [] }
    const keys = open()
    await keys.refreshAll()
    // The region changed its key right away, and the keys were just fetched.
    published.eu = [renewed]
    pass(1)
    await expect(keys.refresh(renewed.kid, signedBy('eu'))).rejects.toMatchObject({ retryAfterSeconds: 4 })
    pass(4)
    expect(await keys.refresh(renewed.kid, signedBy('eu'))).toMatchObject({ zones: ['eu'] })
  })

  test('of a token older than the keys is unknown without a request', async () => {
    published = { eu: [await newKey()], sea: [] }
    const keys = open()
    await keys.refreshAll()
    fetched = []
    pass(1)
    expect(await keys.refresh((await newKey()).kid, signedBy('eu', 120))).toBeUndefined()
    // The other region's clock may be slow: this token may have been issued after the keys were fetched.
    await expect(keys.refresh((await newKey()).kid, signedBy('eu', 20))).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(fetched).toEqual([])
  })

  test('of one region says nothing about keys of another that it repeats', async () => {
    const [eu, sea] = [await newKey(), await newKey()]
    published = { sea: [sea, eu] }
    const keys = open()
    await keys.refreshAll()
    pass(2)
    expect(keys.findKey(eu.kid)).toMatchObject({ zones: ['sea'] })
    await expect(findSignerKey(keys, eu.kid, signedBy('eu'))).rejects.toMatchObject({ kind: 'unavailable' })
    published.eu = [eu]
    pass(2)
    expect(await findSignerKey(keys, eu.kid, signedBy('eu'))).toMatchObject({ zones: ['eu', 'sea'] })
  })
})

test('neverFetched lists regions until they answer, or fail with stored keys', async () => {
  published = { eu: [await newKey()] }
  const keys = open()
  expect(keys.neverFetched()).toEqual(['eu', 'sea'])
  expect(await keys.refreshDue()).toBe(false)
  expect(keys.neverFetched()).toEqual(['sea'])
  published = {}
  const restarted = open()
  await restarted.load()
  expect(restarted.neverFetched()).toEqual(['eu', 'sea'])
  await restarted.refreshDue()
  expect(restarted.neverFetched()).toEqual(['sea'])
})
