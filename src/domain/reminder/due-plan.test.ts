import { beforeAll, expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { planNodesOf } from '../../../test/support/plans.ts'
import { newPublicId } from '../../platform/ids.ts'
import { dueWindows } from './due.ts'
import { firstInvite, listInvitesMadeIn, type WindowedSource } from './store.ts'

const windows = dueWindows([1, 4, 5], new Date('2026-11-29T12:00:00Z'))
const campaignId = newPublicId()
const sources: WindowedSource[] = [
  { kind: 'account', windows },
  { kind: 'campaigns', windows: windows.map((window) => ({ ...window, campaignId })) },
]

let db: TestDatabase
let accountId: string
beforeAll(async () => {
  db = await createTestDatabase()
  accountId = await insertLiveAccount(db)
  const statements = [
    `insert into campaign (account_id, id, created_at, updated_at, name, reminder_days, reminds_until)
     values ($1, $2, now(), now(), 'Spring', '{}', now())`,
    `insert into profile (account_id, id, created_at, updated_at, email, state, available_assessments, doc)
     values ($1, $2, now(), now(), 'ada@mail.test', 'active', '{}', '{}')`,
    // Over eight days; five at a time, and every third in the campaign.
    `insert into invite (account_id, id, profile_id, campaign_id, channel, token_hash, created_at, expires_at)
     select $1, id, $2::text, case when n % 3 = 0 then $2::text end, case when n % 2 = 0 then 'email' else 'sms' end,
        decode(id, 'hex'), timestamptz '2026-11-29 12:00Z' - n / 5 * interval '20 minutes', now()
       from generate_series(1, 3000) as n cross join lateral lpad(to_hex(7919 * n % 3001), 24, '0') as id`,
  ]
  for (const text of statements) await db.admin(text, [accountId, campaignId])
  await db.admin('vacuum analyze invite')
})

test.each(sources)('invites of the days of $kind are looked at once, oldest first', async (source) => {
  const found: string[] = []
  await db.database.inAccount(accountId, async (sql) => {
    for (let after = firstInvite, count = 50; count === 50; ) {
      const page = await listInvitesMadeIn(sql, accountId, source, { after, limit: 50 })
      found.push(...page.map(({ day, id }) => `${day} ${id}`))
      count = page.length
      after = page.at(-1) ?? after
    }
  })
  const expected = await db.admin<{ day: number; id: string }>(
    `select day, id from invite
       join unnest($2::integer[], $3::timestamptz[], $4::timestamptz[]) as due (day, since, until)
         on created_at > since and created_at <= until
      where account_id = $1 and (campaign_id is not null) = $5 order by created_at, id`,
    [
      accountId,
      windows.map(({ day }) => day),
      windows.map(({ since }) => since),
      windows.map(({ until }) => until),
      source.kind === 'campaigns',
    ],
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found).toEqual(expected.map(({ day, id }) => `${day} ${id}`))
})

test.each([
  ['channel', 'invite_account', sources[0]],
  ['campaign_id', 'invite_campaign', sources[1]],
] as const)('they are read in the order of their %s and time', async (column, index, source) => {
  if (!source) throw new Error('There is no such source.')
  const nodes = await planNodesOf(db, accountId, (sql) =>
    listInvitesMadeIn(sql, accountId, source, { after: firstInvite, limit: 50 }),
  )
  const reads = nodes.filter((node) => node['Relation Name'] === 'invite')
  expect(reads.map((node) => node['Index Name'])).toEqual([index])
  expect(reads[0]?.['Index Cond']).toMatch(RegExp(`${column} = .*created_at > due.since`))
})
