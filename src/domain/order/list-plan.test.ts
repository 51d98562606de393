import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { listOrderRows } from './store.ts'

test("an order is found by the caller's own key among those of everyone", async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'active', '{}', '{}' from generate_series(1, 2000) as n`,
    [accountId],
  )
  await db.admin(
    `insert into assessment_order (account_id, id, reference, provider, package_id, assessment_ids, profile_id,
        external_ref, created_at, updated_at, expires_at)
     select account_id, id, gen_random_uuid(), 'api', 'all', '{disc}', id, 'a-' || id, now(), now(), now()
       from profile where account_id = $1`,
    [accountId],
  )
  await db.admin('vacuum analyze assessment_order')
  const externalRef = `a-${'1'.padStart(24, '0')}`
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    const found = await listOrderRows(sql, accountId, { externalRef }, { limit: 20, offset: 0 })
    expect(found).toMatchObject({ total: 1, rows: [{ externalRef }] })
  })
  const reads = nodes.filter((node) => node['Relation Name'] === 'assessment_order')
  expect(reads.map((node) => node['Index Name'])).toEqual(Array(2).fill('assessment_order_external'))
})
