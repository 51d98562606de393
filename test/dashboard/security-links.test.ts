import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'

const access = 'Who can reach this account'
const sessions = 'Where you’re signed in'

describe.skipIf(!browserAvailable)('the dashboard links to the access and sessions pages', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  // test/dashboard/frame.test.ts follows the link of the account menu to the members.
  test('for an owner from the account menu and from the settings', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const menu = page.locator('.account-menu')
    const security = page.locator('.setting', {
      has: page.getByRole('heading', { name: 'Security', exact: true }),
    })
    await menu.locator('.account').click()
    await menu.getByText(/^Signed in as \S+@\S+$/).waitFor()
    expect(await axe(page)).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/menu desk.png` })
    await menu.getByRole('link', { name: access }).click()
    await page.getByRole('heading', { level: 1, name: 'Who can reach Heron & Co' }).waitFor()
    await page.goBack()
    await security.getByRole('link', { name: sessions }).click()
    await page.getByRole('heading', { level: 1, name: sessions }).waitFor()
    await page.getByText('This browser').waitFor()
    expect(faults).toEqual([])
  })

  test('for an owner to each from the other place too', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const menu = page.locator('.account-menu')
    const security = page.locator('.setting', {
      has: page.getByRole('heading', { name: 'Security', exact: true }),
    })
    await menu.locator('.account').click()
    await menu.getByRole('link', { name: sessions }).click()
    await page.getByRole('heading', { level: 1, name: sessions }).waitFor()
    await page.getByText('This browser').waitFor()
    await page.goBack()
    await security.getByRole('link', { name: access }).click()
    await page.getByRole('heading', { level: 1, name: 'Who can reach Heron & Co' }).waitFor()
    expect(faults).toEqual([])
  })

  test('for other members to sessions only, also on a phone in dark mode', { tags: 'long' }, async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'manager' })
    const look = { ...narrow, colorScheme: 'dark' as const, email }
    const { page, faults } = await openDashboard(browser, fixture, '/settings', look)
    await page.getByRole('heading', { name: 'Security', exact: true }).waitFor()
    await page.locator('.account-menu > summary').click()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/menu phone-dark.png` })
    expect(await page.getByRole('link', { name: access }).count()).toBe(0)
    expect(await page.getByRole('link', { name: sessions }).count()).toBe(2)
    await page.locator('.account-menu').getByRole('link', { name: sessions }).click()
    await page.getByRole('heading', { level: 1, name: sessions }).waitFor()
    expect(faults).toEqual([])
  })
})
