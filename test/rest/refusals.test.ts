import { beforeAll, describe, expect, test } from 'vitest'
import { type Scope, scopes, scopesNeeded } from '../../src/contract/scope.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { addressOf, doors } from '../support/doors.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Forger, openForger } from '../support/forge.ts'
import { callAs, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { changedRows, openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let forge: Forger
beforeAll(async () => {
  running = await startTestService({ TRIAL_PROFILES: '10', TRIAL_REPORTS: '3' })
  tables = await openTables(running.db)
  forge = await openForger(running)
})

const as = (token: string) => callAs(running.baseUrl, token)
const newId = (account: TestAccount, fields: object = { email: `${newPublicId()}@test.test` }) =>
  account.call('POST', '/profile', fields).then((answer) => answer.body.profile.id as string)
const change = (account: TestAccount, set: string) =>
  running.db.admin(`update account set ${set} where id = $1`, [account.id])
const past = () => new Date(Date.now() - 1000)
const future = () => new Date(Date.now() + 86_400_000)

/** Work that fails, followed by proof that it left nothing behind. */
async function unchanged(work: () => Promise<unknown>): Promise<void> {
  const before = await tables.dump()
  await work()
  await running.service.drainOutbox()
  expect(changedRows(before, await tables.dump())).toEqual([])
}

describe('421', () => {
  test('to a valid token of another region, on every operation, before anything else is looked at', async () => {
    const account = await running.account()
    await change(account, 'paused = true')
    const call = as(await forge(account, { region: 'eu' }))
    await unchanged(async () => {
      for (const door of doors) {
        const answer = await call(
          door.method,
          addressOf(door, { profileId: 'malformed' }),
          door.method === 'GET' ? undefined : { wrong: 1 },
        )
        expect(answer.status, door.name).toBe(421)
        expectEnvelope(answer, door.name)
        expect(answer.headers.get('x-service-region')).toBe('eu')
        expect(answer.headers.get('x-service-region-url')).toBe('https://eu.example.com/api')
        expect(answer.body.region).toEqual({ zone: 'eu', apiUrl: 'https://eu.example.com/api' })
      }
    })
  })
})

describe('403 without the scope', () => {
  test('every subset of the scopes on every operation: what is missing is named, what is there is enough', async () => {
    const account = await running.account()
    const subsets = Array.from({ length: 32 }, (_, bits) => scopes.filter((_scope, at) => bits & (1 << at)))
    const metadata = `resource_metadata="${running.url}/.well-known/oauth-protected-resource"`
    for (const subset of subsets) {
      const call = as(await forge(account, { scopes: subset }))
      for (const door of doors) {
        const needed = scopesNeeded(door.operation)
        const isEnough = needed.every((scope: Scope) => subset.includes(scope))
        const before = isEnough ? '' : await tables.dump()
        const answer = await call(
          door.method,
          addressOf(door, { profileId: newPublicId() }),
          door.method === 'GET' ? undefined : { wrong: 1 },
        )
        const label = `${door.name} with ${subset.join(' ')}`
        if (isEnough) {
          expect([200, 400, 404], label).toContain(answer.status)
          continue
        }
        expect(answer.status, label).toBe(403)
        expectEnvelope(answer, label)
        expect(answer.body.error.code).toBe('insufficient_scope')
        expect(answer.body.error.message).toContain(needed[0])
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${metadata}`,
        )
        expect(changedRows(before, await tables.dump())).toEqual([])
      }
    }
  })

  test('comes before the pause of the account and before bad input', async () => {
    const account = await running.account()
    await change(account, 'paused = true')
    const answer = await as(await forge(account))('POST', '/profile', { wrong: 1 })
    expect(answer.status).toBe(403)
    expect(answer.body.error.code).toBe('insufficient_scope')
  })
})

describe('403 while the account is paused', () => {
  test('on every operation, before 400, 402 and 404, and over once it is resumed', async () => {
    const account = await running.account({ billingStatus: 'trialing', trialEndsAt: past() })
    await change(account, 'paused = true')
    await unchanged(async () => {
      for (const door of doors) {
        for (const profileId of ['malformed', newPublicId()]) {
          const answer = await account.call(
            door.method,
            addressOf(door, { profileId }),
            door.method === 'GET' ? undefined : { wrong: 1 },
          )
          expect(answer.status, door.name).toBe(403)
          expectEnvelope(answer, door.name)
          expect(answer.body.error.code).toBe('account_paused')
          expect(answer.headers.get('www-authenticate')).toBeNull()
        }
      }
    })
    await change(account, 'paused = false')
    expect((await account.call('GET', '/profiles')).status).toBe(200)
  })

  test('tokens can still be had', async () => {
    const account = await running.account({ paused: true })
    expect(account.token).toMatch(/^eyJ/)
    expect((await account.call('GET', '/test')).status).toBe(403)
  })

  test('a pause stops the next request although its token was remembered', async () => {
    const account = await running.account()
    expect((await account.call('GET', '/test')).status).toBe(200)
    await change(account, 'paused = true')
    expect((await account.call('GET', '/test')).status).toBe(403)
  })
})

describe('402', () => {
  const stopped: [string, string, string][] = [
    [
      'an expired trial',
      'trial_expired',
      `billing_status = 'trialing', trial_ends_at = now() - interval '1 second'`,
    ],
    [
      'a trial at its report limit',
      'trial_report_limit',
      `billing_status = 'trialing', trial_ends_at = now() + interval '1 day', trial_reports_used = 3`,
    ],
    ['a canceled account', 'billing_canceled', `billing_status = 'canceled'`],
    ['an unpaid account', 'billing_unpaid', `billing_status = 'unpaid'`],
  ]
  test.each(stopped)('%s: new work stops, reading and tidying stay open', async (_, code, set) => {
    const account = await running.account()
    const email = `${newPublicId()}@test.test`
    const id = await newId(account, { email })
    const spare = await newId(account)
    await change(account, set)
    await unchanged(async () => {
      for (const [path, body] of [
        ['/profile', { firstName: 'New' }],
        ['/profile', { email }],
        [`/profile/${id}/invite/email`, undefined],
      ] as const) {
        const answer = await account.call('POST', path, body)
        expect(answer.status, path).toBe(402)
        expectEnvelope(answer, path)
        expect(answer.body.error.code).toBe(code)
      }
    })
    expect((await account.call('GET', '/profiles')).body.pagination.total).toBe(2)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(200)
    expect((await account.call('PATCH', `/profile/${id}`, { firstName: 'Still' })).status).toBe(200)
    expect((await account.call('DELETE', `/profile/${spare}`)).status).toBe(204)
  })

  test.each([['past_due'], ['active']])('none for %s', async (status) => {
    const account = await running.account()
    await change(
      account,
      `billing_status = '${status}', trial_ends_at = now() - interval '1 day', trial_reports_used = 99`,
    )
    const id = await newId(account)
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
  })

  test('comes after 400 and before 403, 404 and 409 about the resource', async () => {
    const account = await running.account()
    const nameless = await newId(account, { firstName: 'No address' })
    await change(account, `billing_status = 'unpaid'`)
    const send = async (path: string, body?: unknown) => (await account.call('POST', path, body)).status
    expect(await send('/profile', { wrong: 1 })).toBe(400)
    expect(await send('/profile', {})).toBe(400)
    expect(await send('/profile/malformed/invite/email')).toBe(400)
    expect(await send(`/profile/${newPublicId()}/invite/email`)).toBe(402)
    expect(await send(`/profile/${nameless}/invite/email`)).toBe(402)
    expect(await send('/profile', { firstName: 'A', tagIds: [newPublicId()] })).toBe(402)
  })
})

describe('the trial cap', () => {
  test('fifty creations at once: exactly the cap succeeds', async () => {
    const account = await running.account({ billingStatus: 'trialing', trialEndsAt: future() })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        account.call('POST', '/profile', { email: `cap${at}@test.test` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10)
    const refused = answers.filter((answer) => answer.status === 402)
    expect(refused).toHaveLength(40)
    for (const answer of refused) {
      expectEnvelope(answer, 'cap')
      expect(answer.body.error.code).toBe('trial_profile_cap')
    }
    expect(await tables.rows('select 1 from profile where account_id = $1', [account.id])).toHaveLength(10)
  })

  test('at the cap the people who are there can be found again and invited, and deleting one makes room', async () => {
    const account = await running.account({ billingStatus: 'trialing', trialEndsAt: future() })
    const ids: string[] = []
    for (let at = 0; at < 10; at += 1) ids.push(await newId(account, { email: `full${at}@test.test` }))
    const again = await account.call('POST', '/profile', { email: 'full3@test.test' })
    expect(again.status).toBe(200)
    expect(again.body.created).toBe(false)
    expect((await account.call('POST', `/profile/${ids[0]}/invite/email`)).status).toBe(204)
    expect((await account.call('POST', '/profile', { firstName: 'One more' })).status).toBe(402)
    expect(
      (await account.call('POST', '/profile', { firstName: 'One more', tagIds: [newPublicId()] })).status,
    ).toBe(402)
    expect((await account.call('DELETE', `/profile/${ids[9]}`)).status).toBe(204)
    expect((await account.call('POST', '/profile', { firstName: 'One more' })).status).toBe(201)
  })

  test('the last place asked for twenty times by the same person goes to that person', async () => {
    const account = await running.account({ billingStatus: 'trialing', trialEndsAt: future() })
    for (let at = 0; at < 9; at += 1) await newId(account, { firstName: `Person ${at}` })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.call('POST', '/profile', { email: 'last@test.test' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
  })
})

test('a token whose account is gone is refused', async () => {
  const account = await running.account()
  await running.db.admin('delete from account where id = $1', [account.id])
  for (const [method, path] of [
    ['GET', '/profiles'],
    ['GET', '/test'],
    ['POST', '/profile'],
  ] as const) {
    const answer = await account.call(method, path)
    expect(answer.status).toBe(404)
    expectEnvelope(answer, path)
  }
})
