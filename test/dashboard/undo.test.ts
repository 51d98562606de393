import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, openDashboard } from '../support/dashboard.ts'

/** A red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(!browserAvailable)('what the service refuses', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  const refuse = (page: Page, path: string) =>
    page.route(`**/api/v4${path}`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 409,
            json: { error: { code: 'busy', message: 'Somebody else was first.' } },
          }),
    )
  const others = (faults: string[]) => faults.filter((fault) => !fault.includes('409'))

  test('is said with the reason if it was an undo, also after its page was left', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const undo = async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      const notice = page.getByText('It could not be undone. Somebody else was first.')
      await notice.waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await notice.waitFor({ state: 'detached' })
    }
    await page.getByLabel('Sender name').fill('Heron people team')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved.').waitFor()
    await refuse(page, '/account/preferences')
    await undo()

    await page.getByRole('combobox', { name: /^Someone completes/ }).selectOption('Daily digest')
    await page.getByText('Emails saved.').waitFor()
    await refuse(page, '/member/notices')
    await goWithin(page, '/tags')
    await undo()
    expect(others(faults)).toEqual([])
  })

  test('is said if it was to remove the logo', async () => {
    await fixture.account.call('PUT', '/account/logo', { contentType: 'image/png', data: png })
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    await refuse(page, '/account/logo')
    await page.locator('.logo-actions').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alert').getByText('Somebody else was first.').waitFor()
    expect(others(faults)).toEqual([])
  })
})
