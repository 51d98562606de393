import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { completePerson } from '../support/inputs.ts'
import { axe } from '../support/person.ts'
import { insertTestCampaign } from '../support/test-rows.ts'

describe.skipIf(!browserAvailable)('coaches', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let email: string
  let completed: string
  let unfinished: string
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    const { account, running } = fixture
    const tag = async (label: string, color: string) =>
      (await account.call('POST', '/tag', { label, color })).body.tag.id
    const [sales, board] = [await tag('Sales', 'blue'), await tag('Board', 'red')]
    completed = await completePerson(running, account, 'sales')
    await account.call('PUT', `/tag/${sales}/profiles`, { profileIds: [completed] })
    for (const [firstName, tagId] of [
      ['Kofi', sales],
      ['Noor', board],
    ])
      await account.call('POST', '/profile', {
        firstName,
        email: `${firstName}@hidden.test`,
        tagIds: [tagId],
      })
    const kofi = (await account.call('GET', '/profiles?search=Kofi')).body.profiles[0].id
    const noor = (await account.call('GET', '/profiles?search=Noor')).body.profiles[0].id
    for (const [name, deadline] of [
      ['Autumn round', '2099-10-30'],
      ['Spring round', '2099-04-30'],
    ])
      await account.call('POST', '/campaign', { name, deadline, profileIds: [kofi, noor] })
    await insertTestCampaign(running.db, account.id, completed)
    unfinished = kofi
    email = (await fixture.member({ [account.id]: 'coach' })).email
  })
  afterAll(async () => browser?.close())

  test('an owner chooses the teams of a coach in Settings, and can undo it', async () => {
    // As the page of members leads here, from where the dashboard signs in first.
    const { page, faults } = await openDashboard(browser, fixture, '/settings#coaches', desktop)
    const section = page.locator('#coaches')
    await section.waitFor()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await section.getByText('No teams, so they see no one.').waitFor()
    await section.getByRole('button', { name: 'Choose teams' }).click()
    await page.getByRole('checkbox', { name: /^Sales/ }).check()
    expect(await axe(page)).toEqual([])
    await picture(page, 'dialog desk')
    await page.getByRole('button', { name: 'Save teams' }).click()
    await page.getByText('Teams saved.').waitFor()
    await section.getByText('Sees 2 people.').waitFor()
    await picture(section, 'settings desk')
    await page.getByRole('button', { name: 'Undo' }).click()
    await section.getByText('No teams, so they see no one.').waitFor()
    await section.getByRole('button', { name: 'Choose teams' }).click()
    await page.getByRole('checkbox', { name: /^Sales/ }).check()
    await page.getByRole('button', { name: 'Save teams' }).click()
    await section.getByText('Sees 2 people.').waitFor()
    // The notice of saving lies over what is at the end of the window.
    await page.locator('.toast-button + .icon-button').click()
    await page.locator('.toast-button').waitFor({ state: 'detached' })
    expect(await clippedElements(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('a coach has the pages about their people only', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', { ...desktop, email })
    await page.getByRole('heading', { name: 'Not for coaches' }).waitFor()
    await page.getByText('As a coach you see the people of your teams.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'See your people' }).click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByText('You coach Sales: 2 people').waitFor()
    await page.getByRole('link', { name: 'Kofi' }).waitFor()
    expect(await page.locator('#navigation').textContent()).not.toMatch(
      /Settings|Audit|Usage|API|Mailbox|Tags|Campaigns/,
    )
    expect(await page.locator('.people-count').textContent()).toBe('2 people')
    expect(await page.content()).not.toContain('Noor')
    await picture(page, 'people desk')
    await goWithin(page, `/people/${completed}`)
    await page.getByRole('heading', { name: 'First sales Done' }).waitFor()
    await page.getByRole('heading', { name: 'DISC' }).waitFor()
    expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0)
    const pages = await printedPages(page)
    expect(pages).toBeGreaterThan(0)
    await picture(page, 'person desk')
    await goWithin(page, '/teams')
    await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor()
    await page.getByText('1 of 2 has results').waitFor()
    expect(await page.content()).not.toContain('Board')
    expect(await page.getByRole('link', { name: 'Change who has a tag' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Agenda' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/teams/agenda')
    await page.goBack()
    await page.getByText('1 of 2 has results').waitFor()
    await picture(page, 'teams desk')
    expect(faults.filter(isUnexpected)).toEqual([])
  })

  test('a coach reads the campaigns of their people, without a way to those of others', async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${unfinished}`, {
      ...desktop,
      email,
    })
    const list = page.getByRole('list', { name: 'Campaigns' })
    await list.waitFor()
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Spring round.*last day 30 April 2099.*next reminder/),
      expect.stringMatching(/^Autumn round.*last day 30 October 2099/),
    ])
    await page.getByText('Campaign Spring round').waitFor()
    expect(await page.locator('main a[href*="/campaigns"]').count()).toBe(0)
    await picture(page, 'campaigns desk')
    // Of someone with results, below them, and not on paper.
    await goWithin(page, `/people/${completed}`)
    const part = page.getByRole('region', { name: 'Campaigns' })
    await part.getByRole('listitem').waitFor()
    expect(await part.getByRole('listitem').textContent()).toMatch(/^Team/)
    await page.emulateMedia({ media: 'print' })
    expect(await part.isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await part.scrollIntoViewIfNeeded()
    await picture(page, 'campaigns completed desk')
    expect(faults.filter(isUnexpected)).toEqual([])
  })

  test('each page that is not for coaches says so, and stays where it is', async () => {
    const { page } = await openDashboard(browser, fixture, '/people', { ...desktop, email })
    await page.getByRole('link', { name: 'Kofi' }).waitFor()
    for (const path of [
      ...[
        '/invite',
        '/campaigns',
        `/campaigns/${'a'.repeat(24)}`,
        '/links',
        '/tags',
        '/audit',
        '/usage',
        '/study',
      ],
      ...['/settings', '/settings/sender', '/settings/webhooks', '/settings/connections', '/events'],
      ...['/messages', `/messages/${'a'.repeat(24)}`, '/welcome'],
    ]) {
      await goWithin(page, path)
      await page.getByRole('heading', { name: 'Not for coaches' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test('on a phone in the dark too', { tags: 'long' }, async () => {
    const look = { ...narrow, colorScheme: 'dark' as const }
    const owner = await openDashboard(browser, fixture, '/settings', look)
    await owner.page.locator('#coaches').getByText('Sees 2 people.').waitFor()
    expect(await owner.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await picture(owner.page.locator('#coaches'), 'settings phone dark')
    const { page, faults } = await openDashboard(browser, fixture, `/people/${completed}`, { ...look, email })
    await page.getByRole('heading', { name: 'DISC' }).waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'person phone dark')
    expect([...owner.faults, ...faults].filter(isUnexpected)).toEqual([])
  })
})

/** Coaches don't get the list of stored debriefs, so their pages ask for one that may be missing. */
function isUnexpected(fault: string): boolean {
  return !/status of 404 .*\/playbook\/ai\/debrief\//.test(fault)
}

/** Presses Print, and says how often the browser was asked to print this page. */
async function printedPages(page: Page): Promise<number> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { prints: number; print: () => void }
    counted.prints = 0
    counted.print = () => {
      counted.prints += 1
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Debrief' }).isVisible()).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  return page.evaluate(() => (globalThis as unknown as { prints: number }).prints)
}

async function picture(of: { screenshot: (options: { path: string }) => Promise<unknown> }, name: string) {
  if (process.env.PICTURES) await of.screenshot({ path: `${process.env.PICTURES}/coaches ${name}.png` })
}
