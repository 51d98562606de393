import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, openDashboard, phone } from '../support/dashboard.ts'
import { axe, layoutShifts } from '../support/person.ts'

describe.skipIf(!browserAvailable)('the list of people', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    await settle(fixture)
  })
  afterAll(async () => browser?.close())

  test('keeps search, filters, order and page in the address, also over a reload and Back', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    await said(page, '28 people')
    await rows(page).nth(24).waitFor()
    expect(await rows(page).count()).toBe(25)
    await page.getByText('Not invited').first().waitFor()
    expect(await page.getByRole('table', { name: 'People' }).count()).toBe(1)
    expect(await axe(page)).toEqual([])
    expect(await layoutShifts(page)).toEqual([])
    const searches: string[] = []
    page.on('request', (request) => {
      if (/\/profiles\?.*search=/.test(request.url())) searches.push(request.url())
    })
    await page.keyboard.press('/')
    // Typed in one go: however slow the machine, no key comes after the request.
    await page.evaluate(() => {
      for (const letter of 'oka') document.execCommand('insertText', false, letter)
    })
    await said(page, '1 person')
    expect(searches).toHaveLength(1)
    expect(await rows(page).first().textContent()).toContain('Noor Okafor')
    expect(new URL(page.url()).searchParams.get('search')).toBe('oka')
    await page.getByRole('button', { name: '“oka”' }).click()
    await said(page, '28 people')
    const field = page.getByPlaceholder('Search people')
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await focused(page)).toBe('People')

    await page.getByText('Tag', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Leads' }).check()
    await said(page, '2 people')
    await page.keyboard.press('Escape')
    await page.reload()
    await said(page, '2 people')
    await page.getByRole('list', { name: 'Filters' }).filter({ hasText: 'Tag Leads' }).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await said(page, '28 people')
    expect(await focused(page)).toBe('People')

    const order = page.getByLabel('Order')
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
    expect((await order.boundingBox())?.y).toBeLessThan(await top('.people-list'))
    await page.getByText('Tone: one bar for each of 30 facets').waitFor()
    await order.selectOption('Name, A to Z')
    await page.getByText('Adeyemi').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('26–28 of 28').waitFor()
    await page.locator('.people-list[aria-busy="false"]').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ sort: 'name', page: '2' })
    await rows(page).last().getByRole('link').click()
    await page.waitForURL(/\/people\/\w+/)
    // Cached data shows right away, even if the service no longer answers.
    await page.route('**/api/v4/**', () => {})
    await page.goBack()
    await page.getByText('26–28 of 28').waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)
    expect(faults).toEqual([])
  })

  test('finds an address, and has a tab for each status', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    await said(page, '28 people')
    const field = page.getByPlaceholder('Search people')
    await field.fill('noor@example.com')
    await said(page, '1 person')
    expect(await rows(page).first().textContent()).toContain('Noor Okafor')
    await field.fill('')
    await said(page, '28 people')

    const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
    await tab(/^All\s*28$/).waitFor()
    await tab(/^Sent\s*1$/).click()
    await said(page, '1 person')
    expect(await rows(page).allTextContents()).toEqual([expect.stringContaining('Zhang')])
    expect(new URL(page.url()).searchParams.get('status')).toBe('sent')
    await tab(/^Not invited\s*27$/).click()
    await said(page, '27 people')
    await tab(/^All/).click()
    await said(page, '28 people')
    expect(faults).toEqual([])
  })

  test('changes tags of many with the difference, undo and the way back, invites and exports them', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people?sort=name&limit=50', desktop)
    await said(page, '28 people')
    await rows(page).nth(27).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Yates')
    const boxes = rows(page).getByRole('checkbox')
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    expect(await page.getByRole('link', { name: 'Compare' }).getAttribute('href')).toMatch(
      /^\/compare\?profileIds=(.*[0-9a-f]{24}){3}/,
    )

    const leads = page.locator('[data-person][data-chosen] .tag-chip', { hasText: 'Leads' })
    expect(await leads.count()).toBe(0)
    await page.getByRole('button', { name: 'Change tags' }).click()
    await page.getByRole('checkbox', { name: 'Leads' }).check()
    await page.getByText('Add Leads to 3 people').waitFor()
    await page.getByRole('button', { name: 'Save tags' }).click()
    await page.getByText('Leads added to 3 people').waitFor()
    await expect.poll(() => leads.count()).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Tags are as before').waitFor()
    await expect.poll(() => leads.count()).toBe(0)

    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByText('1 of 3 has no email address or phone number and will be skipped.').waitFor()
    const by = page.getByRole('group', { name: 'Send by' })
    expect(await by.locator('label').allTextContents()).toEqual([
      'Email (text message if no email)',
      'Email only',
      'Text message only',
    ])
    await by.getByLabel('Email only').check()
    await page.getByText('1 of 3 has no email address and will be skipped.').waitFor()
    await by.getByLabel('Email (text message if no email)').check()
    await page.getByLabel('Campaign name').fill('Leads, spring')
    await page.getByLabel('Personal note').fill('We talk about it on Friday.')
    await page.getByLabel('Remind after days').fill('2')
    await page.locator('.email-frame').getByText('We talk about it on Friday.').waitFor()
    const send = page.getByRole('button', { name: 'Send 2 invites' })
    const { y = 0, height = 0 } = (await send.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(desktop.viewport.height)
    await send.click()
    await page.getByText('2 sent, 1 skipped: has no email address').waitFor()
    await page.getByText('Skipped: has no email address', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'See campaign' }).click()
    await page.getByRole('heading', { name: 'Leads, spring', level: 1 }).waitFor()
    // What is due at night is sent in the morning.
    const reminder = new Date(Date.now() + 51 * 3_600_000)
    const form = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    const date = reminder.toLocaleDateString('en-GB', form)
    await page.getByText(new RegExp(`days? after each invite: ${date}$`)).waitFor()
    expect(await page.locator('.campaign-funnel .figures').first().textContent()).toMatch(/^2\b/)
    await page.goBack()
    await page
      .locator('[data-person]', { hasText: /Sent today|Waiting to be sent/ })
      .nth(1)
      .waitFor()

    await fixture.running.service.drainOutbox()
    for (const place of [0, 1, 2]) await boxes.nth(place).check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByText('2 of 3 were invited today.').waitFor()
    await page.getByRole('button', { name: 'Send 2 invites' }).waitFor()
    await page.getByLabel('Leave these people out').check()
    await page.getByRole('button', { name: 'Send invites' }).last().waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.locator('.page-actions').getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 28 people' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text.startsWith('\uFEFFid,firstName,')).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(29)
    expect(text).toContain(",'=SUM(A1),")
    expect(text).toContain(',Noor,Okafor,noor@example.com,')
    expect(faults).toEqual([])
  })

  test('leaves no campaign without people if the dialog is closed while it is created', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people?sort=name&limit=50', desktop)
    await said(page, '28 people')
    for (const name of ['Okafor', 'Yates'])
      await rows(page).filter({ hasText: name }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByLabel('Campaign name').fill('Closed early')
    const closed = Promise.withResolvers<void>()
    await page.route('**/api/v4/campaign', async (route) => {
      await closed.promise
      await route.continue()
    })
    const created = page.waitForResponse(/\/api\/v4\/campaign$/)
    await page.getByRole('button', { name: 'Send 2 invites' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    closed.resolve()
    await created
    await page.goto(`${fixture.url}/campaigns`)
    await page.getByRole('link', { name: 'Closed early' }).click()
    await page.getByRole('heading', { name: 'Closed early', level: 1 }).waitFor()
    expect(await page.locator('.campaign-funnel .figures').first().textContent()).toMatch(/^2\b/)
    expect(faults).toEqual([])
  })

  test('invites by email, and by text message those without an email address', async () => {
    const [mail, phone] = ['both.ways@example.com', '+4915199999901']
    for (const [one, lastName] of [
      [{ email: mail }, 'Zz Bymail'],
      [{ phone }, 'Zz Byphone'],
    ] as const)
      await fixture.account.call('POST', '/profile', { ...one, firstName: 'Zoe', lastName })
    const { page, faults } = await openDashboard(browser, fixture, '/people?search=Zz', desktop)
    await said(page, '2 people')
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByText('Text messages have no last day and no personal note.').waitFor()
    await page.getByRole('button', { name: 'Send 2 invites' }).click()
    await page.getByText('2 sent', { exact: true }).waitFor()
    const sent = await fixture.running.db.admin<{ recipient: string; channel: string }>(
      'select recipient, channel from invite where recipient in ($1, $2) order by channel',
      [mail, phone],
    )
    expect(sent).toEqual([
      { recipient: mail, channel: 'email' },
      { recipient: phone, channel: 'sms' },
    ])
    for (const { id } of (await fixture.account.call('GET', '/profiles?search=Zz')).body.profiles)
      await fixture.account.call('DELETE', `/profile/${id}`)
    expect(faults).toEqual([])
  })

  test('leaves tags as they are if refused, and undoes only what no one else has changed since', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people?sort=name&limit=50', desktop)
    await said(page, '28 people')
    for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').check()
    const leads = page.locator('[data-person][data-chosen] .tag-chip', { hasText: 'Leads' })
    await page.route('**/api/v4/tag/*/profiles', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'busy', message: 'Somebody else was first.' } } }),
    )
    await page.getByRole('button', { name: 'Change tags' }).click()
    await page.getByRole('checkbox', { name: 'Leads' }).check()
    await page.getByText('Add Leads to 3 people').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Save tags' }).click()
    await page.getByText('stays as before. Somebody else was first.').waitFor()
    await expect.poll(() => leads.count()).toBe(0)
    expect(faults.splice(0).every((fault) => fault.includes('409'))).toBe(true)

    await page.unroute('**/api/v4/tag/*/profiles')
    await page.getByRole('button', { name: 'Change tags' }).click()
    await page.getByRole('checkbox', { name: 'Leads' }).check()
    await page.getByRole('button', { name: 'Save tags' }).click()
    await page.getByText('Leads added to 3 people').waitFor()
    const chosen = await page.locator('[data-person][data-chosen]').first().getAttribute('data-person')
    const { body: listed } = await fixture.account.call('GET', '/tags')
    const path = `/tag/${listed.tags[0].id}/profiles`
    for (const method of ['DELETE', 'POST'])
      await fixture.account.call(method, path, { profileIds: [chosen] })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone, except for 1 person whose tags someone else has changed since.').waitFor()
    await expect.poll(() => leads.count()).toBe(1)
    await fixture.account.call('DELETE', path, { profileIds: [chosen] })
    expect(faults).toEqual([])
  })

  test('marks people whose answers are unreliable on a desktop', { tags: 'long' }, async () => {
    await showUnreliable(desktop)
  })

  test('marks people whose answers are unreliable on a phone', { tags: 'long' }, async () => {
    await showUnreliable(phone)
  })

  async function showUnreliable(look: typeof desktop): Promise<void> {
    const { page } = await openDashboard(browser, fixture, '/tags', look)
    const outcomes = ['invalid', 'caution', 'ok']
    await page.route('**/api/v4/profiles?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const profiles = body.profiles.map((profile: object, at: number) => ({
        ...profile,
        isCompleted: true,
        dateCompleted: '2026-11-20T09:00:00.000Z',
        quality: outcomes[at] ? { outcome: outcomes[at], reasons: [] } : null,
      }))
      await route.fulfill({ response, json: { ...body, profiles } })
    })
    await goWithin(page, '/people')
    await rows(page).nth(2).getByText('Completed').waitFor()
    const states = await rows(page).locator('.people-state').allInnerTexts()
    expect(states[0]).toContain('Unreliable answers')
    expect(states[1]).toContain('Interpret with caution')
    for (const other of states.slice(2)) expect(other).not.toMatch(/Unreliable|caution/)
    expect(await clippedIn(page, '.people-doubt')).toEqual([])
    await page.getByText('Results', { exact: true }).click()
    const asked = page.waitForRequest(/\/profiles\?.*qualityOutcomes=invalid/)
    await page.getByRole('checkbox', { name: 'Unreliable answers' }).check()
    await asked
    await page.getByRole('list', { name: 'Filters' }).filter({ hasText: 'Unreliable answers' }).waitFor()
  }

  test('shows three lines per person on a phone, in dark mode too, without overflow', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', {
      ...phone,
      viewport: { width: 320, height: 700 },
      colorScheme: 'dark',
    })
    await said(page, '28 people')
    await page.getByText('Not invited').first().waitFor()
    expect(await layoutShifts(page)).toEqual([])
    expect((await rows(page).first().boundingBox())?.height).toBe(107)
    await page.getByRole('button', { name: 'Select people' }).tap()
    await page.getByLabel('Select everyone on this page').tap()
    await page.getByText('25 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 28 that match' }).tap()
    await page.getByText('28 selected').waitFor()
    expect(await page.getByText('that match').count()).toBe(0)
    await page.getByText('Style', { exact: true }).tap()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(faults).toEqual([])
  })

  test('shows the first step in an empty account', { tags: 'long' }, async () => {
    const empty = 'empty@test.test'
    await fixture.running.account({ name: 'Empty', owner: empty })
    const first = await openDashboard(browser, fixture, '/people', { ...desktop, email: empty })
    await first.page.getByRole('heading', { name: 'No one yet' }).waitFor()
    expect(await first.page.getByRole('link', { name: 'Invite people' }).count()).toBe(1)
    await first.page.getByText('claude mcp add').waitFor()
    expect(await axe(first.page)).toEqual([])
    expect(await layoutShifts(first.page)).toEqual([])
    expect(first.faults).toEqual([])
  })

  test('shows no actions without permission', { tags: 'long' }, async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'user' })
    const reader = await openDashboard(browser, fixture, '/people?search=zzzz', { ...desktop, email })
    await reader.page.getByRole('heading', { name: 'No one matches' }).waitFor()
    await reader.page.getByRole('button', { name: 'Clear all filters' }).click()
    await said(reader.page, '28 people')
    await rows(reader.page).first().getByRole('checkbox').click()
    await reader.page.getByRole('button', { name: 'Change tags' }).waitFor()
    expect(await reader.page.getByRole('button', { name: 'Send invites' }).count()).toBe(0)
    expect(await reader.page.getByRole('link', { name: 'Invite people' }).count()).toBe(0)
  })
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** The texts of these elements that are not wholly on the screen, or that something else covers. */
const clippedIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return left < 0 || right > innerWidth || !seen || !element.closest('[data-person]')?.contains(seen)
      })
      .map((element) => element.textContent),
  )

const rows = (page: Page) => page.locator('[data-person]')
/** The rows follow the count a moment later. */
async function said(page: Page, words: string): Promise<void> {
  await page.locator('.people-count', { hasText: new RegExp(`^${words}$`) }).waitFor()
  await page.locator('.people-list[aria-busy="false"]').waitFor()
}

/** Twenty-eight people, two of them leads, one without an address, and one whose name is a formula. */
async function settle({ account }: OAuthFixture): Promise<void> {
  const tag = await account.call('POST', '/tag', { label: 'Leads', color: 'emerald' })
  const tagIds = [tag.body.tag.id]
  const named = [
    { firstName: 'Noor', lastName: 'Okafor', email: 'noor@example.com', tagIds },
    { firstName: 'Zoë', lastName: 'Zhang', email: 'zoe@example.com', tagIds },
    { firstName: '=SUM(A1)', lastName: 'Yates', email: 'sum@example.com' },
    { firstName: 'Aaron', lastName: 'Adeyemi', customId: 'no-address' },
  ]
  const others = Array.from({ length: 24 }, (_, index) => ({
    firstName: 'Ben',
    lastName: `Brown ${String.fromCharCode(97 + index)}`,
    email: `ben-${index}@example.com`,
  }))
  for (const person of named) {
    const { status } = await account.call('POST', '/profile', person)
    if (status !== 201) throw new Error(`A person was answered with ${status}.`)
  }
  const { status } = await account.call('POST', '/profiles/import', { rows: others })
  if (status !== 200) throw new Error(`The list was answered with ${status}.`)
  const { body } = await account.call('GET', '/profiles?search=zoe')
  await account.call('POST', `/profile/${body.profiles[0].id}/invite/email`)
}
