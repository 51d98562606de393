import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

const withScopes = async (scopes: string) =>
  callAs(running.baseUrl, await signIn(running.baseUrl, account, scopes))

describe('GET /account', () => {
  test('200 with every documented field, and no tags unless requested', async () => {
    const { status, body } = await account.call('GET', '/account')
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 200,
      status: 'success',
      data: {
        id: account.id,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        name: 'Northwind',
        type: 'organization',
        billing: { status: 'active', trialEndDate: null },
        reportsGenerated: 0,
        trialReportsUsed: 0,
        preferences: {},
        logoUrl: null,
        credits: null,
        state: 'active',
        region: 'us',
        mode: 'demo',
        sees: 'everyone',
        usage: { profiles: 0, profileLimit: null, reports: 0, reportLimit: null },
      },
    })
    const { body: plain } = await account.call('GET', '/account?includeTags=false')
    expect(plain).toEqual(body)
  })

  test('200 with the end of the trial in whole seconds', async () => {
    const trialEndsAt = new Date('2031-02-03T04:05:06.789Z')
    const trial = await running.account({ billingStatus: 'trialing', trialEndsAt })
    const { body } = await trial.call('GET', '/account')
    expect(body.data.billing).toEqual({ status: 'trialing', trialEndDate: 1927857906 })
  })

  test('200 shows how much of a trial is used and its limits, and 402 follows at those limits', async () => {
    const { service, account: open } = running
    const { trial: limits } = service.parts.installation
    const trialEndsAt = new Date('2031-02-03')
    const one = await open({ billingStatus: 'trialing', trialEndsAt })
    const usage = async () => (await one.call('GET', '/account')).body.data.usage
    await tables.rows('update account set reports_generated = 7, trial_reports_used = 3 where id = $1', [
      one.id,
    ])
    for (let left = limits.profiles; left > 0; left -= 1) {
      expect((await one.call('POST', '/profile', { firstName: 'Ada' })).status).toBe(201)
    }
    const full = { profiles: limits.profiles, profileLimit: limits.profiles }
    expect(await usage()).toEqual({ ...full, reports: 3, reportLimit: limits.reports })
    expect((await one.call('POST', '/profile', { firstName: 'Ada' })).body.error.code).toBe(
      'trial_profile_cap',
    )
    await tables.rows(`update account set billing_status = 'active' where id = $1`, [one.id])
    expect(await usage()).toEqual({
      profiles: limits.profiles,
      profileLimit: null,
      reports: 7,
      reportLimit: null,
    })
  })

  test('200 counts the reports', async () => {
    const one = await running.account()
    await tables.rows('update account set reports_generated = 7, trial_reports_used = 3 where id = $1', [
      one.id,
    ])
    const { body } = await one.call('GET', '/account')
    expect(body.data).toMatchObject({ reportsGenerated: 7, trialReportsUsed: 3 })
  })

  test('200 with the tags in full, and only those of the account', async () => {
    const one = await running.account()
    const { body: made } = await one.call('POST', '/tag', { label: 'Field', color: 'blue' })
    await one.call('POST', '/tag', { label: 'Alpha', color: 'red' })
    const { body: person } = await one.call('POST', '/profile', { firstName: 'Ada', tagIds: [made.tag.id] })
    await account.call('POST', '/tag', { label: 'Foreign', color: 'zinc' })
    const { status, body } = await one.call('GET', '/account?includeTags=true')
    expect(status).toBe(200)
    expect(body.data.tags).toHaveLength(2)
    expect(body.data.tags).toContainEqual({ ...made.tag, profiles: [person.profile.id] })
    expect(body.data.tags.map((tag: { label: string }) => tag.label).sort()).toEqual(['Alpha', 'Field'])
  })

  test('200 with more tags than a page of tags holds', async () => {
    const many = await running.account()
    await tables.rows(
      `insert into tag (account_id, id, created_at, updated_at, label, color)
       select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'Tag ' || n, 'blue' from generate_series(1, 250) n`,
      [many.id],
    )
    expect((await many.call('GET', '/account?includeTags=true')).body.data.tags).toHaveLength(250)
  })

  test('403 without account:read, whatever the query', async () => {
    const call = await withScopes('account:write tags:manage profiles:read')
    for (const query of ['', '?includeTags=true', '?includeTags=perhaps']) {
      const refused = await call('GET', `/account${query}`)
      expect(refused.status, query).toBe(403)
      expectEnvelope(refused, query)
      expect(refused.body.error.code).toBe('insufficient_scope')
      expect(refused.headers.get('www-authenticate')).toMatch(/scope="account:read( tags:manage)?"/)
      expect(refused.text).not.toContain('Northwind')
    }
  })

  test('403 for tags without tags:manage, naming both scopes; 200 without them', async () => {
    const call = await withScopes('account:read')
    const refused = await call('GET', '/account?includeTags=true')
    expect(refused.status).toBe(403)
    expectEnvelope(refused, 'tags')
    expect(refused.body.error.details).toEqual({ scopes: ['account:read', 'tags:manage'] })
    expect(refused.headers.get('www-authenticate')).toContain('scope="account:read tags:manage"')
    expect((await call('GET', '/account')).status).toBe(200)
    expect((await call('GET', '/account?includeTags=false')).status).toBe(200)
    const both = await withScopes('account:read tags:manage')
    expect((await both('GET', '/account?includeTags=true')).status).toBe(200)
  })

  test('400 for a value that is not boolean and for an unknown parameter, with a hint', async () => {
    const wrong = await account.call('GET', '/account?includeTags=yes')
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toMatchObject({ param: 'includeTags' })
    const unknown = await account.call('GET', '/account?includeTag=true')
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.message).toContain('Did you mean "includeTags"?')
  })

  test('401 without a token, 403 for a paused account, 404 for a deleted one', async () => {
    expect((await fetch(`${running.baseUrl}/account`)).status).toBe(401)
    const paused = await running.account({ paused: true })
    const refused = await paused.call('GET', '/account')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_paused'])
    expect(refused.body.error.message).toContain('Ask your administrator')
    const gone = await running.account()
    await tables.rows('delete from account where id = $1', [gone.id])
    expect((await gone.call('GET', '/account')).status).toBe(404)
  })

  test('reading changes nothing', async () => {
    await tables.expectUnchanged(() => account.call('GET', '/account?includeTags=true'))
  })
})
