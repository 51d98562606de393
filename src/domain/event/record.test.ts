import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { inOrigin, testOriginOf } from '../../../test/support/event-origin.ts'
import { newPublicId } from '../../platform/ids.ts'
import { hasRecordedEvents, recordEvent, recordTagChange } from './record.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

async function openAccount(): Promise<string> {
  const accountId = newPublicId()
  await db.admin(
    `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Northwind')`,
    [accountId],
  )
  return accountId
}

const tagCreated = (tagId = newPublicId()) => ({ type: 'tag.created', data: { tagId } }) as const

type Stored = { seq: number; type: string; body: string }
const stored = (accountId: string, after = 0) =>
  db.admin<Stored>(
    `select seq::float8 as seq, type, body::text as body from event
      where account_id = $1 and seq > $2 order by seq`,
    [accountId, after],
  )

describe('recordEvent', () => {
  test('writes one row whose body is canonical JSON, numbered from 1', async () => {
    const accountId = await openAccount()
    const id = newPublicId()
    await inOrigin(db, testOriginOf(accountId, { newId: () => id }), async (sql) =>
      recordEvent(sql, tagCreated('a'.repeat(24))),
    )
    const [{ body } = { body: '' }] = await stored(accountId)
    expect(body).toBe(
      `{"id":"${id}","seq":1,"type":"tag.created","timestamp":"2026-11-22T08:14:03.221Z",` +
        `"accountId":"${accountId}","region":"us","mode":"live","requestId":"request",` +
        `"by":{"kind":"client","clientId":"m2m_us_one"},"data":{"tagId":"${'a'.repeat(24)}"}}`,
    )
  })

  test('writes nothing if the transaction fails, and uses no number for it', async () => {
    const origin = testOriginOf(await openAccount())
    const failing = inOrigin(db, origin, async (sql) => {
      recordEvent(sql, tagCreated())
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await inOrigin(db, origin, async (sql) => recordEvent(sql, tagCreated()))
    expect((await stored(origin.accountId)).map(({ seq }) => seq)).toEqual([1])
  })

  test('fails the transaction if the event cannot be written', async () => {
    const origin = testOriginOf(await openAccount(), { newId: () => 'not an id' })
    await expect(inOrigin(db, origin, async (sql) => recordEvent(sql, tagCreated()))).rejects.toThrow()
    expect(await stored(origin.accountId)).toEqual([])
  })

  test('fails without an origin, and for a type that the operation does not declare', async () => {
    const origin = testOriginOf(await openAccount(), { emits: ['tag.deleted'] })
    const undeclared = inOrigin(db, origin, async (sql) => recordEvent(sql, tagCreated()))
    await expect(undeclared).rejects.toThrow('tag.created is missing')
    const homeless = db.database.inAccount(origin.accountId, async (sql) => recordEvent(sql, tagCreated()))
    await expect(homeless).rejects.toThrow('No origin was set for tag.created')
  })

  test('says whether something was recorded', async () => {
    const origin = testOriginOf(await openAccount())
    const seen = await inOrigin(db, origin, async (sql) => {
      const before = hasRecordedEvents(sql)
      recordEvent(sql, tagCreated())
      return [before, hasRecordedEvents(sql)]
    })
    expect(seen).toEqual([false, true])
  })

  test('merges changes of one tag, and leaves the order of the rest', async () => {
    const origin = testOriginOf(await openAccount())
    const [tagId, first, second] = [newPublicId(), newPublicId(), newPublicId()]
    await inOrigin(db, origin, async (sql) => {
      recordTagChange(sql, tagId, { added: [first] })
      recordTagChange(sql, tagId, {})
      recordEvent(sql, tagCreated())
      recordTagChange(sql, tagId, { added: [second], removed: [first] })
    })
    const rows = await stored(origin.accountId)
    expect(rows.map(({ type }) => type)).toEqual(['tag.profilesReplaced', 'tag.created'])
    expect(JSON.parse(rows[0]?.body ?? '').data).toEqual({
      tagId,
      added: 2,
      removed: 1,
      addedProfileIds: [first, second],
      removedProfileIds: [first],
    })
  })
})

test('16 writers and a reader with a cursor: nothing is skipped or repeated, and numbers follow the commits', async () => {
  const origin = testOriginOf(await openAccount())
  const committed: string[] = []
  let writing = true
  const writers = Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let round = 0; round < 15; round += 1) {
        const tagIds = Array.from({ length: 1 + (round % 3) }, () => newPublicId())
        const write = inOrigin(db, origin, async (sql) => {
          for (const tagId of tagIds) recordEvent(sql, tagCreated(tagId))
          await setTimeout(Math.random() * 4)
          if (round % 5 === 4) throw new Error('refused')
        })
        await write.then(
          () => committed.push(...tagIds),
          () => undefined,
        )
      }
    }),
  ).finally(() => {
    writing = false
  })
  const read: string[] = []
  for (let [seq, isLast] = [0, false]; !isLast; ) {
    isLast = !writing
    for (const row of await stored(origin.accountId, seq)) {
      expect(row.seq).toBe(seq + 1)
      seq = row.seq
      read.push(JSON.parse(row.body).data.tagId)
    }
  }
  await writers
  expect(read).toHaveLength(16 * 12 * 2)
  expect(read.toSorted()).toEqual(committed.toSorted())
})
