import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { countFailed, listMessageRows } from './store.ts'

let db: TestDatabase
let accountId: string
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into outbox (account_id, id, message_id, state, channel, due_at, created_at, done_at, kind, content_sealed)
     select $1, lpad(to_hex(n), 24, '0'), 'message ' || n, case when n % 100 = 0 then 'failed' else 'sent' end,
        case when n % 7 > 0 then 'email' end, now(), now(), now(), 'invite', case when n % 200 = 0 then '\\x00'::bytea end
       from generate_series(1, 3000) as n`,
    [accountId],
  )
  await db.admin('vacuum analyze outbox')
})

const idOf = (n: number) => n.toString(16).padStart(24, '0')

test.each([
  ['the newest', {}, [3000, 2999]],
  ['older ones', { before: idOf(1801) }, [1800, 1799]],
  ['what failed', { state: 'failed' }, [3000, 2900]],
] as const)('a page of %s is read from the index, without sorting', async (_, selection, first) => {
  let ids: string[] = []
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    ids = (await listMessageRows(sql, accountId, selection, 2)).map(({ id }) => id)
  })
  expect(ids).toEqual(first.map(idOf))
  const reads = nodes.filter((node) => node['Relation Name'] === 'outbox')
  expect(reads.map((node) => node['Index Name'])).toEqual(['outbox_page'])
  expect(reads[0]?.['Index Cond']).toContain('CASE')
  // What is sorted are the pages of all states and channels together.
  expect(nodes.filter((node) => node['Node Type'].includes('Sort'))).toHaveLength(1)
})

test('failed messages are counted without looking at those that were sent', async () => {
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    expect(await countFailed(sql, accountId)).toEqual([{ failure: null, count: 15 }])
  })
  expect(nodes.find((node) => node['Relation Name'] === 'outbox')?.['Index Name']).toBe('outbox_failed')
})
