import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'

describe.skipIf(!browserAvailable)('emails to a member in Settings', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    await fixture.account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
    await fixture.account.call('POST', '/tag', { label: 'A rather long name of a department', color: 'red' })
  })
  afterAll(async () => browser?.close())

  test('are chosen, kept, undone, and shown as an API call', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const section = page.locator('.setting', { has: page.getByRole('heading', { name: 'Emails to you' }) })
    const sections = page.getByRole('navigation', { name: 'On this page' })
    await sections.getByRole('link', { name: 'Emails to you' }).click()
    expect(await section.locator('h2:focus').count()).toBe(1)
    const done = section.getByRole('combobox', { name: /^Someone completes/ })
    await done.selectOption('Daily digest')
    await page.getByText('Emails saved.').waitFor()
    await section.getByText('Next digest:').waitFor()
    await section.getByText('About everyone').click()
    await section.getByRole('checkbox', { name: 'Sales' }).check()
    await section.getByText('Only people with one tag').waitFor()
    await section.getByText('As API call').click()
    await section.getByText('/member/notices').waitFor()
    await section.getByText('"tagIds"').waitFor()
    expect(await axe(page)).toEqual([])
    await picture(section, 'desk')
    await page.reload()
    await section.getByText('Only people with one tag').waitFor()
    expect(await done.inputValue()).toBe('daily')
    await done.selectOption('Off')
    await section.getByText('Only people with one tag').waitFor({ state: 'detached' })
    const undo = page.getByRole('button', { name: 'Undo' }).last()
    await undo.waitFor()
    const changes = await section.evaluateHandle(countTagChoices)
    await undo.click()
    await undo.waitFor({ state: 'detached' })
    await page.getByText('Emails saved.').waitFor()
    await section.getByText('Only people with one tag').waitFor()
    expect(await done.inputValue()).toBe('daily')
    // What was stored before isn't back for a moment.
    expect(await changes.evaluate(({ added, removed }) => ({ added, removed }))).toEqual({
      added: 1,
      removed: 0,
    })
    expect(faults).toEqual([])
  })

  test('are what the role sees, on a phone in the dark', { tags: 'long' }, async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'user' })
    const look = { ...narrow, colorScheme: 'dark' as const, email }
    const { page, faults } = await openDashboard(browser, fixture, '/settings', look)
    const section = page.locator('.setting', { has: page.getByRole('heading', { name: 'Emails to you' }) })
    await section.getByRole('combobox', { name: /^Someone completes/ }).selectOption('Weekly digest')
    await page.getByRole('button', { name: 'Close' }).click()
    await section.getByText('About everyone').click()
    await section.getByRole('checkbox', { name: 'A rather long' }).waitFor()
    expect(await section.getByRole('combobox').count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await clippedElements(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await picture(section, 'phone-dark')
    expect(faults).toEqual([])
  })
})

/** Counts how often the choice of tags comes into the section and leaves it, from now on. */
function countTagChoices(section: Element) {
  const seen = { added: 0, removed: 0 }
  const choicesIn = (nodes: NodeList) =>
    [...nodes].filter((node) => node instanceof Element && node.matches('.notice-tags')).length
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      seen.added += choicesIn(addedNodes)
      seen.removed += choicesIn(removedNodes)
    }
  }).observe(section, { childList: true, subtree: true })
  return seen
}

async function picture(
  section: { screenshot: (options: { path: string }) => Promise<unknown> },
  name: string,
) {
  if (process.env.PICTURES) await section.screenshot({ path: `${process.env.PICTURES}/notices ${name}.png` })
}
