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

async function made(expiresAt = at(3600)): Promise<{ model: string; id: string }> {
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

describe('useRecord', () => {
  test('is first once, whoever else comes at the same moment', async () => {
    const key = await made()
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(key, 0, 0)))
    expect(uses.toSorted()).toEqual(['first', ...Array(7).fill('raced')])
  })

  test('repeats once within the grace for who came in later, and for nobody who was there before', async () => {
    const key = await made()
    expect(await use(key, 1, 2)).toBe('first')
    expect(await use(key, 1.5, 3)).toBe('raced')
    expect(await use(key, 2, 3)).toBe('raced')
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(key, 3, 4)))
    expect(uses.toSorted()).toEqual(['repeated', ...Array(7).fill('spent')])
    expect(await use(key, 11, 11.9)).toBe('spent')
    expect(await use(key, 12, 12)).toBe('replayed')
    expect(await use(key, 1.9, 60)).toBe('raced')
  })

  test('is replayed after the grace, and at once where there is none', async () => {
    const [late, strict] = [await made(), await made()]
    await use(late, 0, 0)
    expect(await use(late, 10, 10)).toBe('replayed')
    await use(strict, 0, 0, 0)
    expect(await use(strict, 0.001, 0.001, 0)).toBe('replayed')
  })

  test('is nothing for a record that is not there', async () => {
    expect(await use({ model, id: 'unknown' }, 0, 0)).toBe('gone')
  })

  test('remembers the use for longer than the record would have lived', async () => {
    const key = await made(at(60))
    const rules = { now: at(1), arrivedAt: at(1), graceSeconds: 0, rememberUntil: at(86_400) }
    expect(await consumeRecord(db.database, key, rules)).toBe('first')
    expect(await findRecord(db.database, key, at(80_000))).toMatchObject({ consumedAt: at(1) })
  })
})

test('findRecord gives what was put, until it expires, and its id stands nowhere in the table', async () => {
  const key = await made(at(60))
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

test('findRecord reads in a transaction that cannot write', async () => {
  const asked: unknown[] = []
  const inSystem: typeof db.database.inSystem = (work, options) => {
    asked.push(options)
    return db.database.inSystem(work, options)
  }
  expect(await findRecord({ ...db.database, inSystem }, await made(), at(0))).toBeDefined()
  expect(asked).toEqual([{ readOnly: true }])
})

test('removeRecord takes the one of this model and text', async () => {
  const [key, other] = [await made(), await made()]
  await removeRecord(db.database, { ...key, model: 'AuthorizationCode' })
  expect(await findRecord(db.database, key, at(0))).toBeDefined()
  await removeRecord(db.database, key)
  expect(await findRecord(db.database, key, at(0))).toBeUndefined()
  expect(await findRecord(db.database, other, at(0))).toBeDefined()
})

test('removeOrphanedRecords takes registration tokens whose app is gone for five minutes, a few at a time', async () => {
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
  const taken = []
  for (const limit of [0, 1, 10, 10]) taken.push(await removeOrphanedRecords(db.database, limit))
  expect(taken).toEqual([0, 1, 1, 0])
  const found = await Promise.all(keys.map((key) => findRecord(db.database, key, new Date())))
  expect(found.map((one) => one?.payload.clientId)).toEqual([undefined, undefined, 'gone', 'here', 'gone'])
})

test('removeExpiredRecords takes those that have expired, a few at a time', async () => {
  const [old, older, young] = [await made(at(1)), await made(at(2)), await made(at(9_000))]
  expect(await removeExpiredRecords(db.database, at(0.999), 10)).toBe(0)
  expect(await removeExpiredRecords(db.database, at(2), 1)).toBe(1)
  expect(await removeExpiredRecords(db.database, at(2), 10)).toBe(1)
  expect(await removeExpiredRecords(db.database, at(2), 10)).toBe(0)
  const found = await Promise.all([old, older, young].map((key) => findRecord(db.database, key, at(0))))
  expect(found.map((one) => one !== undefined)).toEqual([false, false, true])
})

test('removeSurplusRequests leaves the latest that wait, those that are answered, and all that is no request', async () => {
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
  // Whoever comes back to an old request makes it no younger.
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
