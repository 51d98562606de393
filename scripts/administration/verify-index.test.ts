import { beforeAll, expect, test } from 'vitest'
import { buildIndex } from '../../src/domain/profile-index/build.ts'
import { createIndexKeeper } from '../../src/domain/profile-index/worker.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { Shell } from './shell.ts'
import { rebuildIndexCommand, verifyIndexCommand } from './verify-index.ts'

let db: TestDatabase
const [indexed, small] = [newPublicId(), newPublicId()]
const fail = (_: object, message: string) => expect.fail(message)
const intact = { text: 'Indexes checked: 1, with differences: 0.', exitCode: 0 }

beforeAll(async () => {
  db = await createTestDatabase()
  for (const id of [indexed, small]) {
    await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
      id,
    ])
    const people = Array.from({ length: 20 }, () => newPublicId())
    await db.admin(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       select $1, id, now(), now(), 'pending', '{disc}', '{}' from unnest($2::text[]) as id`,
      [id, people],
    )
  }
  expect(await buildIndex(db.database, indexed, new AbortController().signal)).toBe(true)
})

const shell = () => ({ database: db.database }) as Shell
const verify = (account?: string) => verifyIndexCommand.run(shell(), { account }, () => {})
const rebuild = (id: string) => rebuildIndexCommand.run(shell(), { id }, () => {})

test('accounts with an index are checked, and one whose bits are wrong is named with the command that rebuilds it', async () => {
  expect(await verify()).toMatchObject(intact)
  await db.admin(`update profile_bits set bits = ~bits where value = 'state:pending' and sort = 1`)
  const found = await verify(indexed)
  expect(found).toMatchObject({
    json: { checked: 1, differences: [{ accountId: indexed, misplaced: 0, bits: 1, people: 0, words: 0 }] },
    exitCode: 1,
  })
  expect(found.text).toContain(`index rebuild ${indexed}`)
  await rebuild(indexed)
  expect(await verify()).toMatchObject(intact)
})

test('a transaction that changes profiles is not disturbed by a rebuild, and its change gets into the index', async () => {
  await db.database.inAccount(indexed, async (sql) => {
    await sql.run(
      `update profile set name_key = 'z' where account_id = $1 and id = (select min(id) from profile where account_id = $1)`,
      [indexed],
    )
    await sql.run(
      'delete from profile where account_id = $1 and id = (select max(id) from profile where account_id = $1)',
      [indexed],
    )
    await rebuild(indexed)
  })
  expect(await verify(indexed)).toMatchObject(intact)
  await createIndexKeeper({ database: db.database, log: { info() {}, warn: fail } })(
    new AbortController().signal,
  )
  expect(await db.admin('select count(*)::integer as count from profile_change')).toEqual([{ count: 0 }])
  expect(await verify(indexed)).toMatchObject(intact)
})

test('an account without an index has nothing to check, and gets one when it is rebuilt', async () => {
  expect(await verify(small)).toMatchObject({ json: { checked: 0 }, exitCode: 0 })
  await rebuild(small)
  expect(await verify(small)).toMatchObject(intact)
})

test('an unknown account is refused', async () => {
  await expect(verify('f'.repeat(24))).rejects.toThrow('There is no account')
  await expect(rebuild('f'.repeat(24))).rejects.toThrow('There is no account')
})
