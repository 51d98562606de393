import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'

describe.skipIf(!browserAvailable)('a second tag of one name', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    for (const label of ['Design', 'Sales'])
      await fixture.account.call('POST', '/tag', { label, color: 'blue' })
  })
  afterAll(async () => browser?.close())

  const labels = async () =>
    (await fixture.account.call('GET', '/tags')).body.tags.map(({ label }: { label: string }) => label).sort()

  test('is not made on the page of tags, which offers the one there is', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/tags', desktop)
    await page.getByText('Design', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill('  dESign ')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await page.getByRole('alert').getByText('There is a “Design” already.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Open “Design”' }).click()
    await page.getByRole('dialog', { name: /Design/ }).waitFor()
    await page.keyboard.press('Escape')
    expect(await labels()).toEqual(['Design', 'Sales'])

    await page.getByRole('button', { name: 'More about Sales' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Design')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is a “Design” already.').waitFor()
    await page.getByLabel('Name').fill('SALES')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await labels()).toEqual(['Design', 'SALES'])
    expect(faults).toEqual([])
  })

  test('is chosen instead where people are invited', async () => {
    const { page } = await openDashboard(browser, fixture, '/invite', desktop)
    await page.getByRole('link', { name: 'Public link' }).click()
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('design')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await page.getByRole('button', { name: 'Use “Design”' }).click()
    await page.locator('.invite-option .tag-chip', { hasText: 'Design' }).waitFor()
    expect(await labels()).toHaveLength(2)
  })
})
