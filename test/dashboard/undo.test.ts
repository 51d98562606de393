import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, openDashboard } from '../support/dashboard.ts'

describe.skipIf(!browserAvailable)('an undo that the service refuses', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('says so with the reason, also after its page was left', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const refuse = (path: string) =>
      page.route(`**/api/v4${path}`, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({
              status: 409,
              json: { error: { code: 'busy', message: 'Somebody else was first.' } },
            }),
      )
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
    await refuse('/account/preferences')
    await undo()

    await page.getByRole('combobox', { name: /^Someone completes/ }).selectOption('Daily digest')
    await page.getByText('Emails saved.').waitFor()
    await refuse('/member/notices')
    await goWithin(page, '/tags')
    await undo()
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  })
})
