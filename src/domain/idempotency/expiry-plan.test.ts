import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { systemPlanNodesOf } from '../../../test/support/plans.ts'
import { removeExpiredKeys } from './store.ts'

test('expired keys are removed without looking at those of everyone', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into idempotency_key (account_id, client_id, key, fingerprint, created_at, expires_at)
     select $1, 'client', n::text, '', now(), now() + interval '1 minute' * (n - 100)
       from generate_series(1, 2000) as n`,
    [accountId],
  )
  await db.admin('vacuum analyze idempotency_key')
  const nodes = await systemPlanNodesOf(db, async (sql) => {
    expect(await removeExpiredKeys(sql, new Date(), 20)).toBe(20)
  })
  const reads = nodes.flatMap((node) => node['Index Name'] ?? [])
  expect(reads).toEqual(Array(2).fill('idempotency_key_expired'))
})
