import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { mailboxMessages } from '../support/signing-in.ts'

describe.skipIf(!browserAvailable)('data retention in Settings', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    for (let place = 0; place < 12; place += 1) {
      const lastName = String.fromCharCode(65 + place)
      await fixture.account.call('POST', '/profile', { firstName: 'Ada', lastName })
    }
    await fixture.running.db.admin(
      `update profile set created_at = created_at - interval '100 days', updated_at = updated_at - interval '100 days'`,
    )
    await fixture.account.call('POST', '/profile', { firstName: 'Recent', lastName: 'Person' })
  })
  afterAll(async () => browser?.close())

  const chosen = () =>
    fixture.account
      .call('GET', '/account')
      .then(({ body }) => [body.data.preferences.retentionDays, body.data.pendingRetention?.daysBefore])
  const picture = (name: string) =>
    process.env.PICTURES ? { path: `${process.env.PICTURES}/retention ${name}.png` } : undefined

  test('says who would be deleted and when, asks for the name of the account, waits and can be changed back', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings#retention', desktop)
    const section = page.locator('#retention')
    // In the browser's time zone. It may be midnight meanwhile.
    const inAWeek = () => page.evaluate(() => new Date(Date.now() + 7 * 86_400_000).getDate())
    const before = await inAWeek()
    await section.getByLabel('Days').fill('200')
    await section.getByText('Nobody would be deleted').waitFor()
    await section.getByLabel('Days').fill('30')
    await section.getByText('12 people would be deleted').waitFor()
    expect(await section.getByRole('listitem').allTextContents()).toEqual([
      ...['Ada A', 'Ada B', 'Ada C', 'Ada D', 'Ada E', 'Ada F', 'Ada G', 'Ada H', 'Ada I', 'Ada J'],
      'and 2 more',
    ])
    const days = `${before}|${await inAWeek()}`
    await section.getByText(new RegExp(`^The first deletion is on (?:${days}) .* at the earliest`)).waitFor()
    await section.scrollIntoViewIfNeeded()
    const shot = picture('field')
    if (shot) await page.screenshot(shot)
    expect(await axe(page)).toEqual([])

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete people after 30 days without activity?' })
    await dialog.getByText('12 people would be deleted').waitFor()
    const save = dialog.getByRole('button', { name: 'Save 30 days' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    expect(await dialog.isVisible()).toBe(true)
    expect(await chosen()).toEqual([undefined, undefined])
    expect(await axe(page)).toEqual([])
    const asked = picture('dialog')
    if (asked) await page.screenshot(asked)
    await dialog.getByRole('textbox').fill(' heron & co')
    await page.keyboard.press('Enter')
    await page.getByText('Settings saved.').waitFor()
    expect(await chosen()).toEqual([30, null])

    await page.reload()
    const pending = section.getByText(/^30 days hold from .* on\. Until then nobody is deleted\.$/)
    await pending.waitFor()
    await fixture.running.service.sweepRetention()
    expect((await fixture.account.call('GET', '/account')).body.data.usage.profiles).toBe(13)
    await fixture.running.service.drainOutbox()
    expect((await mailboxMessages(fixture.url, fixture.owner.email)).map(({ subject }) => subject)).toContain(
      'Data retention of Heron & Co: 30 days',
    )
    const waiting = picture('pending')
    await pending.scrollIntoViewIfNeeded()
    if (waiting) await page.screenshot(waiting)
    await section.getByRole('button', { name: 'Change back' }).click()
    await page.getByText('Changed back. Nobody is deleted because of it.').waitFor()
    await pending.waitFor({ state: 'detached' })
    expect(await section.getByLabel('Days').inputValue()).toBe('')
    expect(await chosen()).toEqual([undefined, undefined])
    expect(faults).toEqual([])
  })

  test('says when the way back failed, and has it still', async () => {
    await fixture.account.call('PATCH', '/account/preferences', { retentionDays: 400 })
    const { page } = await openDashboard(browser, fixture, '/settings#retention', desktop)
    const section = page.locator('#retention')
    const fail = { status: 429, json: { error: { message: 'Try again tomorrow.', code: 'change_limit' } } }
    await page.route('**/account/preferences', (route) => route.fulfill(fail), { times: 1 })
    await section.getByRole('button', { name: 'Change back' }).click()
    await section.getByRole('alert').getByText('Try again tomorrow.').waitFor()
    expect(await chosen()).toEqual([400, null])
    await section.getByRole('button', { name: 'Change back' }).click()
    await section.getByText(/^400 days hold from /).waitFor({ state: 'detached' })
    expect(await chosen()).toEqual([undefined, undefined])
  })

  test('what is being typed stays when the account changes meanwhile, and is not lost by the way back', async () => {
    await fixture.account.call('PATCH', '/account/preferences', { retentionDays: 400 })
    const { page } = await openDashboard(browser, fixture, '/settings#retention', desktop)
    const section = page.locator('#retention')
    const sender = page.getByLabel('Sender name')
    const unsaved = page.getByText('1 change not saved')
    await sender.fill('Heron people team')
    await unsaved.waitFor()
    await section.getByRole('button', { name: 'Change back' }).click()
    await section.getByText(/^400 days hold from /).waitFor({ state: 'detached' })
    expect(await sender.inputValue()).toBe('Heron people team')
    await unsaved.waitFor()

    // A completion changes the account too. The owner comes back to the window.
    const zone = page.getByLabel('Time zone')
    await sender.focus()
    await changeMeanwhile(page, { timezone: 'Europe/Madrid' })
    await expect.poll(() => zone.inputValue()).toBe('Europe/Madrid')
    expect(await sender.inputValue()).toBe('Heron people team')
    expect(await sender.evaluate((field) => field === document.activeElement)).toBe(true)

    await section.getByLabel('Days').fill('30')
    await page.getByText('2 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete people after 30 days without activity?' })
    await dialog.getByRole('textbox').fill('Heron')
    await changeMeanwhile(page, { timezone: 'Europe/Rome' })
    await expect.poll(() => zone.inputValue()).toBe('Europe/Rome')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Heron')
    await dialog.getByRole('textbox').fill('Heron & Co')
    await page.keyboard.press('Enter')
    await page.getByText('Settings saved.').waitFor()
    await unsaved.waitFor({ state: 'detached' })
    const { preferences } = (await fixture.account.call('GET', '/account')).body.data
    expect(preferences).toMatchObject({
      timezone: 'Europe/Rome',
      senderName: 'Heron people team',
      retentionDays: 30,
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(chosen).toEqual([undefined, undefined])
    await expect.poll(() => sender.inputValue()).toBe('')
    await fixture.account.call('PATCH', '/account/preferences', { timezone: null })
  })

  async function changeMeanwhile(page: Page, preferences: Record<string, unknown>): Promise<void> {
    await fixture.account.call('PATCH', '/account/preferences', preferences)
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 61_000
      window.dispatchEvent(new Event('visibilitychange'))
    })
  }

  test('is found by Ctrl K and has the focus, also the second time', async () => {
    const { page } = await openDashboard(browser, fixture, '/settings', desktop)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (const time of ['first', 'again']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').last().fill('Data retention')
      await page
        .getByRole('dialog')
        .getByRole('option', { name: /^Data retention/ })
        .click()
      await expect.poll(focused, { message: time }).toBe('Data retention')
      await page.getByLabel('Sender name').focus()
    }
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Emails', exact: true })
      .click()
    await expect.poll(focused).toBe('Emails')
  })

  test('saves at once what deletes nobody', async () => {
    const { page } = await openDashboard(browser, fixture, '/settings#retention', desktop)
    await page.locator('#retention').getByLabel('Days').fill('400')
    await page.locator('#retention').getByText('Nobody would be deleted').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved.').waitFor()
    await page
      .locator('#retention')
      .getByText(/^400 days hold from /)
      .waitFor()
    await fixture.account.call('PATCH', '/account/preferences', { retentionDays: null })
  })

  test('fits a phone in German in the dark', async () => {
    const look = { ...narrow, colorScheme: 'dark' as const }
    const { page } = await openDashboard(browser, fixture, '/settings?locale=de#retention', look)
    await page.locator('#retention input').fill('30')
    await page.getByText('12 Personen würden gelöscht').waitFor()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByRole('dialog', { name: 'Personen nach 30 Tagen ohne Aktivität löschen?' }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const shot = picture('phone')
    if (shot) await page.screenshot(shot)
  })
})
