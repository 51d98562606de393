import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type PlanNode, planNodesOf, vacuum } from '../../../test/support/plans.ts'
import { type ProfileFilters, searchProfiles } from './search-store.ts'

let db: TestDatabase
let accountId: string
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, email, phone, state, is_completed,
        available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'p' || n || '@mail.test', '+49151' || 10000000 + n, 'active',
        n % 30 > 0, '{}', '{}'
       from generate_series(1, 3000) as n`,
    [accountId],
  )
  await db.admin(
    `insert into resource_alias (account_id, id, created_at, updated_at, resource_type, resource_id, consumer_key)
     select account_id, id, now(), now(), 'profile', id, 'key ' || email from profile where account_id = $1`,
    [accountId],
  )
  await vacuum(db, 'profile')
  await db.admin('vacuum analyze resource_alias')
})

/** How a list reads a table; `alias` is what its statements call it. */
async function readsOf(filters: ProfileFilters, alias: string): Promise<PlanNode[]> {
  const isByNearness = filters.search !== undefined
  const order = { property: 'createdAt', descending: true, isByNearness } as const
  const nodes = await planNodesOf(db, accountId, (sql) =>
    searchProfiles(sql, accountId, filters, order, { limit: 50, offset: 0 }),
  )
  const reads = nodes.filter((node) => node.Alias === alias)
  expect(reads.length).toBeGreaterThan(0)
  return reads
}

test.each([
  ['p29', 'written', 'email'],
  ['p29@mail', 'written', 'email'],
  ['key p29', 'resource_alias', 'consumer_key'],
  ['+49 151 1000 29', 'called', 'phone'],
])('a search for %s reads in the index of %s only what begins so', async (search, alias, column) => {
  const reads = await readsOf({ search }, alias)
  for (const read of reads) expect(read['Index Cond'], JSON.stringify(read)).toContain(column)
})

test.each([
  ['mail.test', 'mailed', 'profile_email_start'],
  ['0151 1000', 'called', 'profile_phone_start'],
])('a search for the part %s of an address reads no rows of people', async (search, alias, index) => {
  const reads = await readsOf({ search }, alias)
  for (const read of reads)
    expect(read, JSON.stringify(read)).toMatchObject({ 'Node Type': 'Index Only Scan', 'Index Name': index })
})

test.each(['sent', 'notInvited'] as const)('a list of %s reads nobody who has completed', async (is) => {
  const reads = await readsOf({ status: { is, at: new Date() } }, 'profile')
  for (const read of reads) expect(read['Index Name'], JSON.stringify(read)).toBe('profile_open')
})

test('people who changed are counted in the index of changes alone', async () => {
  const reads = await readsOf({ updatedAfter: new Date(Date.now() + 60_000).toISOString() }, 'profile')
  const counts = reads.filter((read) => read['Index Name'] === 'profile_changed')
  expect(counts.length, JSON.stringify(reads)).toBe(1)
  expect(counts[0]).toMatchObject({ 'Node Type': 'Index Only Scan' })
  expect(counts[0]?.['Index Cond']).toContain('updated_at')
})
