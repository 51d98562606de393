import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { createForeignKeys } from './foreign-keys.ts'

let db: TestDatabase
let now: Date
let published: Record<string, readonly JWK[] | Error>
let asked: string[]

beforeAll(async () => {
  db = await createTestDatabase()
})

beforeEach(async () => {
  await db.admin('delete from region_keys')
  now = new Date('2026-11-21T09:00:00Z')
  published = {}
  asked = []
})

function open(zones: readonly string[] = ['eu', 'sea']) {
  return createForeignKeys({
    zones,
    database: db.database,
    clock: () => now,
    fetchKeys: async (zone) => {
      asked.push(zone)
      const keys = published[zone] ?? new Error('away')
      if (keys instanceof Error) throw keys
      return keys
    },
  })
}

async function newKey(): Promise<JWK & { kid: string }> {
  const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

describe('the keys of other regions', () => {
  test('are asked for when a token names one, and bound to the zone that publishes it', async () => {
    const [eu, sea] = [await newKey(), await newKey()]
    published = { eu: [eu], sea: [sea] }
    const keys = open()
    expect(keys.known(eu.kid)).toBeUndefined()
    expect(await keys.refresh(eu.kid)).toMatchObject({ zones: ['eu'] })
    expect(keys.known(sea.kid)).toMatchObject({ zones: ['sea'] })
  })

  test('are not taken away from their zone by another one that publishes them too', async () => {
    const [eu, sea] = [await newKey(), await newKey()]
    // Keys are public: a region that was taken over can repeat those of all others, and sign with none of them.
    published = { eu: [eu, sea], sea: [sea] }
    const keys = open()
    await keys.refreshAll()
    expect(keys.known(sea.kid)?.zones).toContain('sea')
    expect(keys.known(eu.kid)?.zones).toEqual(['eu'])
  })

  test('are asked for once by a flood of ids that nobody knows (checklist 59)', async () => {
    published = { eu: [await newKey()], sea: [await newKey()] }
    const keys = open()
    const strangers = await Promise.all(Array.from({ length: 50 }, newKey))
    await Promise.all(strangers.map(({ kid }) => keys.refresh(kid)))
    for (const { kid } of strangers) expect(await keys.refresh(kid)).toBeUndefined()
    expect(asked.sort()).toEqual(['eu', 'sea'])
    pass(31)
    await keys.refresh(strangers[0]?.kid ?? '')
    expect(asked).toHaveLength(4)
  })

  test('that come with a rotation are found, and those that are withdrawn are not', async () => {
    const [first, second] = [await newKey(), await newKey()]
    published = { eu: [first], sea: [] }
    const keys = open()
    await keys.refreshAll()
    published.eu = [second]
    pass(31)
    expect(await keys.refresh(second.kid)).toMatchObject({ zones: ['eu'] })
    expect(keys.known(first.kid)).toBeUndefined()
  })

  test('are asked for again after five minutes, and each second of a region that was away', async () => {
    published = { eu: [await newKey()] }
    const keys = open()
    for (let second = 0; second < 5; second += 1) {
      await keys.refreshDue()
      pass(1)
    }
    expect(asked.filter((zone) => zone === 'eu')).toHaveLength(1)
    expect(asked.filter((zone) => zone === 'sea')).toHaveLength(5)
    pass(300)
    await keys.refreshDue()
    expect(asked.filter((zone) => zone === 'eu')).toHaveLength(2)
  })

  test('stay while their region is away, also over a restart', async () => {
    const key = await newKey()
    published = { eu: [key], sea: [] }
    await open().refreshAll()
    published = {}
    const restarted = open()
    await restarted.load()
    expect(restarted.known(key.kid)).toMatchObject({ zones: ['eu'] })
    await restarted.refreshAll()
    expect(restarted.known(key.kid)).toMatchObject({ zones: ['eu'] })
  })

  test('of a region that is named no more are not taken up again', async () => {
    const key = await newKey()
    published = { eu: [key], sea: [] }
    await open().refreshAll()
    const alone = open(['sea'])
    await alone.load()
    expect(alone.known(key.kid)).toBeUndefined()
  })

  test('are no keys under an id that is not their thumbprint, of another kind, or with a private half', async () => {
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
    expect(keys.known(good.kid)).toMatchObject({ zones: ['sea'] })
    expect(keys.known(kid)).toBeUndefined()
    expect(keys.known(other.kid)).toBeUndefined()
  })

  test('are never asked for with an id that is none of ours, nor with one region alone', async () => {
    await open().refresh('../../etc')
    await open([]).refresh((await newKey()).kid)
    await open([]).refreshAll()
    expect(asked).toEqual([])
  })
})
