import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { newEmail } from '../support/test-rows.ts'

describe.skipIf(!browserAvailable)('the page of a message that was refused', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('leads to the form in which the address is corrected, and to another invite', async () => {
    const { account, running } = fixture
    const { body } = await account.call('POST', '/profile', { email: newEmail(), firstName: 'Tom' })
    const profileId: string = body.profile.id
    await account.call('POST', `/profile/${profileId}/invite/email`)
    const [row] = await running.db.admin<{ id: string }>(
      `update outbox set state = 'failed', failure = 'recipient', done_at = now() where account_id = $1 returning id`,
      [account.id],
    )
    await running.db.admin(`update invite set failed_at = now() where profile_id = $1`, [profileId])
    const { page, faults } = await openDashboard(browser, fixture, `/messages/${row?.id}`, desktop)
    await page.getByText('Check the address before you try again.').waitFor()
    await page.getByRole('link', { name: 'Correct the address' }).click()
    const dialog = page.getByRole('dialog')
    const email = newEmail()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: email }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('link', { name: email }).waitFor()
    expect(await dialog.count()).toBe(0)
    await page
      .getByRole('button', { name: /invite/i })
      .first()
      .waitFor()
    // Afterwards nothing is left to correct.
    await page.goto(new URL(`/messages/${row?.id}`, page.url()).href)
    await page.getByText('The address was refused').waitFor()
    await page.getByText(email).waitFor()
    expect(await page.getByText('Check the address').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Correct the address' }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
