import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf, vacuum } from '../../../test/support/plans.ts'
import type { Sql } from '../../contract/ports.ts'
import { newPublicId } from '../../platform/ids.ts'
import { listProvisioned } from './store.ts'

let db: TestDatabase
let accountId: string
const connectionId = newPublicId()
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  const statements = [
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'pending', '{}', '{}' from generate_series(1, 2000) as n
      where $2 <> ''`,
    `insert into machine_client (account_id, client_id, name, scopes, created_at) values ($1, $2, 'SCIM', '{}', now())`,
    `insert into connection (account_id, id, provider, name, client_id, created_at, updated_at, key_hash, key_last_four,
        key_made_at)
     values ($1, $2::text, 'scim', 'Directory', $2::text, now(), now(), '\\x01', 'abcd', now())`,
    // The first person has four addresses, the second two.
    `insert into provisioned_person (account_id, connection_id, profile_id, created_at, updated_at, user_name_key,
        email_keys, resource)
     select account_id, $2, id, now(), now(), id,
        case right(id, 3) when '001' then '{a1,a2,a3,a4}' when '002' then '{b1,b2}' else array[id::text] end, '{}'
       from profile where account_id = $1`,
  ]
  for (const text of statements) await db.admin(text, [accountId, connectionId])
  await vacuum(db, 'provisioned_person')
})

test('someone is found by any of their addresses, of which an index has each', async () => {
  const find = (sql: Sql, value: string) => {
    const filter = { attribute: 'email', value } as const
    return listProvisioned(sql, { accountId, connectionId }, filter, { limit: 9, offset: 0 })
  }
  const cases = { A1: 1, a2: 1, a3: 1, a4: 1, b1: 2, B2: 2 }
  for (const [value, number] of Object.entries(cases)) {
    const { rows, total } = await db.database.inAccount(accountId, (sql) => find(sql, value))
    expect([total, rows.map(({ profileId }) => profileId)]).toEqual([1, [String(number).padStart(24, '0')]])
  }
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    expect(await find(sql, 'a5')).toEqual({ rows: [], total: 0 })
  })
  const reads = nodes.filter((node) => node.Alias?.startsWith('known'))
  expect(reads.map((node) => node['Index Name']).toSorted()).toEqual(
    [1, 2, 3].flatMap((place) => Array(2).fill(`provisioned_person_email_${place}`)),
  )
  for (const read of reads.filter((node) => node['Index Name'] !== 'provisioned_person_email_3'))
    expect(read['Index Cond']).toContain('email_keys[')
})

test('people before a page, and their number, are read in an index alone', async () => {
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    const page = { limit: 9, offset: 1_500 }
    const { rows, total } = await listProvisioned(sql, { accountId, connectionId }, undefined, page)
    expect([rows.length, rows[0]?.profileId, total]).toEqual([
      9,
      (1_501).toString(16).padStart(24, '0'),
      2_000,
    ])
  })
  const reads = nodes.filter((node) => node['Relation Name'] === 'provisioned_person')
  const passed = reads.filter((node) => !node['Index Cond']?.includes('profile_id'))
  expect(
    passed.map((node) => node['Node Type']),
    JSON.stringify(passed),
  ).toEqual(['Index Only Scan', 'Index Only Scan'])
})
