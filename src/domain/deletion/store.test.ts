import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { insertTestReportLink } from '../../../test/support/test-rows.ts'
import { newPublicId } from '../../platform/ids.ts'
import { removeAccess } from './store.ts'

test('access ends in statements of a few rows each, and the people of a directory are not removed with its client', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  const profileId = newPublicId()
  const statements = [
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     values ($1, $2, now(), now(), 'pending', '{}', '{}')`,
    `insert into machine_client (account_id, client_id, name, scopes, created_at) values ($1, $2, 'SCIM', '{}', now())`,
    `insert into connection (account_id, id, provider, name, client_id, created_at, updated_at, key_hash, key_last_four,
        key_made_at)
     values ($1, $2::text, 'scim', 'Directory', $2::text, now(), now(), '\\x01', 'abcd', now())`,
    `insert into provisioned_person (account_id, connection_id, profile_id, created_at, updated_at, user_name_key,
        email_keys, resource)
     values ($1, $2, $2, now(), now(), 'ada', '{}', '{}')`,
  ]
  for (const text of statements) await db.admin(text, [accountId, profileId])
  for (let links = 0; links < 5; links += 1) await insertTestReportLink(db, accountId, profileId)
  const removed: number[] = []
  await db.database.inAccount(accountId, (sql) => {
    const run = async (text: string, values?: readonly unknown[]) => {
      const count = await sql.run(text, values)
      if (text.includes('report_link')) removed.push(count)
      return count
    }
    return removeAccess({ ...sql, run }, accountId, new Date(), 2)
  })
  expect(removed).toEqual([2, 2, 1])
  const left = await db.admin(
    `select revoked_at is not null as "isRevoked", key_hash as key,
        (select revoked_at is not null from machine_client where account_id = $1) as "isClientRevoked",
        (select count(*)::integer from provisioned_person where account_id = $1) as people
       from connection where account_id = $1`,
    [accountId],
  )
  expect(left).toEqual([{ isRevoked: true, key: null, isClientRevoked: true, people: 1 }])
})
