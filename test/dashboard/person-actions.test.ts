import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoPerson } from '../../src/demo/person.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { mailboxMessages } from '../support/signing-in.ts'

describe.skipIf(!browserAvailable)('what is done with one person', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let noor = ''
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    const { running, account } = fixture
    const person = {
      ...{ firstName: 'Noor', lastName: 'Okafor', mailbox: 'noor', locale: 'en' as const, tags: [] },
      story: { kind: 'done' as const, daysAgo: 9 },
    }
    await createDemoPerson(running.service.parts, { ...account, owner: 'owner@heron.test' }, person, [])
    await running.service.drainOutbox()
    const rows = await running.db.admin<{ id: string }>(
      `select id from profile where account_id = $1 and first_name = 'Noor'`,
      [account.id],
    )
    noor = rows[0]?.id ?? ''
    await account.call('PATCH', `/profile/${noor}`, { email: 'noor@test.test' })
  })
  afterAll(async () => browser?.close())

  /** Records that the browser's print window was asked for, which a test can't see. */
  async function watchPrinting(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printed = String(
          Number(document.documentElement.dataset.printed ?? 0) + 1,
        )
      }
    })
  }
  const printed = (page: Page) => page.locator('html').getAttribute('data-printed')

  test('print takes two presses to the print window, with a link that ends by itself', async () => {
    const { page, context, faults } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await watchPrinting(context)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByRole('dialog').getByLabel('Language').selectOption('German')
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open and print' }).click()
    const report = await opening
    await report.getByText('Noor Okafor').first().waitFor()
    expect(await report.locator('html').getAttribute('lang')).toBe('de')
    await expect.poll(() => printed(report)).toBe('1')
    expect(await report.evaluate(() => window.opener)).toBeNull()
    expect(new URL(report.url()).hash).toBe('')
    await report.reload()
    await report.getByRole('button', { name: 'Drucken' }).waitFor()
    expect(await printed(report)).toBeNull()
    await report.close()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Made by this account, ends').waitFor()
    await page.keyboard.press('Escape')
    expect(faults).toEqual([])
  })

  test('print says why it is refused, without an empty tab', async () => {
    const { page, context } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await page.route('**/api/v4/report-link', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'Somebody was quicker.', code: 'conflict' } } }),
    )
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByRole('button', { name: 'Open and print' }).click()
    await page.getByRole('dialog').getByText('Somebody was quicker.').waitFor()
    await expect.poll(() => context.pages().length).toBe(1)
    await page.unroute('**/api/v4/report-link')
  })

  test('print shows the page in its tab although the dialog is closed before it is made, or closes the tab', async () => {
    const { page, context } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await watchPrinting(context)
    for (const isMade of [true, false]) {
      const closed = Promise.withResolvers<void>()
      await page.route('**/api/v4/report-link', async (route) => {
        await closed.promise
        await (isMade
          ? route.continue()
          : route.fulfill({ status: 409, json: { error: { code: 'conflict' } } }))
      })
      const opening = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Print' }).click()
      await page.getByRole('button', { name: 'Open and print' }).click()
      const report = await opening
      await page.bringToFront()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // Another dialog is not closed by the answer.
      await page.getByRole('button', { name: 'Share' }).click()
      closed.resolve()
      if (isMade) {
        await report.getByText('Noor Okafor').first().waitFor()
        await report.close()
      } else await expect.poll(() => report.isClosed()).toBe(true)
      expect(await page.getByRole('dialog').isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await page.unroute('**/api/v4/report-link')
    }
  })

  test('Debrief leads there with the focus, in the language that was chosen', async () => {
    const path = `/people/${noor}?language=de`
    const { page, faults } = await openDashboard(browser, fixture, path, desktop)
    const focused = () => page.evaluate(() => document.activeElement?.id)
    for (const time of ['first', 'again']) {
      await page.getByRole('link', { name: 'Debrief' }).click()
      await expect.poll(focused, { message: time }).toBe('part-debrief')
      const { searchParams, hash } = new URL(page.url())
      expect([searchParams.get('language'), hash]).toEqual(['de', '#part-debrief'])
      await page.getByRole('button', { name: 'Print' }).focus()
    }
    await page.getByRole('link', { name: 'Facets' }).first().click()
    await page.getByRole('link', { name: 'Debrief' }).click()
    await expect.poll(focused).toBe('part-debrief')
    expect(faults).toEqual([])
  })

  test('print offers a link where the browser opens no tab by itself', async () => {
    const { page, context } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await watchPrinting(context)
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByRole('button', { name: 'Open and print' }).click()
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open the printable page' }).click()
    const report = await opening
    await expect.poll(() => printed(report)).toBe('1')
    await report.close()
  })

  test('an address that is none is told in a sentence', async () => {
    const { page } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await page.getByRole('button', { name: 'More about Noor Okafor' }).click()
    await page.getByRole('menuitem', { name: 'Edit name and addresses' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('noor at home')
    await page.keyboard.press('Enter')
    await dialog
      .getByText('This is not a complete email address. It looks like ada@example.com.', { exact: true })
      .waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('noor@test.test')
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('0170 123')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^This is not a complete phone number\. Write it with \+/).waitFor()
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('')
    await dialog.getByRole('textbox', { name: 'First name' }).fill('N'.repeat(101))
    await page.keyboard.press('Enter')
    await dialog.getByText('This first name is too long: it can have up to 100 characters.').waitFor()
    // Two cells of a table.
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Noor\tOkafor')
    await page.keyboard.press('Enter')
    await dialog
      .getByText('Type this name again: it has a tab or another invisible character in it.')
      .waitFor()
    expect(await dialog.getByText('too long').count()).toBe(0)
  })

  test('a retake is opened and sent with one press, and says plainly what stays', async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    const before = (await mailboxMessages(fixture.url, 'noor@test.test')).length
    await page.getByRole('button', { name: 'More about Noor Okafor' }).click()
    await page.getByRole('menuitem', { name: 'Request a retake' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('If Noor answers nothing, nothing changes.').waitFor()
    const send = dialog.getByRole('checkbox', { name: 'Send the link now, to noor@test.test' })
    expect(await send.isChecked()).toBe(true)
    await send.uncheck()
    await dialog.getByRole('button', { name: 'Open the retake' }).waitFor()
    await send.check()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Open and send' }).click()
    await page.getByText('The retake is open. The link is on its way to noor@test.test.').waitFor()
    await fixture.running.service.drainOutbox()
    expect(await mailboxMessages(fixture.url, 'noor@test.test')).toHaveLength(before + 1)
    expect(faults).toEqual([])
  })
})
