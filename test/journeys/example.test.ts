import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { axe, watch } from '../support/person.ts'

describe.skipIf(!browserAvailable)('a finished example', () => {
  let fixture: OAuthFixture
  let url: string
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    url = fixture.url
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('is found by a visitor, who reads it on a desktop and a phone in the dark, and prints it', async () => {
    const context = await browser.open({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const { faults } = watch(page, url)
    await page.goto(`${url}/about`)
    expect(await page.getByText('DISC: 24 sets of statements, about 6 min').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'See a finished example' }).click()
    await page.waitForURL(`${url}/example`)
    const mark = page.locator('.example-mark')
    for (const text of ['Example: an invented person', /^The answers are made up\./])
      expect(await mark.getByText(text).isVisible()).toBe(true)
    expect(await page.title()).toBe('Example: an invented person · Timbre')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^You win people for an idea/)
    expect(await page.locator('.takeaways li').count()).toBe(3)
    for (const name of ['DISC', 'Core', 'Focus', 'Your results in words', 'Good to know'])
      expect(await page.getByRole('heading', { level: 2, name }).isVisible()).toBe(true)

    // A facet that doesn't stand out is closed, and opens to what its level means.
    const facet = page.locator('.focus-meaning:not([open])').filter({ hasText: 'Sociability' })
    await facet.getByText('Sociability').click()
    const meaning = page.locator('.focus-meaning[open]', { hasText: 'Sociability' }).getByText(/^High: You/)
    expect(await meaning.isVisible()).toBe(true)
    expect(await axe(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => scrollTo(0, 0))
    const box = await mark.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 844)).toBeLessThan(400)
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Good to know' })
      .click()
    await page.waitForFunction(() => scrollY > 2_000)
    expect(await page.getByRole('button', { name: 'Save as PDF' }).isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(page)).toEqual([])

    // Each printed sheet says what it is, although the notice above is only on screens.
    await page.emulateMedia({ media: 'print' })
    expect(await mark.isVisible()).toBe(false)
    const feet = page.locator('.sheet-foot').getByText('Example: an invented person')
    expect(await feet.count()).toBe(2)
    for (const foot of await feet.all()) expect(await foot.isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
    await page.evaluate(() => document.fonts.ready)
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
    expect(faults).toEqual([])
    await context.close()
  })

  test('fits a narrow phone in each language, and stays in the chosen one', async () => {
    const context = await browser.open({ viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    await page.goto(`${url}/example`)
    const headlines = new Set<string | null>()
    for (const locale of locales) {
      await page.locator('.language select').selectOption(locale)
      await page.waitForURL(`**/example?locale=${locale}`)
      headlines.add(await page.getByRole('heading', { level: 1 }).textContent())
      expect([locale, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([locale, 320])
    }
    expect(headlines.size).toBe(locales.length)
    // The same address was cached in English before.
    await page.goto(`${url}/example`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe([...headlines].at(-1))
    await context.close()
  })

  test('opens from the first steps, beside the one that invites', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/welcome', desktop)
    const step = page.locator('.first-step', { hasText: 'Invite yourself' })
    await step.getByRole('link', { name: 'See a finished example' }).click()
    await page.locator('.example-mark').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
    expect(faults).toEqual([])
  })
})
