import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { namesOf, shortThenAll } from '../support/short-first.ts'

const places = [
  { name: 'a phone in the dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'a wide screen in the light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const
type Place = (typeof places)[number]

describe.skipIf(!browserAvailable)('a person with a share link', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  let link: string
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind' })
    link = (await account.call('POST', '/assessment-invite', {})).body.link
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('starts with keyboard and forms only, without JavaScript, and returns in the same browser', async () => {
    const context = await browser.open({ javaScriptEnabled: false })
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    await page.goto(link)
    await typeInto(page, 'First name', '')
    await page.keyboard.press('Tab')
    await page.keyboard.type('King')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a first name').waitFor()
    expect(await page.title()).toMatch(/^Please check/)
    // The first field to correct has the focus, and values of other fields are still there.
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/take')
    await page.getByText('1 of 24').waitFor()
    await page.goto(`${running.url}/take/stopped`)
    await page.getByText('Come back to this page in this browser').waitFor()
    await page.goto(link)
    await page.getByRole('link', { name: 'Continue with it' }).press('Enter')
    await page.getByText('1 of 24').waitFor()
    const { body } = await account.call('GET', '/profiles?search=Ada%20King')
    expect(body.profiles).toHaveLength(1)
    // The first form was refused, which the browser logs.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await context.close()
  })

  for (const { cases, isLong, options } of shortThenAll(places)) {
    test(`sees pages without accessibility errors, on ${namesOf(cases)}`, options, async () => {
      const context = await browser.open()
      const page = await context.newPage()
      const sound = () => expectSound(page, cases)
      await page.goto(link)
      // The form with errors has all of it, and other tests check the page of a link that is over.
      if (isLong) await sound()
      await page.getByLabel('First name').fill('')
      await page.getByLabel('Last name').fill('x'.repeat(101))
      await page.getByLabel('Email').fill('ada@nowhere')
      await page.getByRole('button', { name: 'Start' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      expect(await page.locator('[aria-invalid]').count()).toBe(3)
      await sound()
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('')
      await page.getByLabel('Email').fill(`ada-${cases.length}-${options.tags}@example.com`)
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByText('Open it to begin').waitFor()
      await sound()
      await page.goto(`${link}x`)
      if (isLong) await sound()
      await page.goto(link)
      await page.getByLabel('First name').fill('Ada')
      await page.getByRole('button', { name: 'Start' }).click()
      await page.waitForURL('**/take')
      await page.goto(`${running.url}/take/stopped`)
      // Another test checks it for people with an address.
      if (isLong) await sound()
      await page.getByRole('button', { name: 'Close it in this browser' }).click()
      await page.getByText('closed in this browser').waitFor()
      await sound()
      await context.close()
    })
  }
})

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).focus()
  await page.keyboard.type(text)
}

/** Asserts no axe violations and no horizontal scrolling in these sizes and themes. */
async function expectSound(page: Page, at: readonly Place[]): Promise<void> {
  for (const { viewport, colorScheme } of at) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect([isWide, ...(await axe(page))], `${page.url()}, ${colorScheme}`).toEqual([false])
  }
}
