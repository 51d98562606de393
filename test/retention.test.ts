import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'
import { openTables, type Tables } from './support/tables.ts'
import { newEmail } from './support/test-rows.ts'

const start = Date.parse('2026-11-21T09:00:00Z')
let now = start
let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(now) })
  tables = await openTables(running.db)
})

const days = (count: number) => count * 86_400_000

/** Moves the service's clock forward and sweeps, with a token of the new day. */
async function sweepAfter(count: number): Promise<void> {
  now = start + days(count)
  await running.service.sweepRetention()
}

beforeEach(async () => {
  now = start
  account = await running.account({ preferences: { retentionDays: 30 } })
})

const create = async (fields: object = {}, by = account): Promise<string> =>
  (await by.call('POST', '/profile', { email: newEmail(), ...fields })).body.profile.id

const standing = async (by = account) => {
  const rows = await tables.rows<{ id: string }>('select id from profile where account_id = $1 order by id', [
    by.id,
  ])
  return rows.map(({ id }) => id)
}

describe('retention', () => {
  test('deletes a profile once its days have passed, and not before', async () => {
    const id = await create()
    now = start + days(30)
    await running.service.sweepRetention()
    expect(await standing()).toEqual([id])
    now += 1
    await running.service.sweepRetention()
    expect(await standing()).toEqual([])
  })

  test('leaves nothing of the person in any table, and only the id in the audit log and in events', async () => {
    const email = newEmail()
    const { body } = await account.call('POST', '/profile', {
      email,
      firstName: 'Vanishing',
      customId: 'gone-retained',
    })
    const { id } = body.profile
    await account.call('POST', `/profile/${id}/invite/email`, undefined)
    await running.service.drainOutbox()
    await sweepAfter(31)
    expect(await standing()).toEqual([])
    for (const text of [email, 'Vanishing', 'gone-retained']) expect(await tables.holding(text)).toEqual({})
    expect(Object.keys(await tables.holding(id))).toEqual(['audit_entry', 'event'])
    const entries = await tables.rows(
      `select action, actor_kind, actor_id, client_id, target_type, target_id, changes
         from audit_entry where account_id = $1 and action = 'delete_profile'`,
      [account.id],
    )
    expect(entries).toEqual([
      {
        action: 'delete_profile',
        actor_kind: 'system',
        actor_id: 'retention',
        client_id: null,
        target_type: 'profile',
        target_id: id,
        changes: {},
      },
    ])
  })

  test('a change, an answer or an invite restarts the days', async () => {
    const [changed, answered, invited, forgotten] = [
      await create(),
      await create(),
      await create(),
      await create(),
    ]
    const later = new Date(start + days(20))
    const key = [account.id, answered]
    await tables.rows('update profile set updated_at = $3 where account_id = $1 and id = $2', [
      ...[account.id, changed],
      later,
    ])
    await tables.rows(
      `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash) values ($1, $2, 1, 'disc', 'f', 'h')`,
      key,
    )
    await tables.rows(
      `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at) values ($1, $2, 1, 'disc', 1, '{}', 1, $3)`,
      [...key, later],
    )
    await tables.rows(
      `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
       values ($1, $2, $2, 'email', '\\x01', $3, $3)`,
      [account.id, invited, later],
    )
    await sweepAfter(49)
    expect(await standing()).toEqual([changed, answered, invited].sort())
    expect(await standing()).not.toContain(forgotten)
    await sweepAfter(51)
    expect(await standing()).toEqual([])
  })

  test('someone who waits for an invite of a campaign is kept until it is known whether they get one', async () => {
    const id = await create()
    const { campaign } = (await account.call('POST', '/campaign', { name: 'Spring' })).body
    await tables.rows(
      `insert into campaign_waiting (account_id, campaign_id, profile_id, asked_at, place, channel, even_bounced)
       values ($1, $2, $3, $4, 1, 'email', false)`,
      [account.id, campaign.id, id, new Date(start + days(30))],
    )
    await sweepAfter(31)
    expect(await standing()).toEqual([id])
    await tables.rows(`update campaign_waiting set refused = 'waited_too_long' where profile_id = $1`, [id])
    await sweepAfter(31)
    expect(await standing()).toEqual([])
  })

  test('an account without the preference keeps everything, and each account has its own number of days', async () => {
    const forEver = await running.account()
    const long = await running.account({ preferences: { retentionDays: 100 } })
    const paused = await running.account({ preferences: { retentionDays: 40 } })
    const [kept, young] = [await create({}, forEver), await create({}, long)]
    await create({}, paused)
    await tables.rows('update account set paused = true where id = $1', [paused.id])
    await sweepAfter(99)
    expect(await standing(forEver)).toEqual([kept])
    expect(await standing(long)).toEqual([young])
    expect(await standing(paused), 'a pause keeps nobody longer').toEqual([])
    await sweepAfter(3_000)
    expect(await standing(forEver)).toEqual([kept])
    expect(await standing(long)).toEqual([])
  })

  test('the preference at the time of the sweep applies', async () => {
    const id = await create()
    const patched = await account.call('PATCH', '/account/preferences', { retentionDays: null })
    expect(patched.status).toBe(200)
    await sweepAfter(500)
    expect(await standing()).toEqual([id])
  })

  test('handles more profiles than one batch, even with equal times', { tags: 'long' }, async () => {
    await tables.rows(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       select $1, lpad(to_hex(n), 24, '0'), $2, $2, 'pending', '{disc}', '{}' from generate_series(1, 1203) n`,
      [account.id, new Date(start)],
    )
    const id = await create()
    await tables.rows('update profile set updated_at = $3 where account_id = $1 and id = $2', [
      ...[account.id, id],
      new Date(start + days(20)),
    ])
    await sweepAfter(31)
    expect(await standing()).toEqual([id])
    const [row] = await tables.rows(
      `select count(*)::integer as count, count(distinct target_id)::integer as people from audit_entry
        where account_id = $1 and action = 'delete_profile'`,
      [account.id],
    )
    expect(row).toEqual({ count: 1203, people: 1203 })
  })

  test('skips a locked profile until next time, without waiting', async () => {
    const [locked, idle] = [await create(), await create()]
    const client = new pg.Client(running.db.connection)
    await client.connect()
    await client.query('begin')
    await client.query('select 1 from profile where id = $1 for no key update', [locked])
    await sweepAfter(31)
    expect(await standing()).toEqual([locked])
    expect(await standing()).not.toContain(idle)
    await client.query('rollback')
    await client.end()
    await running.service.sweepRetention()
    expect(await standing()).toEqual([])
  })

  test("a failure in one account doesn't affect the others", async () => {
    await create()
    const other = await running.account({ preferences: { retentionDays: 30 } })
    await create({}, other)
    await tables.rows(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await tables.rows(
      `create trigger refuse before delete on profile for each row when (old.account_id = '${account.id}') execute function refuse()`,
    )
    await sweepAfter(31)
    expect(await standing()).toHaveLength(1)
    expect(await standing(other)).toEqual([])
    expect(running.logged()).toContain('retention: could not finish an account')
    await tables.rows('drop trigger refuse on profile')
    await running.service.sweepRetention()
    expect(await standing()).toEqual([])
  })
  test("removes expired keys however many there are, and continues if some can't be removed", async () => {
    await create()
    await tables.rows(
      `insert into idempotency_key (account_id, client_id, key, fingerprint, created_at, expires_at)
       select $1, 'client', n::text, '', $2::timestamptz, $2::timestamptz + n * interval '1 ms'
         from generate_series(1, 12000) n`,
      [account.id, new Date(start).toISOString()],
    )
    const kept = async () =>
      (await tables.rows('select 1 from idempotency_key where account_id = $1', [account.id])).length
    await tables.rows(
      `create function keep() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await tables.rows(
      'create trigger keep before delete on idempotency_key for each row execute function keep()',
    )
    await sweepAfter(31)
    expect([await kept(), await standing()]).toEqual([12_000, []])
    expect(running.logged()).toContain('retention: could not remove all idempotency keys')
    await tables.rows('drop trigger keep on idempotency_key')
    await running.service.sweepRetention()
    expect(await kept()).toBe(0)
  })
})
