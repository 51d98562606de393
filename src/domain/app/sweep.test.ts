import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { newPublicId } from '../../platform/ids.ts'
import { insertAccount } from '../account/store.ts'
import { sweepApps } from './sweep.ts'

const now = new Date('2026-11-21T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('sweepApps keeps revocations until they expire, and grants until a week after their end', async () => {
  const { database, admin } = await createTestDatabase()
  const [accountId, personId] = [newPublicId(now), newPublicId(now)]
  await database.inAccount(accountId, (sql) =>
    insertAccount(sql, {
      id: accountId,
      name: 'A',
      now,
      billingStatus: 'active',
      trialEndsAt: null,
      paused: false,
      preferences: {},
      mode: 'live',
    }),
  )
  await admin(`insert into person (id, email, created_at) values ($1, 'a@b.test', now())`, [personId])
  for (const [id, expiresAt] of [
    ['expired', daysAgo(0)],
    ['valid', daysAgo(-0.01)],
  ]) {
    await admin(`insert into revocation values ($1, 'grant', $2, now(), $3)`, [accountId, id, expiresAt])
  }
  for (const [id, expiresAt, revokedAt] of [
    ['1', daysAgo(-1), null],
    ['2', daysAgo(6), null],
    ['3', daysAgo(8), null],
    ['4', daysAgo(-1), daysAgo(6)],
    ['5', daysAgo(-1), daysAgo(8)],
  ] as const) {
    await admin(
      `insert into app_grant (account_id, id, person_id, region, member_id, client_id, app_name, redirect_host, scopes,
         payload, created_at, expires_at, revoked_at, request_hash)
       values ($1, $2, $3, 'us', $3, 'app', 'App', 'localhost', '{}', '{}', now(), $4, $5, $6)`,
      [accountId, id.repeat(24), personId, expiresAt, revokedAt, Buffer.from(id)],
    )
  }
  await sweepApps({ database, clock: () => now }, new AbortController().signal)
  expect((await admin('select id from revocation')).map(({ id }) => id)).toEqual(['valid'])
  const remaining = await admin('select id from app_grant order by id')
  expect(remaining.map(({ id }) => id[0])).toEqual(['1', '2', '4'])
})
