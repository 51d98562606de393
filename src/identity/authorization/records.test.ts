import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  consumeRecord,
  findRecord,
  putRecord,
  removeExpiredRecords,
  removeOrphanedRecords,
  removeRecord,
  removeSurplusRequests,
} from './records.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})

const start = new Date('2026-11-21T09:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const model = 'RefreshToken'

async function createRecord(expiresAt = at(3600)): Promise<{ model: string; id: string }> {
  const key = { model, id: randomBytes(16).toString('hex') }
  await putRecord(db.database, key, { payload: { scope: 'x' }, grantId: 'grant', now: start, expiresAt })
  return key
}
const use = (key: { model: string; id: string }, arrived: number, now: number, graceSeconds = 10) =>
  consumeRecord(db.database, key, {
    now: at(now),
    arrivedAt: at(arrived),
    graceSeconds,
    rememberUntil: at(0),
  })

describe('consumeRecord', () => {
  test('returns first only once, however many requests are concurrent', async () => {
    const key = await createRecord()
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(key, 0, 0)))
    expect(uses.toSorted()).toEqual(['first', ...Array(7).fill('raced')])
  })

  test('allows one repeat within the grace period, for a request that arrived after the use', async () => {
    const key = await createRecord()
    expect(await use(key, 1, 2)).toBe('first')
    expect(await use(key, 1.5, 3)).toBe('raced')
    expect(await use(key, 2, 3)).toBe('raced')
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(key, 3, 4)))
    expect(uses.toSorted()).toEqual(['repeated', ...Array(7).fill('spent')])
    expect(await use(key, 11, 11.9)).toBe('spent')
    expect(await use(key, 12, 12)).toBe('replayed')
    expect(await use(key, 1.9, 60)).toBe('raced')
  })

  test('reports a replay after the grace period, or right away without one', async () => {
    const [late, strict] = [await createRecord(), await createRecord()]
    await use(late, 0, 0)
    expect(await use(late, 10, 10)).toBe('replayed')
    await use(strict, 0, 0, 0)
    expect(await use(strict, 0.001, 0.001, 0)).toBe('replayed')
  })

  test('returns gone for an unknown record', async () => {
    expect(await use({ model, id: 'unknown' }, 0, 0)).toBe('gone')
  })

  test('keeps the used record until the given time, even beyond its expiry', async () => {
    const key = await createRecord(at(60))
    const rules = { now: at(1), arrivedAt: at(1), graceSeconds: 0, rememberUntil: at(86_400) }
    expect(await consumeRecord(db.database, key, rules)).toBe('first')
    expect(await findRecord(db.database, key, at(80_000))).toMatchObject({ consumedAt: at(1) })
  })
})

test('findRecord returns a record until it expires, and its ID is not stored in the table', async () => {
  const key = await createRecord(at(60))
  expect(await findRecord(db.database, key, at(59))).toEqual({
    payload: { scope: 'x' },
    grantId: 'grant',
    createdAt: at(0),
    consumedAt: null,
  })
  expect(await findRecord(db.database, key, at(60))).toBeUndefined()
  expect(await findRecord(db.database, { ...key, model: 'AuthorizationCode' }, at(0))).toBeUndefined()
  const rows = await db.admin('select row(oauth_record.*)::text as text from oauth_record')
  expect(rows.some(({ text }) => text.includes(key.id))).toBe(false)
})

test('findRecord uses a read-only transaction', async () => {
  const seen: unknown[] = []
  const inSystem: typeof db.database.inSystem = (work, transactionOptions) => {
    seen.push(transactionOptions)
    return db.database.inSystem(work, transactionOptions)
  }
  expect(await findRecord({ ...db.database, inSystem }, await createRecord(), at(0))).toBeDefined()
  expect(seen).toEqual([{ readOnly: true }])
})

test('removeRecord removes the record of this model and ID', async () => {
  const [key, other] = [await createRecord(), await createRecord()]
  await removeRecord(db.database, { ...key, model: 'AuthorizationCode' })
  expect(await findRecord(db.database, key, at(0))).toBeDefined()
  await removeRecord(db.database, key)
  expect(await findRecord(db.database, key, at(0))).toBeUndefined()
  expect(await findRecord(db.database, other, at(0))).toBeDefined()
})

test('removeOrphanedRecords removes registration tokens of apps deleted five minutes ago, in batches', async () => {
  await db.admin(
    `insert into oauth_client (client_id, kind, name, metadata, created_at) values ('here', 'dynamic', 'App', '{}', now())`,
  )
  const put = async (id: string, clientId: string, minutesAgo: number, model = 'RegistrationAccessToken') => {
    const [now, expiresAt] = [new Date(Date.now() - minutesAgo * 60_000), new Date(Date.now() + 3_600_000)]
    await putRecord(db.database, { model, id }, { payload: { clientId }, grantId: null, now, expiresAt })
    return { model, id }
  }
  const keys = [
    await put('orphan', 'gone', 6),
    await put('another', 'gone', 6),
    await put('young', 'gone', 4),
    await put('kept', 'here', 6),
    await put('code', 'gone', 6, 'AuthorizationCode'),
  ]
  const removed = []
  for (const limit of [0, 1, 10, 10]) removed.push(await removeOrphanedRecords(db.database, limit))
  expect(removed).toEqual([0, 1, 1, 0])
  const found = await Promise.all(keys.map((key) => findRecord(db.database, key, new Date())))
  expect(found.map((one) => one?.payload.clientId)).toEqual([undefined, undefined, 'gone', 'here', 'gone'])
})

test('removeExpiredRecords removes expired records, in batches', async () => {
  const [old, older, young] = [
    await createRecord(at(1)),
    await createRecord(at(2)),
    await createRecord(at(9_000)),
  ]
  expect(await removeExpiredRecords(db.database, at(0.999), 10)).toBe(0)
  expect(await removeExpiredRecords(db.database, at(2), 1)).toBe(1)
  expect(await removeExpiredRecords(db.database, at(2), 10)).toBe(1)
  expect(await removeExpiredRecords(db.database, at(2), 10)).toBe(0)
  const found = await Promise.all([old, older, young].map((key) => findRecord(db.database, key, at(0))))
  expect(found.map((one) => one !== undefined)).toEqual([false, false, true])
})

test('removeSurplusRequests keeps the latest pending requests, answered ones, and other records', async () => {
  const put = async (
    id: string,
    second: number,
    answer: Record<string, unknown> = {},
    model = 'Interaction',
  ) => {
    const payload = { params: { client_id: 'app' }, ...answer }
    const record = { payload, grantId: null, now: at(second), expiresAt: at(3600) }
    await putRecord(db.database, { model, id }, record)
  }
  await put('answered', 0, { result: { login: {} } })
  await put('code', 0, {}, 'AuthorizationCode')
  for (const [second, id] of ['first', 'second', 'third', 'fourth', 'fifth'].entries()) await put(id, second)
  // Saving an old request again doesn't make it newer.
  await put('first', 9)
  const left = async () => {
    const names = ['answered', 'first', 'second', 'third', 'fourth', 'fifth']
    const found = await Promise.all(
      names.map((id) => findRecord(db.database, { model: 'Interaction', id }, at(10))),
    )
    return names.filter((_, index) => found[index] !== undefined)
  }
  const surplus = (maxKept: number, limit: number) => removeSurplusRequests(db.database, { maxKept, limit })
  expect(await surplus(5, 10)).toBe(0)
  expect(await surplus(2, 1)).toBe(1)
  expect(await surplus(2, 10)).toBe(2)
  expect(await surplus(2, 10)).toBe(0)
  expect(await left()).toEqual(['answered', 'fourth', 'fifth'])
  expect(await findRecord(db.database, { model: 'AuthorizationCode', id: 'code' }, at(10))).toBeDefined()
})
