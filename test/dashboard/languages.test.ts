import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { fillAccount, lookAt, otherLocales } from '../support/dashboard-languages.ts'

describe.skipIf(!browserAvailable)('the pages of the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let paths: string[]
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    paths = await fillAccount(fixture)
  })
  afterAll(async () => browser?.close())

  // `npm run drill -- languages` looks at each page in each language, with axe.
  test('are whole and fit a phone in eight languages, each page in one of them', {
    tags: 'long',
  }, async () => {
    await look([320])
  })

  test('fit a desktop in eight languages, each page in one of them', { tags: 'long' }, async () => {
    await look([1280])
  })

  async function look(widths: number[]): Promise<void> {
    const { page, context, faults } = await openDashboard(browser, fixture, '/people', {
      ...desktop,
      isFresh: true,
    })
    for (const [at, path] of paths.entries()) {
      // Pages in the same language come one after the other.
      const locale = otherLocales[Math.floor((at * otherLocales.length) / paths.length)] ?? 'de'
      await lookAt(page, fixture.url, { locale, path, widths, withAxe: false })
    }
    expect(faults).toEqual([])
    await context.close()
  }
})
