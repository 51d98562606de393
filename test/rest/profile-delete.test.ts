import { beforeAll, describe, expect, test, vi } from 'vitest'
import { buildIndex } from '../../src/domain/profile-index/build.ts'
import { connect } from '../support/ats-stand-ins.ts'
import { entraUser, scimClient } from '../support/scim-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import {
  insertTestCampaign,
  insertTestDebrief,
  insertTestOrder,
  insertTestTag,
  newEmail,
} from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const create = async (fields: object, by = account) =>
  (await by.call('POST', '/profile', fields)).body.profile

describe('DELETE /profile/{profileId}', () => {
  test('204 without a body, 404 afterwards, and nothing of the person is left in any table', async () => {
    const email = newEmail()
    const fields = {
      email,
      firstName: 'Vanishing',
      lastName: 'Person',
      customId: 'gone-1',
      tagIds: [await insertTestTag(running.db, account.id)],
    }
    const made = await account.call('POST', '/profile', fields, { 'idempotency-key': 'vanishing' })
    const { id } = made.body.profile
    const other = await create({ email: newEmail() })
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
    await running.service.drainOutbox()
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
    await indexProfiles(id)
    await fillEveryTable(id)
    const holding = await tables.holding(id)
    const others = ['audit_entry', 'study_criterion_value', 'study_peer']
    expect(Object.keys(holding).sort()).toEqual([...others, ...(await tablesWithProfile())].sort())
    const answer = await account.call('DELETE', `/profile/${id}`)
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    await running.service.drainOutbox()
    await letIndexFollow()
    await vi.waitFor(
      async () =>
        expect(
          Object.keys(await tables.holding(id)),
          'the id alone is kept, by the audit log and for 30 days by events',
        ).toEqual(['audit_entry', 'event']),
      { timeout: 20_000 },
    )
    expect(await tables.holding(email)).toEqual({})
    expect(await tables.holding('Vanishing')).toEqual({})
    expect(await tables.holding('gone-1')).toEqual({})
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
    expect((await account.call('DELETE', `/profile/${id}`)).status).toBe(404)
    expect((await account.call('GET', `/profile/${other.id}`)).status).toBe(200)
    expect((await account.call('POST', '/profile', { email })).status, 'the address is free again').toBe(201)
  })

  test('ten concurrent deletions: one 204, nine 404', { tags: 'long' }, async () => {
    const { id } = await create({ firstName: 'Once' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.call('DELETE', `/profile/${id}`)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(9).fill(404)])
  })

  test('a body with fields is 400 and deletes nothing', { tags: 'long' }, async () => {
    const { id } = await create({ firstName: 'Kept' })
    expect((await account.call('DELETE', `/profile/${id}`, { force: true })).status).toBe(400)
    expect((await account.call('DELETE', `/profile/${id}?force=true`)).status).toBe(400)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(200)
  })
})

/** Every table that can refer to a profile, read from the catalog so that a new one is included. */
async function tablesWithProfile(): Promise<string[]> {
  const rows = await tables.rows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('profile_id', 'resource_id')
        and not (select relispartition from pg_class where oid = format('public.%I', table_name)::regclass)
      order by 1`,
  )
  return [...rows.map((row) => row.name), 'profile'].sort()
}

/** Builds the index of profiles, which small accounts lack, and keeps the mark of a change in it. */
async function indexProfiles(id: string): Promise<void> {
  const built = await buildIndex(running.db.database, account.id, new AbortController().signal)
  expect(built).toBe(true)
  await tables.rows('update profile_index set ready = false where account_id = $1', [account.id])
  expect((await account.call('PATCH', `/profile/${id}`, { lastName: 'Renamed' })).status).toBe(200)
}

/** The service folds marks into an index that is ready within a second. */
async function letIndexFollow(): Promise<void> {
  await tables.rows('update profile_index set ready = true where account_id = $1', [account.id])
}

/**
 * Inserts what only a person in the middle of an assessment would leave: a session, sittings, answers, times, results;
 * and a debrief.
 */
async function fillEveryTable(id: string): Promise<void> {
  const key = [account.id, id]
  const statements = [
    `insert into take_session select account_id, '\\x01', profile_id, id, now(), now() from invite where account_id = $1 and profile_id = $2 limit 1`,
    `insert into wrong_person select account_id, id, profile_id, now() from invite where account_id = $1 and profile_id = $2 limit 1`,
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash) values ($1, $2, 1, 'disc', 'f', 'h')`,
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at) values ($1, $2, 1, 'disc', 1, '{}', 1, now())`,
    `insert into stopwatch values ($1, $2, 1, 'disc', 's', 1, 1, 1, now(), now())`,
    `insert into former_attempt (account_id, profile_id, attempt, available_assessments, replaced_at) values ($1, $2, 1, '{disc}', now())`,
    `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, result, created_at) values ($1, $2, 1, 'disc', 'f', 'h', '1', '{}', now())`,
    `insert into debrief_job values ($1, $2, $2, 'en', now(), now())`,
    `insert into debrief_due values ($1, $2, now() + interval '1 day')`,
    `insert into report_link values ($1, $2, '\\x02', 'person', $2, 'person', null, now(), now())`,
    `insert into report_link_subject values ($1, $2, 1, $2, null)`,
    `with team as (insert into saved_team (account_id, id, created_at, updated_at, name, name_key, color) values ($1, left(md5($2), 24), now(), now(), 'T', 't', 'blue') returning account_id, id) insert into saved_team_person select account_id, id, $2 from team`,
    `insert into results_code values ($1, '\\x04', $2, $2, '\\x04', 0, now(), now(), null)`,
    `insert into share_card values ($1, $2, $2, 1, '\\x03', '\\x03', '{}', null, null, 'en', now(), now())`,
    `insert into person_consent values ($1, $2, 1, repeat('0', 32), 'en', 'words', now())`,
    `insert into tag_change select account_id, tag_id, profile_id, profile_id, now() from profile_tag where account_id = $1 and profile_id = $2`,
    `insert into erasure_request values ($1, $2, now(), null, now(), 1)`,
    `with writer as (
       insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, repeat('7', 24), 'writer@test.test', 'user', now(), now()) returning account_id, id)
     insert into coaching_note select account_id, $2, id, $2, '\\x01', now(), now() from writer`,
    `insert into study select $1, $1, 'focus-120-1', now(), null, now() + interval '28 days', 3 where $2::text <> '' on conflict do nothing`,
    `insert into study_participant values ($1, $2, $1, $2, 'a@test.test', decode(repeat('07', 32), 'hex'), 'en', now(), now(), 'v', 'words', 1, null, null, null, '{}', null)`,
    `insert into study_criterion select $1, $1, 1, 'Rating', 'What it is', now(), null, 3 where $2::text <> '' on conflict do nothing`,
    `insert into study_criterion_value values ($1, $2, $1, 1, 2)`,
    `insert into study_peer values ($1, $2, $2, decode(repeat('08', 32), 'hex'), now(), now() + interval '28 days', '{}')`,
  ]
  for (const statement of statements) await tables.rows(statement, key)
  await insertTestOrder(running.db, account.id, id)
  await insertTestCampaign(running.db, account.id, id)
  const { key: directory } = await connect(account, 'scim')
  const [{ email } = { email: '' }] = await tables.rows<{ email: string }>(
    'select email from profile where account_id = $1 and id = $2',
    key,
  )
  const user = entraUser({ emails: [{ value: email, type: 'work' }] })
  expect((await scimClient(running.url, directory)('POST', '/Users', user)).body.id).toBe(id)
  await tables.rows(`insert into deactivation values ($1, $2, now()) on conflict do nothing`, key)
  const debrief = await insertTestDebrief(running.db, account.id, id)
  const said = { rating: -1, comments: 'Vanishing words' }
  expect((await account.call('POST', `/playbook/ai/debrief/${debrief}/rating`, said)).status).toBe(200)
}
