import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard, phone } from '../support/dashboard.ts'
import { drawnFonts } from '../support/fonts.ts'
import { axe, layoutShifts, setOffline } from '../support/person.ts'
import { translatedDashboard } from '../support/translated-dashboard.ts'

const translated = translatedDashboard({
  de: { events: { title: 'Ereignisse', heads: { when: 'Zeit' } }, language: { title: 'Sprache' } },
  fr: { events: { title: 'Événements' } },
})

describe.skipIf(!browserAvailable)('the frame of the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture({}, { dashboardDocuments: translated.documents })
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('opens the account of a signed-in user without consent, and keeps its address on a reload', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/tags?x=1', desktop)
    // As on a first visit: the service has a session for this browser, the dashboard has no tokens.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.locator('.account-name', { hasText: 'Heron & Co' }).waitFor()
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe('/tags')
    expect(await axe(page)).toEqual([])
    expect(await layoutShifts(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    expect((await page.getByText('Skip to content').boundingBox())?.y).toBeGreaterThanOrEqual(0)

    const signOut = page.getByRole('button', { name: 'Sign out' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await signOut.waitFor()
    // On a busy machine the menu is shown a moment before it listens.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return signOut.isVisible()
      })
      .toBe(false)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Heron & Co')
    await page.locator('.account').click()
    await signOut.waitFor()
    await page.locator('main h1').click()
    await signOut.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('draws text in its own fonts, as do sign-in and members, which have its menu and its theme', async () => {
    const sans = expect.stringMatching(/^Source Sans 3/)
    const serif = expect.stringMatching(/^Source Serif 4/)
    const { page } = await openDashboard(browser, fixture, '/tags', desktop)
    expect(await drawnFonts(page, '.navigation a')).toEqual([sans])
    expect(await drawnFonts(page, 'main h1')).toEqual([serif])
    await expect.poll(() => page.locator('.navigation .figures').count()).toBe(2)
    const menu = await menuOf(page)
    await page.locator('.account').click()
    await page.getByLabel('Dark').check()
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.getByRole('link', { name: 'Who can reach this account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Who can reach Heron & Co' }).waitFor()
    expect(await menuOf(page)).toEqual(menu)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(paper)
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: 'A person, campaign' }).waitFor()
    for (const path of ['/members', '/sign-in']) {
      await page.goto(fixture.running.url + path)
      expect([path, await drawnFonts(page, 'main button')]).toEqual([path, [sans]])
      expect([path, await drawnFonts(page, 'h1')]).toEqual([path, [serif]])
    }
  })

  test('is in the language that a member chooses, with the dates of it, as sign-in is then', async () => {
    await fixture.account.call('POST', '/tag', { label: 'Field', color: 'orange' })
    const path = '/events?type=tag.created#content'
    const { page, context } = await openDashboard(browser, fixture, path, desktop)
    const words = await answerWords(page)
    const shown = async () => [
      await page.locator('html').getAttribute('lang'),
      await page.locator('main h1').textContent(),
      await page.locator('.feed-time time').first().textContent(),
    ]
    const at = new Date((await page.locator('.feed-time time').first().getAttribute('datetime')) ?? '')
    const dateIn = (tag: string) =>
      page.evaluate(
        ([moment, language]) => {
          const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
          const format = new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' })
          return format.format(new Date(moment ?? ''))
        },
        [at.toISOString(), tag],
      )
    const [english, german] = [await dateIn('en-GB'), await dateIn('de')]
    expect(await shown()).toEqual(['en', 'Events', english])
    expect(await wordsLoaded(page)).toEqual([])
    expect(english).not.toBe(german)

    await chooseLanguage(page, 'Deutsch')
    await page.locator('html[lang=de]').waitFor()
    const heading = page.getByRole('heading', { level: 1, name: 'Ereignisse' })
    await heading.waitFor()
    await page.locator('.feed-time time').first().waitFor()
    expect(await shown()).toEqual(['de', 'Ereignisse', german])
    expect(page.url()).toBe(fixture.url + path)
    // An entry that the language lacks is English.
    await page.getByRole('columnheader', { name: 'Zeit' }).waitFor()
    await page.getByRole('columnheader', { name: 'Sent to' }).waitFor()
    await page.reload()
    await heading.waitFor()
    expect([...new Set(words)]).toEqual(
      Object.keys(translated.scripts).filter((name) => name.startsWith('dashboard-de')),
    )
    await context.close()
  })

  test('says that the language could not be changed, which works at a second try', {
    tags: 'long',
  }, async () => {
    const { page, context } = await openDashboard(browser, fixture, '/tags', desktop)
    await answerWords(page)
    await setOffline(page, true)
    await chooseLanguage(page, 'Deutsch')
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await axe(page)).toEqual([])
    await setOffline(page, false)
    await page.getByRole('button', { name: 'Deutsch', exact: true }).click()
    await page.locator('html[lang=de]').waitFor()
    await context.close()
  })

  test('keeps the language over one in the address, and begins with that of the browser', {
    tags: 'long',
  }, async () => {
    const { page, context } = await openDashboard(browser, fixture, '/tags', desktop)
    await answerWords(page)
    await chooseLanguage(page, 'Deutsch')
    await page.locator('html[lang=de]').waitFor()
    const heading = page.getByRole('heading', { level: 1, name: 'Ereignisse' })

    await page.goto(`${fixture.url}/events?locale=../../x`)
    await heading.waitFor()
    await page.goto(`${fixture.url}/passkeys`)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')

    // A browser without a choice, in French. Then a choice wins over one in the address.
    await context.clearCookies({ name: 'language' })
    await context.setExtraHTTPHeaders({ 'accept-language': 'fr' })
    await page.goto(`${fixture.url}/events`)
    await page.getByRole('heading', { level: 1, name: 'Événements' }).waitFor()
    await page.goto(`${fixture.url}/events?locale=de`)
    await heading.waitFor()
    await chooseLanguage(page, 'English')
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    expect(page.url()).toBe(`${fixture.url}/events`)
    await context.close()
  })

  test('opens its pages on a phone behind a button, in the dark too', { tags: 'long' }, async () => {
    const { page, context, faults } = await openDashboard(browser, fixture, '/tags', {
      ...phone,
      colorScheme: 'dark',
    })
    expect(await page.locator('.navigation').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings')
    expect(await page.locator('.navigation').isVisible()).toBe(false)
    await page.getByLabel('Sender name').fill('Heron')
    await page.getByLabel('Choose a color').fill('#0b2a6b')
    expect(await page.getByLabel('Color of pages').inputValue()).toBe('#0b2a6b')
    await page.locator('.save-bar').waitFor()
    expect(await hiddenByBar(page, 30)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  test('accepts input before the results are loaded, and shows load errors in place', {
    tags: 'long',
  }, async () => {
    await fixture.account.call('POST', '/profile', { firstName: 'Noor', lastName: 'Okafor' })
    const { page, context, faults } = await openDashboard(browser, fixture, '/usage', desktop)
    let send = () => {}
    const blocked = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/assets/palette-list-*.js', async (route) => {
      await blocked
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('noor')
    expect(await page.getByRole('combobox').inputValue()).toBe('noor')
    send()
    await page.getByRole('option', { name: /Noor Okafor/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Noor Okafor', level: 1 }).waitFor()

    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
    await page.getByRole('checkbox', { name: 'Choose Noor Okafor' }).check()
    await setOffline(page, true)
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByRole('heading', { name: 'Send invites' }).waitFor()
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await axe(page)).toEqual([])
    await setOffline(page, false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('A new link ends the one before it.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('1 selected').waitFor()
    expect(
      faults.filter((fault) => !/INTERNET_DISCONNECTED|ApiError: The service cannot/.test(fault)),
    ).toEqual([])
    await context.close()
  })

  test('loads the styles of a page again if they did not arrive', { tags: 'long' }, async () => {
    const { page, context, faults } = await openDashboard(browser, fixture, '/usage', desktop)
    // A page whose styles failed to load gets them at the second try.
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    // The connection is lost after the check and before the styles arrive.
    let looks = 0
    await page.route('**/healthz', (route) => {
      looks += 1
      return looks === 1 ? route.continue() : route.abort('internetdisconnected')
    })
    await page.route('**/*.css', (route) => route.abort('internetdisconnected'))
    await page.getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.unrouteAll()
    // That of the dashboard, that of the page of usage, and the missing ones.
    const [ofDashboard, ofUsage, ...missing] = (await sheets(page)).map((rules) => rules > 0)
    expect([ofDashboard, ofUsage, ...new Set(missing)]).toEqual([true, true, false])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
    expect(await sheets(page)).not.toContain(0)
    expect(
      faults.filter((fault) => !/INTERNET_DISCONNECTED|ApiError: The service cannot/.test(fault)),
    ).toEqual([])
    await context.close()
  })
})

/** The entries of the menu, each with its place. */
function menuOf(page: Page): Promise<unknown[]> {
  return page.locator('.navigation-entry').evaluateAll((entries) =>
    entries.map((entry) => {
      const { x, y, width, height } = entry.getBoundingClientRect()
      return [entry.textContent?.replace('Ctrl K', '').replace(/\s/g, ''), x, y, width, height]
    }),
  )
}

/** Chooses a language in the menu of the account. */
async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('.account').click()
  await page.locator('.language-menu > summary').click()
  await page.getByRole('button', { name, exact: true }).click()
}

/** What a page has loaded that English doesn't need. */
function wordsLoaded(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/dashboard-')),
  )
}

/** Answers the requests for words, which are not among the assets, and returns their names. */
async function answerWords(page: Page): Promise<string[]> {
  const names: string[] = []
  await page.route('**/assets/dashboard-*.js', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '')
    names.push(name)
    return route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      body: translated.scripts[name] ?? '',
    })
  })
  return names
}

/** What has the focus below the save bar while someone presses Tab so many times. */
async function hiddenByBar(page: Page, presses: number): Promise<string[]> {
  const hidden: string[] = []
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const [bar, focused] = [document.querySelector('.save-bar'), document.activeElement]
      if (!bar || !focused || focused === document.body || bar.contains(focused)) return undefined
      const [own, over] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
      return own.bottom > over.top && own.top < over.bottom ? focused.outerHTML : undefined
    })
    if (covered) hidden.push(covered)
  }
  return hidden
}

/** The number of rules in each style sheet of the page; 0 if it did not load. */
function sheets(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ sheet }) => {
      try {
        return sheet?.cssRules.length ?? 0
      } catch {
        return 0
      }
    }),
  )
}
