import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTables } from '../../src/domain/move/tables.ts'
import { type MovableRegions, startMovableRegions } from '../support/account-move.ts'
import { createAppGranter } from '../support/delegates.ts'
import { fillAccount } from '../support/full-account.ts'
import { openSubjects } from '../support/inputs.ts'
import { cleanUp } from '../support/process.ts'
import { callAs, signIn, type TestAccount } from '../support/service.ts'

afterAll(cleanUp)
const people = Number(process.env.DRILL_PEOPLE ?? 10_000)

let regions: MovableRegions
beforeAll(async () => {
  regions = await startMovableRegions()
})

/** Every table has a row of it. */
async function fullAccount(): Promise<TestAccount> {
  const { us, tables, liveAccount } = regions
  const account = await liveAccount(us)
  const consent = await (await createAppGranter(us))(account)
  const things = await openSubjects(us, account)
  await fillAccount(us, tables.us, { account, consent, things })
  const sandboxes = 'select id from sandbox where account_id = $1'
  await tables.us.rows(`delete from account where id in (${sandboxes})`, [account.id])
  await tables.us.rows('delete from sandbox where account_id = $1', [account.id])
  // An account with a provider of its own doesn't move.
  for (const table of ['identity_provider', 'sign_in_domain'])
    await tables.us.rows(`delete from ${table} where account_id = $1`, [account.id])
  return account
}

test('a move with every kind of row, killed at each step, is completed or undone, and loses nothing', async () => {
  const { us, eu, run, tables, rowsOf } = regions
  const account = await fullAccount()
  const words = ['account', 'move', account.id]
  expect((await run(eu, ['account', 'receive', account.id, '--from', 'us'])).code).toBe(0)
  await run(us, [...words, '--to', 'eu'], /is frozen/)
  const undone = await run(us, [...words, '--undo'])
  console.info(`killed while frozen, then --undo: ${undone.text.trim()}`)
  expect([0, 1]).toContain(undone.code)
  if (undone.code === 0)
    expect((await account.call('POST', '/profile', { firstName: 'Stays' })).status).toBe(201)
  else expect(undone.text).toContain('is in eu already')
  const before = await rowsOf('us', account.id)
  for (const step of [/is frozen/, /is in eu/, /callers are sent/]) {
    const { text } = await run(us, [...words, '--to', 'eu'], step)
    console.info(`killed at ${step}: ${text.trim().split('\n').at(-1)}`)
  }
  const completed = await run(us, [...words, '--to', 'eu'])
  console.info(`then: ${completed.text.trim()}`)
  expect(completed.code).toBe(0)
  const left = await tables.us.holding(account.id)
  expect(Object.keys(left).sort()).toEqual([
    'account_move',
    'app_grant',
    'directory_account',
    'directory_member',
  ])
  for (const trace of ['victim@test.test', '+4915112345678', 'crm-7'])
    expect(await tables.us.holding(trace), trace).toEqual({})
  const after = await rowsOf('eu', account.id)
  for (const table of accountTables) {
    if (['audit_entry', 'audit_head', 'mail_opt_out'].includes(table)) continue
    expect(after[table], table).toEqual(before[table])
  }
  expect(after.audit_entry).toEqual(expect.arrayContaining(before.audit_entry ?? []))
})

test(`an account with ${people} people is frozen for less than a minute`, async () => {
  const { eu, sea, us, tables, liveAccount, move } = regions
  const account = await liveAccount(eu)
  await eu.service.syncRegions()
  const member = await regions.letIn(account, 'eu')
  await account.call('POST', '/profile', { firstName: 'Ada', email: 'ada@test.test' })
  await tables.eu.rows(
    `insert into profile select (jsonb_populate_record(one, jsonb_build_object(
         'id', lpad(to_hex(n), 24, '0'), 'email', n || '@test.test'))).*
       from profile one, generate_series(1, $2::integer) n where account_id = $1`,
    [account.id, people],
  )
  const home = async () => {
    const rows = await tables.us.rows<{ region: string }>('select region from app_grant where id = $1', [
      member.grantId,
    ])
    return rows[0]?.region
  }
  console.info(`eu to sea: frozen for ${await move(account.id, eu, sea)} s`)
  expect([(await account.call('GET', '/account')).headers.get('x-service-region'), await home()]).toEqual([
    'sea',
    'sea',
  ])
  console.info(`sea to us, with the authorization server: ${await move(account.id, sea, us)} s`)
  expect(await home()).toBe('us')
  expect(await tables.us.holding(account.id)).not.toHaveProperty('directory_account')
  console.info(`us back to eu: ${await move(account.id, us, eu)} s`)
  const call = callAs(eu.baseUrl, await signIn(eu.baseUrl, account))
  expect((await call('GET', '/profiles')).body.total ?? people + 1).toBe(people + 1)
})
