import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { removeOldTakeSessions } from './store.ts'

test('sessions that have ended are found without looking at those of everyone who answers', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'active', '{}', '{}' from generate_series(1, 2000) as n`,
    [accountId],
  )
  await db.admin(
    `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
     select account_id, id, id, 'link', decode(id, 'hex'), now(), now() from profile where account_id = $1`,
    [accountId],
  )
  await db.admin(
    `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     select account_id, token_hash, profile_id, id, now(), now() + interval '1 hour' from invite where account_id = $1`,
    [accountId],
  )
  await db.admin('vacuum analyze take_session')
  const nodes = await planNodesOf(db, accountId, (sql) =>
    removeOldTakeSessions(sql, { accountId, profileId: newPublicId(), now: new Date(), keep: 3 }),
  )
  const reads = nodes.filter((node) => node['Index Name'] === 'take_session_expiry')
  expect(reads.map((node) => node['Index Cond'])).toEqual([expect.stringContaining('expires_at')])
})
