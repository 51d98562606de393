import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newMobile } from '../support/test-rows.ts'

let running: TestService
let browser: Browser

describe.skipIf(!browserAvailable)('a text message in the mailbox', () => {
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('is found by its number, is readable on a phone and a computer, and its link opens the assessment', async () => {
    const account = await running.account({ name: 'Northwind' })
    const phone = newMobile()
    const { body } = await account.call('POST', '/profile', { phone, firstName: 'Noor' })
    await account.call('POST', `/profile/${body.profile.id}/invite/sms`)
    await running.service.drainOutbox()

    const context = await browser.open({ viewport: { width: 360, height: 800 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(`${running.url}/dev/mailbox`)
    await page.getByLabel('Sent to').fill(phone)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('link', { name: phone }).click()
    await page.getByRole('heading', { level: 1, name: 'Text message' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const bubble = page.locator('.mailbox-bubble')
    expect(await bubble.textContent()).toMatch(/^Northwind invites you to an assessment/)
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(overflow), `${width} px`).toBe(0)
    }
    await page.getByRole('link', { name: 'Open link' }).click()
    await page.waitForURL(/\/t\/us\.tmb_link_/)
    expect(await page.locator('body').textContent()).toContain('Northwind')
    expect(complaints).toEqual([])
    await context.close()
  })
})
