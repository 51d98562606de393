import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { take } from '../support/taking.ts'
import {
  cookieOf,
  createShareLink,
  followLink,
  inviteTestPerson,
  startShared,
} from '../web/taker-requests.ts'

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
        pendingRetention: null,
        logoUrl: null,
        credits: null,
        state: 'active',
        region: 'us',
        mode: 'demo',
        sees: 'everyone',
        usage: { profiles: 0, profileLimit: null, reports: 0, reportLimit: null, quotas: [] },
      },
    })
    const { body: plain } = await account.call('GET', '/account?includeTags=false')
    expect(plain).toEqual(body)
  })

  test('200 with the end of the trial in whole seconds', { tags: 'long' }, async () => {
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
    expect(await usage()).toEqual({ ...full, reports: 3, reportLimit: limits.reports, quotas: [] })
    expect((await one.call('POST', '/profile', { firstName: 'Ada' })).body.error.code).toBe(
      'trial_profile_cap',
    )
    await tables.rows(`update account set billing_status = 'active' where id = $1`, [one.id])
    expect(await usage()).toEqual({
      profiles: limits.profiles,
      profileLimit: null,
      reports: 7,
      reportLimit: null,
      quotas: [],
    })
  })

  test('200 counts the reports', { tags: 'long' }, async () => {
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

  test('200 with more tags than a page of tags holds', { tags: 'long' }, async () => {
    const many = await running.account()
    await tables.rows(
      `insert into tag (account_id, id, created_at, updated_at, label, color)
       select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'Tag ' || n, 'blue' from generate_series(1, 250) n`,
      [many.id],
    )
    expect((await many.call('GET', '/account?includeTags=true')).body.data.tags).toHaveLength(250)
  })

  test('403 without account:read, whatever the query', { tags: 'long' }, async () => {
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

  test('401 without a token, 403 for a paused account, 404 for a deleted one', { tags: 'long' }, async () => {
    expect((await fetch(`${running.baseUrl}/account`)).status).toBe(401)
    const paused = await running.account({ paused: true })
    const refused = await paused.call('GET', '/account')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_paused'])
    expect(refused.body.error.message).toContain('Ask your administrator')
    const gone = await running.account()
    await tables.rows('delete from account where id = $1', [gone.id])
    expect((await gone.call('GET', '/account')).status).toBe(404)
  })

  test('reading changes nothing', { tags: 'long' }, async () => {
    await tables.expectUnchanged(() => account.call('GET', '/account?includeTags=true'))
  })
})

describe('GET /usage', () => {
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' }
  const none = { invited: 0, opened: 0, started: 0, completed: 0 }

  test('200 with what people did, through an invite and through a public link; and what each used, in tens only', async () => {
    const one = await running.account({ preferences: { timezone: 'Asia/Tokyo' } })
    const invited = await inviteTestPerson(running, one, { locale: 'de' })
    const cookie = cookieOf(await followLink(invited.link, iPhone))
    await take(running, { ...invited, cookie }, 1, ['disc', 'focus', 'core'])
    await startShared(await createShareLink(one), { firstName: 'Bo' }, iPhone)
    const { status, body } = await one.call('GET', '/usage')
    expect(status).toBe(200)
    const { usage } = body
    const days = Array.from({ length: 30 }, (_, ago) => {
      const day = new Date(Date.now() - (29 - ago) * 86_400_000).toLocaleDateString('sv', {
        timeZone: 'Asia/Tokyo',
      })
      return {
        from: day,
        to: day,
        ...(ago === 29 ? { invited: 2, opened: 2, started: 1, completed: 1 } : none),
      }
    })
    expect(usage).toMatchObject({
      from: days[0]?.from,
      to: days[29]?.to,
      interval: 'day',
      timeZone: 'Asia/Tokyo',
      countedSince: days[29]?.to,
      totals: { invited: 2, opened: 2, started: 1, completed: 1, medianMinutes: null },
      previous: { ...none, medianMinutes: null },
      funnel: { invited: 2, opened: 2, started: 1, completed: 1 },
      languages: { people: 0, counts: [] },
      devices: { people: 0, phone: 0, tablet: 0, desktop: 0, unknown: 0 },
      reliability: { people: 0, ok: 0, caution: 0, invalid: 0, unassessed: 0 },
    })
    expect(usage.buckets).toEqual(days)
    expect(usage.hours).toEqual([{ weekday: expect.any(Number), hour: expect.any(Number), completed: 1 }])
    // Eight more of whom only the device and the language matter: the second ten begins after them.
    await tables.rows(
      `update opening_ten set people = 10, phone = phone + 7, tablet = 1 where account_id = $1`,
      [one.id],
    )
    await tables.rows(
      `update completion_ten set people = 10, locales = locales || array_fill('fr'::text, array[9]),
          minutes = minutes || array_fill(20::smallint, array[9]), caution = 9 where account_id = $1`,
      [one.id],
    )
    const later = (await one.call('GET', '/usage?timeZone=Europe/Berlin&interval=week')).body.usage
    expect(later).toMatchObject({
      interval: 'week',
      timeZone: 'Europe/Berlin',
      totals: { medianMinutes: 20 },
      languages: {
        people: 10,
        counts: [
          { locale: 'fr', people: 9 },
          { locale: 'de', people: 1 },
        ],
      },
      devices: { people: 10, phone: 9, tablet: 1, desktop: 0, unknown: 0 },
      reliability: { people: 10, caution: 9 },
    })
  })

  test('200 for a longer period by week or month unless asked otherwise', async () => {
    const intervalOf = async (query: string) =>
      (await account.call('GET', `/usage?${query}`)).body.usage.interval
    expect(await intervalOf('from=2026-01-01&to=2026-04-02')).toBe('day')
    expect(await intervalOf('from=2026-01-01&to=2026-04-03')).toBe('week')
    expect(await intervalOf('from=2025-01-01&to=2026-04-03')).toBe('month')
  })

  test.each([
    ['timeZone=Mars/Olympus', 'timeZone is not a time zone of the IANA list'],
    ['timeZone=%2B01:00', 'timeZone is not a time zone of the IANA list'],
    ['from=2026-02-30', 'from is not a date that exists'],
    ['from=2026-03-02&to=2026-03-01', 'from must not be after to.'],
    ['from=2020-01-01&to=2026-03-01', 'The period is too long'],
    ['from=2025-01-01&to=2026-03-01&interval=day', 'interval is too short'],
    ['interval=hour', 'interval must be day, week or month'],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await account.call('GET', `/usage?${query}`)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
  })
})
