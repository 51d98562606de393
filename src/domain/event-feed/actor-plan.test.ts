import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { findActorNames } from './actor-store.ts'

let db: TestDatabase
let accountId: string
const [tagId, memberId] = [newPublicId(), newPublicId()]
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at)
     values ($1, $2, 'ada@test.test', 'owner', now(), now())`,
    [accountId, memberId],
  )
  await db.admin(
    `insert into audit_entry (account_id, id, seq, at, actor_kind, actor_id, client_id, action, target_type, target_id,
        request_id, changes, hash)
     select $1, lpad(to_hex(n), 24, '0'), 1000000 + n, now(), 'member', $2, 'app', 'add_tag_profiles', 'tag', $3,
        'request ' || n, '{}', '\\x01'
       from generate_series(1, 20000) as n`,
    [accountId, memberId, tagId],
  )
  await db.admin('vacuum analyze audit_entry')
})

test('who caused an event is found by its request, however many entries its target has', async () => {
  const events = Array.from({ length: 100 }, (_, place) => ({
    id: `event ${place}`,
    requestId: `request ${place + 1}`,
    subjects: [tagId],
    inviteId: null,
  }))
  let names = new Map<string, string>()
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    names = await findActorNames(sql, accountId, events)
  })
  expect(names).toEqual(new Map(events.map(({ id }) => [id, 'ada@test.test'])))
  const reads = nodes.filter((node) => node['Relation Name'] === 'audit_entry')
  expect(reads).toMatchObject([{ 'Index Name': 'audit_entry_request' }])
  for (const column of ['request_id', 'target_id']) expect(reads[0]?.['Index Cond']).toContain(column)
})
