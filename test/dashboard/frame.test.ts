import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from '../oauth/stage.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard, phone } from '../support/dashboard.ts'
import { axe, layoutShift } from '../support/person.ts'

describe.skipIf(!browserAvailable)('the frame of the dashboard', () => {
  let stage: Stage
  let browser: Browser
  beforeAll(async () => {
    stage = await openStage()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('leads who has signed in once to their account without a word, and keeps its place on a reload', async () => {
    const { page, context, faults } = await openDashboard(browser, stage, '/tags?x=1', desktop)
    await page.locator('.account-name', { hasText: 'Heron & Co' }).waitFor()
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe('/tags')
    expect(await axe(page)).toEqual([])
    expect(await layoutShift(page)).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })

  test('opens its pages on a phone behind a button, in the dark too (80)', async () => {
    const { page, context, faults } = await openDashboard(browser, stage, '/tags', {
      ...phone,
      colorScheme: 'dark',
    })
    expect(await page.locator('.navigation').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings')
    expect(await page.locator('.navigation').isVisible()).toBe(false)
    expect(faults).toEqual([])
    await context.close()
  })
})
