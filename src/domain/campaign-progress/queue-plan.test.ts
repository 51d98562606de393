import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { listNextWaiting, readWaiting } from './waiting-store.ts'

let db: TestDatabase
let accountId: string
const [campaignId, other] = [newPublicId(), newPublicId()]
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  await db.admin(
    `insert into campaign (account_id, id, created_at, updated_at, name, reminder_days, reminds_until)
     select $1, id, now(), now(), 'Spring', '{}', now() from unnest($2::text[]) as id`,
    [accountId, [campaignId, other]],
  )
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'pending', '{}', '{}' from generate_series(1, 2000) as n`,
    [accountId],
  )
  await db.admin(
    `insert into campaign_waiting (account_id, campaign_id, profile_id, asked_at, place, channel, even_bounced, refused)
     select account_id, campaign, id, now(), row_number() over (order by id), 'email', false,
        case when id in ('${idOf(700)}', '${idOf(900)}') then 'opted_out' end
       from profile, unnest($2::text[]) as campaign where account_id = $1`,
    [accountId, [campaignId, other]],
  )
  await db.admin('vacuum analyze campaign_waiting')
})

function idOf(n: number): string {
  return n.toString(16).padStart(24, '0')
}

test('those who get nothing come first, then the next in turn, and nobody else is sorted', async () => {
  let read: Awaited<ReturnType<typeof readWaiting>> | undefined
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    read = await readWaiting(sql, { accountId, campaignId }, 4)
  })
  expect(read).toMatchObject({
    waiting: 1998,
    people: [
      { profileId: idOf(700), reason: 'opted_out' },
      { profileId: idOf(900), reason: 'opted_out' },
      { profileId: idOf(1), reason: null },
      { profileId: idOf(2), reason: null },
    ],
  })
  const reads = nodes.filter((node) => node['Relation Name'] === 'campaign_waiting')
  const indexes = reads.map((node) => node['Index Name'])
  expect(indexes).not.toContain(undefined)
  expect(indexes).toEqual(expect.arrayContaining(['campaign_waiting_next', 'campaign_waiting_refused']))
  expect(nodes.filter((node) => node['Node Type'].includes('Sort'))).toHaveLength(1)
})

test('the next of each channel is read by its index, without those of the other', async () => {
  await db.admin(
    `insert into campaign_queue (account_id, campaign_id, due_at, sms_held_until) values ($1, $2, now(), now())`,
    [accountId, campaignId],
  )
  await db.admin(`update campaign_waiting set channel = 'sms' where campaign_id = $1 and profile_id < $2`, [
    campaignId,
    idOf(1500),
  ])
  await db.admin('vacuum analyze campaign_waiting')
  let read: Awaited<ReturnType<typeof listNextWaiting>> = []
  const nodes = await planNodesOf(db, accountId, async (sql) => {
    read = await listNextWaiting(sql, { accountId, campaignId })
  })
  expect(read.map(({ profileId, channel, heldUntil }) => [profileId, channel, heldUntil === null])).toEqual([
    [idOf(1), 'sms', false],
    [idOf(1500), 'email', true],
  ])
  const [people] = nodes.filter((node) => node['Relation Name'] === 'campaign_waiting')
  expect(people).toMatchObject({ 'Index Name': 'campaign_waiting_channel' })
  expect(people?.['Index Cond']).toContain('channel')
})
