import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { fillAccount, lookAt, otherLocales } from '../support/dashboard-languages.ts'

describe('the pages of the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let paths: string[]
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    paths = await fillAccount(fixture)
  })
  afterAll(async () => browser?.close())

  test.each(otherLocales)('are whole, fit and pass axe in %s', async (locale) => {
    const { page, context, faults } = await openDashboard(browser, fixture, '/people', {
      ...desktop,
      isFresh: true,
    })
    for (const path of paths)
      await lookAt(page, fixture.url, { locale, path, widths: [320, 1280], withAxe: true })
    expect(faults).toEqual([])
    await context.close()
    process.stdout.write(`${locale}: ${paths.length} pages, 320 and 1280 px\n`)
  })
})
