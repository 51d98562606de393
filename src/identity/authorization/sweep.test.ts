import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { sweepAuthorization } from './sweep.ts'

test('the 100,000 latest pending authorization requests are kept', async () => {
  const { database, admin } = await createTestDatabase()
  await admin(
    `insert into oauth_record (model, id_hash, payload, created_at, expires_at)
     select 'Interaction', sha256(n::text::bytea), '{}', now() - n * interval '1 ms', now() + interval '1 hour'
       from generate_series(1, 102500) n`,
  )
  await sweepAuthorization(database, new Date(), { aborted: false })
  const left = await admin(
    `select count(*)::integer as count, bool_or(id_hash = sha256('100000')) as last,
       bool_or(id_hash = sha256('100001')) as beyond from oauth_record`,
  )
  expect(left).toEqual([{ count: 100_000, last: true, beyond: false }])
})
