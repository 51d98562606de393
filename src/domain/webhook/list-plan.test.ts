import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { listDeliveryRows } from './delivery-store.ts'

const [webhookId, other] = [newPublicId(), newPublicId()]
let db: TestDatabase
let accountId: string
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into webhook_endpoint (account_id, id, created_at, updated_at, url_host, url_end, url_key)
     select $1, id, now(), now(), 'hooks.test', '/end', decode(id, 'hex') from unnest($2::text[]) as id`,
    [accountId, [webhookId, other]],
  )
  await db.admin(
    `insert into event (account_id, seq, id, type, at, body)
     select $1, n, lpad(to_hex(n), 24, '0'), 'profile.completed', now(), '{}' from generate_series(1, 3000) as n`,
    [accountId],
  )
  await db.admin(
    `insert into webhook_delivery (account_id, id, webhook_id, event_seq, created_at, state, due_at)
     select account_id, case when n = 1 then id else 'f' || substr(id, 2) end, ($2::text[])[n], seq, at,
        case when seq % 500 = 0 then 'failed' else 'delivered' end, at
       from event, generate_series(1, 2) as n where account_id = $1`,
    [accountId, [webhookId, other]],
  )
  await db.admin('vacuum analyze webhook_delivery')
  await db.admin('vacuum analyze event')
})

test.each([
  ['all', {}, 3000, 'webhook_delivery_event', 3000],
  ['those that failed', { state: 'failed' }, 6, 'webhook_delivery_given_up', 3000],
] as const)('of %s a page is read from the index, and all are counted without events', async (...row) => {
  const [, filters, total, index, newest] = row
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    const found = await listDeliveryRows(sql, accountId, webhookId, filters, { limit: 2, offset: 0 })
    expect([found.total, found.rows[0]?.seq]).toEqual([total, newest])
  })
  const reads = nodes.filter((node) => node['Relation Name'] === 'webhook_delivery')
  expect(reads.map((node) => node['Index Name'])).toEqual([index, index])
  expect(nodes.filter((node) => node['Relation Name'] === 'event')).toHaveLength(1)
  expect(nodes.filter((node) => node['Node Type'].includes('Sort'))).toEqual([])
})
