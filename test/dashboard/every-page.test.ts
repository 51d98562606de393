import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { desktop, goWithin, openDashboard } from '../support/dashboard.ts'
import { axe, layoutShifts, setOffline } from '../support/person.ts'
import { pseudoLocalize } from '../support/pseudo-locale.ts'
import { mailboxMessages } from '../support/signing-in.ts'

const paths = [
  'people',
  'invite',
  'campaigns',
  'links',
  'tags',
  'teams',
  'compare',
  'audit',
  'usage',
  'study',
  'settings',
  'settings/webhooks',
  'settings/connections',
  'settings/sender',
  'events',
  'messages',
  'welcome',
]

describe.skipIf(!browserAvailable)('every page of the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    await fixture.account.call('POST', '/profile', {
      firstName: 'Noor',
      lastName: 'Okafor',
      email: 'n@test.test',
    })
    await fixture.account.call('POST', '/tag', { label: 'Field', color: 'orange' })
  })
  afterAll(async () => browser?.close())

  test('has its own title and one heading, and fits a phone with longer text', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    const titles = new Set<string>()
    for (const path of paths) {
      await goWithin(page, `/${path}`)
      await isSettled(page)
      // The title gets the name a moment after the page shows it.
      await page.waitForFunction((before) => !before.includes(document.title), ['', 'Timbre', ...titles])
      titles.add(await page.title())
      expect(await page.locator('h1').count(), path).toBe(1)
      await fits(page, path, [['long', 320]])
    }
    expect(titles.size).toBe(paths.length)
    expect(faults).toEqual([])
  })

  test('is loaded without a shift, and fits right-to-left text, and longer text on a desktop', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    for (const path of paths) {
      await page.goto(`${fixture.url}/${path}`)
      await isSettled(page)
      expect.soft(await layoutShifts(page), path).toEqual([])
      await fits(page, path, [
        ['mirrored', 320],
        ['long', 1280],
        ['mirrored', 1280],
      ])
    }
    expect(faults).toEqual([])
  })

  test('of usage draws what people did, names every stroke to keys and fingers, and saves table and picture', {
    tags: 'long',
  }, async () => {
    const { admin } = fixture.running.db
    const { id } = fixture.account
    const today = new Date().toISOString().slice(0, 10)
    // Eight were invited five days ago. One completion three days ago, four a day later, and two in the period before.
    await admin(
      `insert into activity (account_id, slot, invited, opened, started, completed, invited_opened, invited_started,
          invited_completed)
       values ($1, $2::date - 5 + time '09:00', 8, 0, 0, 0, 7, 6, 5),
         ($1, $2::date - 3 + time '09:00', 0, 1, 1, 1, 0, 0, 0), ($1, $2::date - 2 + time '09:15', 0, 6, 5, 4, 0, 0, 0),
         ($1, $2::date - 40 + time '09:00', 2, 2, 2, 2, 2, 2, 2)`,
      [id, today],
    )
    await admin(
      `insert into opening_ten (account_id, number, people, ended_at, phone, tablet, desktop)
       values ($1, 1, 10, $2::date - 2, 6, 0, 4)`,
      [id, today],
    )
    await admin(
      `insert into completion_ten (account_id, number, people, ended_at, ok, caution, invalid, locales, minutes)
       values ($1, 1, 10, $2::date - 2, 8, 1, 1, '{de,de,de,de,de,de,de,en,en,en}', '{12,14,15,17,19,20,22,25,31,60}')`,
      [id, today],
    )
    await admin(`update account set preferences = '{"timezone":"UTC"}' where id = $1`, [id])
    const { page, faults } = await openDashboard(browser, fixture, '/usage', desktop)
    const chart = (name: string) => page.getByRole('figure', { name })
    const figure = async (name: string) =>
      (await page.locator('.usage-figures > div').filter({ hasText: name }).allInnerTexts()).join()
    await chart('Completions over time').waitFor()
    expect(await figure('Completed')).toBe('Completed\n5\n3 more than before')
    expect(await figure('Completion rate')).toBe('Completion rate\n63%\n5 of 8 invited, so far')
    expect(await figure('Median minutes')).toBe('Median minutes\n19.5\nHalf of the people took less')

    // Arrow keys go from stroke to stroke; the name is on the screen too.
    const strokes = chart('Completions over time').getByRole('img')
    expect(await strokes.count()).toBe(30)
    await strokes.first().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const named = page.locator('.usage-stroke:focus')
    const day = new Date(Date.parse(today) - 2 * 86_400_000)
    const dayName = day.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
    expect(await named.getAttribute('aria-label')).toMatch(
      new RegExp(`^\\w+ ${dayName}: 4 completed, 5 started, 6 opened, 0 invited$`),
    )
    expect(await chart('Completions over time').locator('.usage-name').textContent()).toBe(
      await named.getAttribute('aria-label'),
    )
    // Four completions are four times as high as one.
    const tall = async (at: number) =>
      (await strokes.nth(at).locator('rect:not(.usage-reach)').first().boundingBox())?.height ?? 0
    expect((await tall(27)) / (await tall(26))).toBeCloseTo(4, 1)
    const weekday = day.toLocaleDateString('en-GB', { timeZone: 'UTC', weekday: 'long' })
    await chart('When people complete')
      .getByRole('img', { name: `${weekday}, 09:00–10:00: 4 completed` })
      .hover()
    await page.getByText(`${weekday}, 09:00–10:00: 4 completed`, { exact: true }).waitFor()
    const names = (name: string) =>
      chart(name)
        .getByRole('img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(await names('Languages')).toEqual(['German: 7 of 10 people, 70%', 'English: 3 of 10 people, 30%'])
    expect(await names('Devices')).toEqual([
      'Phone: 6 of 10 people, 60%',
      'Tablet: 0 of 10 people, 0%',
      'Computer: 4 of 10 people, 40%',
    ])
    expect((await names('Reliability of answers')).at(-1)).toBe('Unreliable: 1 of 10 people, 10%')
    await chart('How far invited people have come')
      .getByText('Most people are lost before “Opened”: 1, not counting those invited in the last 3 days.')
      .waitFor()

    const choose = async (item: string, name: string) => {
      await page.getByRole('button', { name: `More about ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const saved = async (item: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(item, 'Devices')])
      return { file: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const csv = await saved('Download CSV')
    expect(csv.file).toMatch(/^devices-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv.bytes.toString()).toBe(
      '\uFEFFDevice,People,Percent\r\nPhone,6,60%\r\nTablet,0,0%\r\nComputer,4,40%\r\n',
    )
    const picture = await saved('Save picture')
    // The bars have the color of ink, and as much of it as the numbers say.
    const { data, info } = await sharp(picture.bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const inked = (row: number) => {
      let count = 0
      for (let x = 0; x < info.width; x += 1) {
        const [red = 0, green = 0, blue = 0] = data.subarray((row * info.width + x) * 3)
        if (Math.abs(red - 0x6b) + Math.abs(green - 0x2a) + Math.abs(blue - 0x5e) < 12) count += 1
      }
      return count
    }
    const [phone, tablet, computer] = [0, 1, 2].map((bar) => inked((24 + 64 + bar * 36 + 18) * 2))
    expect((phone ?? 0) / (computer ?? 1)).toBeCloseTo(1.5, 1)
    expect(tablet).toBe(0)

    await choose('Show table', 'Completions over time')
    await page.locator('.usage-table-area:focus').waitFor()
    const rows = page.getByRole('table', { name: 'Completions over time' }).getByRole('row')
    expect(await rows.nth(28).getByRole('cell').allTextContents()).toEqual([
      day.toISOString().slice(0, 10),
      ...['0', '6', '5', '4'],
    ])
    expect(await axe(page)).toEqual([])
    // Another period is in the address, and what is compared with it has nothing.
    await page.getByLabel('Period').selectOption('Last 365 days')
    await page.waitForURL(/period=year/)
    await page.getByText('Nothing to compare with yet').first().waitFor()
    expect(await figure('Completed')).toContain('\n7\n')
    // On a phone nothing is wider than the screen, and a finger names a stroke.
    await page.setViewportSize({ width: 320, height: 700 })
    const tapped = chart('Devices').getByRole('img').first()
    await tapped.dispatchEvent('pointerdown', { pointerType: 'touch' })
    await tapped.dispatchEvent('pointerout', { pointerType: 'touch' })
    expect(await chart('Devices').locator('.usage-name').textContent()).toBe('Phone: 6 of 10 people, 60%')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(faults).toEqual([])
    for (const table of ['activity', 'opening_ten', 'completion_ten'])
      await admin(`delete from ${table} where account_id = $1`, [id])
    await page.goto(`${fixture.url}/usage`)
    await page.getByRole('heading', { name: 'No activity yet' }).waitFor()
    await page.getByRole('link', { name: 'Invite people' }).waitFor()
  })

  test('is usable by shortcuts, which a dialog lists and turns off, without motion, and announces results', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/usage', {
      ...desktop,
      reducedMotion: 'reduce',
    })
    await page.keyboard.press('Control+k')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await page.keyboard.type('noor')
    await page.getByRole('option', { name: /Noor Okafor/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Noor Okafor', level: 1 }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')

    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.getByText('Go to Teams').waitFor()
    await page.getByText('Go to Campaigns').waitFor()
    expect(await axe(page)).toEqual([])
    const durations = await page.evaluate(() =>
      document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0)),
    )
    expect(Math.max(0, ...durations)).toBe(0)
    await page.getByRole('checkbox', { name: /Keys without Ctrl/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Keys' }).count()).toBe(0)
    await page.keyboard.type('company logo')
    await page.getByRole('option', { name: 'Logo Setting' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h2:focus', { hasText: 'Logo' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#logo')

    await goWithin(page, '/audit')
    const groups = page.getByLabel('What was done').locator('optgroup')
    expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('label')))).toEqual([
      ...['People', 'Invites, campaigns and orders', 'Results', 'Tags and teams', 'Members and sign-in'],
      ...['Apps, keys and webhooks', 'Settings and messages'],
    ])
    expect(await groups.nth(2).locator('option').allTextContents()).toEqual([
      ...['Create report link', 'Delete report link', 'Generate debrief'],
    ])
    await page.getByLabel('What was done').selectOption('Create tag')
    await page.getByText('1 entry').waitFor()
    expect(new URL(page.url()).searchParams.get('action')).toBe('create_tag')
    expect(await page.locator('.audit-table tbody').textContent()).toMatch(/API key.*Create tag.*Tag.*Field/)
    expect(await axe(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(',create_tag,tag,')
    expect(faults).toEqual([])
  })

  const refusals = [
    [421, 'This account lives in another region'],
    [403, 'You don’t have access'],
    [404, 'Not here'],
    [500, 'That did not work'],
  ] as const

  test('says why it is refused', async () => {
    await showRefusals(refusals.slice(0, 1))
  })

  test('says why it is refused, for each other reason', { tags: 'long' }, async () => {
    await showRefusals(refusals.slice(1))
  })

  async function showRefusals(given: readonly (readonly [status: number, title: string])[]) {
    const { page } = await openDashboard(browser, fixture, '/settings', desktop)
    for (const [status, title] of given) {
      const json = { error: { code: 'refused', message: 'So it is.', requestId: 'r-1' } }
      await page.route('**/api/v4/profile/**', (route) => route.fulfill({ status, json }))
      await goWithin(page, `/people/${status.toString(16).padStart(24, '0')}`)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByText('Reference r-1').waitFor()
      await page.unroute('**/api/v4/profile/**')
    }
  }

  const themes = [
    ['dark', 'Light'],
    ['light', 'Dark'],
  ] as const
  const themeTitle = 'is drawn in the theme that was chosen where the system is %s: %s'

  test('is drawn in the theme that was chosen, also after it is loaded again', async () => {
    const { page } = await openDashboard(browser, fixture, '/people', { ...desktop, colorScheme: 'dark' })
    await chooseTheme(page, 'dark', 'Light')
    await page.reload()
    await isSettled(page)
    expect(await brightness(page)).toBeGreaterThan(128)
  })

  test.each(themes)(themeTitle, { tags: 'long' }, async (system, choice) => {
    const { page } = await openDashboard(browser, fixture, '/people', { ...desktop, colorScheme: system })
    const isLight = () => brightness(page).then((value) => value > 128)
    await chooseTheme(page, system, choice)
    await goWithin(page, '/settings')
    await isSettled(page)
    expect(await isLight()).toBe(choice === 'Light')
    await page.goto(`${fixture.url}/people`)
    await isSettled(page)
    expect(await isLight()).toBe(choice === 'Light')
    expect(await barColor(page)).toBe(choice === 'Light' ? '#f5f7f4' : '#0f1412')
    expect(await axe(page)).toEqual([])
    await page.locator('.account-menu > summary').click()
    await page.getByLabel('System').check()
    expect(await isLight()).toBe(system === 'light')
  })

  /** Chooses a theme other than that of the system, and looks at the screen before and after. */
  async function chooseTheme(page: Page, system: 'light' | 'dark', choice: 'Light' | 'Dark'): Promise<void> {
    const isLight = () => brightness(page).then((value) => value > 128)
    await isSettled(page)
    expect(await isLight()).toBe(system === 'light')
    await page.locator('.account-menu > summary').click()
    await page.getByLabel(choice, { exact: true }).check()
    expect(await isLight()).toBe(choice === 'Light')
    expect(await barColor(page)).toBe(choice === 'Light' ? '#f5f7f4' : '#0f1412')
  }

  test('survives an update, a lost connection and a lost session, and keeps input', async () => {
    const { page, context } = await openDashboard(browser, fixture, '/invite', { ...desktop, isFresh: true })
    const field = page.locator('textarea.invite-lines')
    await isSettled(page)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/assets/page-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await field.fill('amara@example.com')
    const usage = page.getByRole('link', { name: 'Usage' })
    const gone = page.waitForResponse((answer) => answer.status() === 404)
    await usage.hover()
    await gone
    expect(await field.inputValue()).toBe('amara@example.com')
    expect(loads).toBe(0)
    await usage.click()
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.goBack()
    await isSettled(page)
    expect(await field.inputValue()).toBe('amara@example.com')

    await setOffline(page, true)
    await page.getByText('No connection.').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'No connection', level: 1 }).waitFor()
    await setOffline(page, false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.goBack()
    await isSettled(page)

    await page.evaluate(() => localStorage.removeItem('timbre.tokens'))
    await context.clearCookies()
    await field.fill('amara@example.com\nbilal@example.com')
    await page.getByText('You are signed out').waitFor()
    await page.getByText('Only the list is needed.').waitFor()
    const opening = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const beside = await opening
    const letters = () => mailboxMessages(fixture.url, fixture.owner.email)
    const before = (await letters()).length
    await beside.getByLabel('Email', { exact: true }).fill(fixture.owner.email)
    await beside.keyboard.press('Enter')
    const code = beside.getByLabel('Code', { exact: true })
    await code.waitFor()
    await expect.poll(async () => (await letters()).length).toBe(before + 1)
    const [letter] = await letters()
    await code.fill(/\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '')
    await beside.keyboard.press('Enter')
    await page.getByText('You are signed out').waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('amara@example.com\nbilal@example.com')
    await page.getByRole('button', { name: 'Send 2 invites' }).waitFor()
    await context.close()
  })

  test('passes axe where the session is lost', { tags: 'long' }, async () => {
    const { page, context } = await openDashboard(browser, fixture, '/invite', { ...desktop, isFresh: true })
    await isSettled(page)
    await page.evaluate(() => localStorage.removeItem('timbre.tokens'))
    await context.clearCookies()
    await page.locator('textarea.invite-lines').fill('amara@example.com')
    await page.getByText('You are signed out').waitFor()
    expect(await axe(page)).toEqual([])
    await context.close()
  })

  test('requests no progress while it is hidden', { tags: 'long' }, async () => {
    const { page, context } = await openDashboard(browser, fixture, '/welcome', { ...desktop, isFresh: true })
    await page.clock.install()
    await page.goto(`${fixture.url}/welcome`)
    await page.getByLabel('Your email address').fill('owner@test.test')
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.getByText('1 of 4 done').waitFor()
    // Requests made while the page was visible do not count.
    await see(page, 'hidden')
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/profiles/progress')) requests += 1
    })
    await page.clock.runFor(60_000)
    expect(requests).toBe(0)
    const again = page.waitForRequest('**/profiles/progress*')
    await see(page, 'visible')
    await page.clock.runFor(6_000)
    await again
    await context.close()
  })
})

const isSettled = async (page: Page) => {
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
}

/** As if the tab were hidden or shown again. */
function see(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

/** Nothing is cut off with such texts at such a width. Leaves the texts as they were. */
async function fits(page: Page, path: string, looks: ['long' | 'mirrored', width: number][]): Promise<void> {
  const words = await wordsOf(page)
  for (const [tongue, width] of looks) {
    const said = words.map((word) => pseudoLocalize(word, tongue))
    await say(page, said, tongue === 'long' ? 'ltr' : 'rtl')
    await page.setViewportSize({ width, height: 860 })
    // At another width, rows turn into cards a moment later; measure what people see then.
    await expect.poll(() => clippedElements(page), { message: `${path}, ${tongue}, ${width} px` }).toEqual([])
  }
  await say(page, words, 'ltr')
}

/** The texts of the page, one entry each. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const spoken = texts.filter((text) => !text.parentElement?.closest('script, code, pre, kbd, title, bdi'))
    Object.assign(globalThis, { spoken })
    return spoken.map((one) => one.data)
  })
}

function say(page: Page, words: readonly string[], direction: 'ltr' | 'rtl'): Promise<void> {
  return page.evaluate(
    ([said, dir]) => {
      document.documentElement.dir = dir
      const { spoken } = globalThis as unknown as { spoken: Text[] }
      for (const [at, one] of spoken.entries()) one.data = said[at] ?? ''
    },
    [words, direction] as const,
  )
}

/** Mean brightness of a quarter of the screen, 0 (black) to 255 (white). */
async function brightness(page: Page): Promise<number> {
  const { channels } = await sharp(
    await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 430 } }),
  ).stats()
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The color that a phone's browser takes for its own bars: that of the first element whose condition is true. */
function barColor(page: Page): Promise<string | undefined> {
  return page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all) => (all as HTMLMetaElement[]).find(({ media }) => matchMedia(media).matches)?.content)
}
