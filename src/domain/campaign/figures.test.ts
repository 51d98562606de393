import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { newPublicId } from '../../platform/ids.ts'
import { seededRandom } from '../../scoring/random.ts'
import { findCampaign } from './store.ts'

const assessments = ['disc', 'focus', 'core'] as const

type Row = {
  id: string
  sent: boolean
  failed: boolean
  opened: boolean
  started: boolean
  assessment: (typeof assessments)[number] | null
  seconds: number | null
  isWrong: boolean
}

test('the figures of a campaign are those of its people, one by one', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  const random = seededRandom(3)
  const isLikely = (chance: number) => random() < chance
  for (const count of [0, 1, 2, 3, 60, 61]) {
    const people = Array.from({ length: count }, (): Row => {
      const started = isLikely(0.6)
      const isDone = started && isLikely(0.5)
      return {
        ...{ id: newPublicId(), sent: isLikely(0.8), failed: isLikely(0.2) },
        ...{ opened: started || isLikely(0.5), started, isWrong: !isDone && isLikely(0.2) },
        assessment: started && !isDone ? (assessments[Math.floor(3 * random())] ?? null) : null,
        seconds: isDone ? 300 + Math.floor(20 * random()) : null,
      }
    })
    const campaignId = newPublicId()
    await db.admin(
      `insert into campaign (account_id, id, created_at, updated_at, name, reminder_days, reminds_until)
       values ($1, $2, now(), now(), 'Spring', '{}', now())`,
      [accountId, campaignId],
    )
    const person = `json_to_recordset($2) as person (id text, sent boolean, failed boolean, opened boolean,
      started boolean, assessment text, seconds integer, "isWrong" boolean)`
    const statements = [
      `insert into profile (account_id, id, created_at, updated_at, email, state, available_assessments, doc)
       select $1, id, now(), now(), id || '@mail.test', 'pending', '{}', '{}' from ${person}`,
      `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at)
       select $1, id, id, 'email', id || '@mail.test', decode(id, 'hex'), now(), now() from ${person}`,
      `insert into wrong_person (account_id, invite_id, profile_id, reported_at)
       select $1, id, id, now() from ${person} where "isWrong"`,
    ]
    for (const text of statements) await db.admin(text, [accountId, JSON.stringify(people)])
    await db.admin(
      `insert into campaign_person (account_id, campaign_id, profile_id, invite_id, invited_at, messaged_at, sent_at,
          failed_at, opened_at, started_at, completed_at, assessment, active_seconds)
       select $1, $3, id, id, now(), now(), case when sent then now() end, case when failed then now() end,
          case when opened then now() end, case when started then now() end, case when seconds > 0 then now() end,
          assessment, seconds
         from ${person}`,
      [accountId, JSON.stringify(people), campaignId],
    )
    const found = await db.database.inAccount(accountId, (sql) =>
      findCampaign(sql, { accountId, today: '2026-11-29' }, campaignId),
    )
    expect(found).toMatchObject(figuresOf(people))
  }
})

function figuresOf(people: readonly Row[]) {
  const count = (is: (row: Row) => boolean) => people.filter(is).length
  const stuck = (is: (row: Row) => boolean) => count((row) => row.seconds === null && !row.isWrong && is(row))
  const seconds = people.flatMap((row) => row.seconds ?? []).toSorted((one, other) => one - other)
  const middle = [seconds[(seconds.length - 1) >> 1] ?? 0, seconds[seconds.length >> 1] ?? 0] as const
  return {
    ...{ invited: people.length, sent: count(({ sent, opened }) => sent || opened) },
    ...{ opened: count(({ opened }) => opened), started: count(({ started }) => started) },
    completed: seconds.length,
    medianSeconds: seconds.length > 0 ? (middle[0] + middle[1]) / 2 : null,
    stuckQueued: stuck(({ opened, failed, sent }) => !opened && !failed && !sent),
    stuckFailed: stuck(({ opened, failed }) => !opened && failed),
    stuckAddressChanged: 0,
    stuckWrongPerson: count((row) => row.seconds === null && row.isWrong),
    stuckSent: stuck(({ opened, failed, sent }) => !opened && !failed && sent),
    stuckOpened: stuck(({ opened, started }) => opened && !started),
    stuckDisc: stuck(({ assessment }) => assessment === 'disc'),
    stuckFocus: stuck(({ assessment }) => assessment === 'focus'),
    stuckCore: stuck(({ assessment }) => assessment === 'core'),
  }
}
