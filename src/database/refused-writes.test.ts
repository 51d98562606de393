import { expect, test } from 'vitest'
import type { Database, Sql } from '../contract/ports.ts'
import { refusingWrites } from './refused-writes.ts'

test('a database with a full disk is read, and refuses changes with 503 before it is asked', async () => {
  const asked: string[] = []
  const sql = {} as Sql
  const inner = {
    inAccount: async (_: string, work: (sql: Sql) => Promise<string>) => work(sql),
    inSystem: async (work: (sql: Sql) => Promise<string>) => work(sql),
    look: async () => ({ damaged: false, writable: true, migrated: true, seen: 'keys' }),
  } as unknown as Database
  let isFull = false
  const database = refusingWrites(inner, () => isFull)
  const work = async () => {
    asked.push('asked')
    return 'done'
  }
  const changes = [
    () => database.inAccount('a', work),
    () => database.inAccount('a', work, { atOnce: true }),
    () => database.inSystem(work),
    () => database.inSystem(work, { asyncCommit: true }),
  ]
  const reads = [
    () => database.inAccount('a', work, { readOnly: true }),
    () => database.inSystem(work, { readOnly: true }),
  ]
  for (const call of [...changes, ...reads]) expect(await call()).toBe('done')
  expect(await database.look(async () => '')).toMatchObject({ writable: true })

  isFull = true
  asked.length = 0
  for (const change of changes)
    await expect(change()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database_unavailable',
      message: expect.stringMatching(
        /^The service can't save anything for now, because its storage is full\./,
      ),
    })
  expect(asked).toEqual([])
  for (const read of reads) expect(await read()).toBe('done')
  expect(await database.look(async () => '')).toMatchObject({ writable: 'full' })
})
