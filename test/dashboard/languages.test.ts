import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { fillAccount, lookAt, otherLocales } from '../support/dashboard-languages.ts'

describe.skipIf(!browserAvailable)('the pages of the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  // `npm run drill -- languages` looks at each page in each language, with axe.
  test('are whole and fit in eight languages, each page in one of them', async () => {
    const paths = await fillAccount(fixture)
    const { page, context, faults } = await openDashboard(browser, fixture, '/people', {
      ...desktop,
      isFresh: true,
    })
    for (const [at, path] of paths.entries()) {
      const locale = otherLocales[at % otherLocales.length] ?? 'de'
      await lookAt(page, fixture.url, { locale, path, withAxe: false })
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
