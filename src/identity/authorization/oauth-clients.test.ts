import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { removeUnusedClients } from './oauth-clients.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})

const now = new Date('2026-11-21T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('removeUnusedClients keeps registered apps, used apps, and the latest unused ones', async () => {
  const rows: [string, 'registered' | 'dynamic', Date, Date | null][] = [
    ['by-hand', 'registered', daysAgo(900), null],
    ['by-hand-used', 'registered', daysAgo(900), daysAgo(900)],
    ['used', 'dynamic', daysAgo(900), daysAgo(364)],
    ['forgotten', 'dynamic', daysAgo(900), daysAgo(366)],
    ['never', 'dynamic', daysAgo(1.1), null],
    ['first', 'dynamic', daysAgo(0.3), null],
    ['second', 'dynamic', daysAgo(0.2), null],
    ['third', 'dynamic', daysAgo(0.1), null],
  ]
  for (const [id, kind, createdAt, usedAt] of rows) {
    await db.admin(
      `insert into oauth_client (client_id, kind, name, metadata, created_at, last_used_at)
       values ($1, $2, $1, '{}', $3, $4)`,
      [id, kind, createdAt, usedAt],
    )
  }
  const rules = { registeredSince: daysAgo(1), grantedSince: daysAgo(365), maxNeverGranted: 2, limit: 100 }
  await db.database.inSystem((sql) => removeUnusedClients(sql, rules))
  const left = await db.admin('select client_id from oauth_client')
  expect(left.map(({ client_id }) => client_id).toSorted()).toEqual(
    ['by-hand', 'by-hand-used', 'used', 'second', 'third'].toSorted(),
  )
})

test('with ten thousand unused apps, looking one up still uses an index', async () => {
  await db.admin(
    `insert into oauth_client (client_id, kind, name, metadata, created_at)
     select 'app_' || n, 'dynamic', 'x', '{}', now() from generate_series(1, 10000) n`,
  )
  await db.admin('analyze oauth_client')
  const plan = await db.admin(`explain select * from oauth_client where client_id = 'app_77'`)
  expect(JSON.stringify(plan)).toContain('Index Scan using oauth_client_pkey')
})
