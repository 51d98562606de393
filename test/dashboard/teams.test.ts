import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
} from '../support/completed-people.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { axe, layoutShifts } from '../support/person.ts'
import type { Json, TestAccount, TestService } from '../support/service.ts'

const names = [
  ['Noor', 'Okafor'],
  ['Misaki', 'Sato'],
  ['Łukasz', 'Wójcik'],
  ['María José', 'Fernández'],
  ['Kim', 'Seo-yeon'],
  ['João', 'Pereira'],
  ['Aaliyah', 'Haddad'],
  ['Chen', 'Siyuan'],
  ['Ingrid', 'Solberg'],
  ['Tomás', 'Rey'],
  ['Yuki', 'Arai'],
] as const

describe.skipIf(!browserAvailable)('teams and tags', () => {
  let fixture: OAuthFixture
  let browser: Browser
  const tags: Record<string, string> = {}
  const people: string[] = []
  let last: CompletedPerson
  let crowd: Promise<void> | undefined
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    last = await settle(fixture, tags, people)
  })
  afterAll(async () => browser?.close())

  test('a team is selected by tags, sorted, highlighted, and in the address', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/teams', desktop)
    await page.getByText('Pick a team above: saved teams, or tags.').waitFor()
    const product = page.getByRole('button', { name: /Product 7 people/ })
    await product.press('Enter')
    await said(page, '7 of 7 have results')
    expect(await product.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: /Research 7 people/ }).click()
    await said(page, '11 of 12 have results')
    await page.getByRole('heading', { name: 'Product and Research', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('Product and Research · Timbre')
    expect(new URL(page.url()).searchParams.get('tagIds')).toBe(JSON.stringify([tags.Product, tags.Research]))
    await page.getByText('The answers of Misaki Sato were quick').waitFor()

    await page.getByRole('button', { name: 'D', exact: true }).click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'D' }).waitFor()
    const scores = await page.locator('.team-table tbody td:nth-child(3)').allTextContents()
    expect(scores.map(Number)).toEqual(scores.map(Number).toSorted((one, other) => other - one))
    await page.reload()
    await page.locator('th[aria-sort="descending"]', { hasText: 'D' }).waitFor()
    expect(await layoutShifts(page)).toEqual([])

    await page.getByRole('row', { name: /Noor Okafor/ }).hover()
    await page.locator('.team-wide [data-lit]', { hasText: /^NO$/ }).waitFor()
    expect(await page.locator('.spread-stroke[data-lit]').count()).toBe(5)
    expect(await page.locator('.team-values .team-chip[data-lit]').count()).toBe(5)
    await page.locator('.team-table').getByRole('link', { name: 'Kim Seo-yeon' }).focus()
    await page.locator('.team-wide [data-lit]', { hasText: /^KS$/ }).waitFor()
    expect(await page.locator('.team-wide .team-mark[data-lit]').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('a team opens its people from its dots, is copied as a call, printed, and compared', {
    tags: 'long',
  }, async () => {
    const { page, context, faults } = await openDashboard(browser, fixture, '/teams', {
      ...desktop,
      colorScheme: 'dark',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByText('Pick a team above: saved teams, or tags.').waitFor()
    expect(await axe(page)).toEqual([])
    await goWithin(page, teamPath('Product', 'Research'))
    await said(page, '11 of 12 have results')

    // A dot has the name while it is focused, and opens the person without loading the page again.
    await page.evaluate(() => Object.assign(window, { isKept: true }))
    await page.locator('.team-wide').getByRole('link', { name: 'Kim Seo-yeon' }).focus()
    await page.locator('.team-wide .team-name', { hasText: 'Kim Seo-yeon' }).waitFor()
    expect(await page.locator('.team-wide .team-name:visible').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Kim Seo-yeon', level: 1 }).waitFor()
    await page.goBack()
    await page.locator('.spread-stroke[data-person="YA"]').first().click()
    await page.getByRole('heading', { name: 'Yuki Arai', level: 1 }).waitFor()
    expect(await page.evaluate(() => 'isKept' in window)).toBe(true)
    await page.goBack()

    await page.getByText('As API call').click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      `/api/v4/team?tagIds=${tags.Product}%2C${tags.Research}&locale=en`,
    )

    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByLabel('Language').selectOption('German')
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open and print' }).click()
    const printed = await opening
    await printed.getByRole('heading', { name: 'Product · Research' }).waitFor()
    expect(await printed.locator('html').getAttribute('lang')).toBe('de')
    await printed.close()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Compare two to four' }).click()
    for (const name of ['Noor Okafor', 'Yuki Arai', 'Chen Siyuan', 'Tomás Rey']) {
      await page.getByRole('checkbox', { name }).check()
    }
    expect(await page.getByRole('checkbox', { name: 'Kim Seo-yeon' }).isDisabled()).toBe(true)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Compare 4 people' }).click()
    await page.getByRole('heading', { name: 'What helps you work together' }).waitFor()
    await page.goBack()
    await said(page, '11 of 12 have results')

    expect(faults).toEqual([])
  })

  test('a team of two or more has figures of its organization', { tags: 'long' }, async () => {
    await addCrowd()
    const { page, faults } = await openDashboard(browser, fixture, teamPath('Trio'), desktop)
    await page.getByText('There are figures here once five people of the team have Focus results.').waitFor()
    const others = drawCompletedPeople(12, 900)
    await insertCompletedPeople(fixture.running.db, fixture.account.id, others)
    await goWithin(page, teamPath('Product'))
    const marks = page.locator('.chart-team-organization').getByRole('img')
    await expect.poll(() => marks.count()).toBe(15)
    await marks.nth(2).focus()
    await marks
      .nth(2)
      .getByText(/^Team \d+$/)
      .waitFor()
    await page.locator('.organization-words, .organization-close').first().waitFor()
    expect(await axe(page)).toEqual([])
    await fixture.running.db.admin('delete from profile where id = any($1::text[])', [
      others.map(({ id }) => id),
    ])
    expect(faults).toEqual([])
  })

  test('a team is saved, changed and restored, and has an agenda', async () => {
    const { page, faults } = await openDashboard(browser, fixture, teamPath('Trio'), desktop)
    await page.getByRole('heading', { name: 'What helps you work together' }).waitFor()
    await expect.poll(() => page.locator('.together > li').count()).toBeGreaterThanOrEqual(4)
    await page.getByRole('button', { name: 'Save as a team' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Launch team')
    await page.getByLabel('Note (optional)').fill('Meets on Tuesdays')
    await page.getByRole('dialog').getByRole('button', { name: 'Save team' }).click()
    await page.getByRole('heading', { name: 'Launch team', level: 1 }).waitFor()
    await page.getByText('Meets on Tuesdays').waitFor()
    const rows = page.locator('.team-facts')
    await rows.getByText('Saved teams', { exact: true }).waitFor()
    await rows.getByText('Tags', { exact: true }).waitFor()
    await page.locator('.saved-team-actions').getByRole('button', { name: 'People' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('Yuki')
    await dialog.getByRole('checkbox', { name: 'Yuki Arai' }).check()
    await dialog.getByText('1 will be added, 0 removed.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said(page, '4 of 4 have results')
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByText('“Launch team” deleted.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('button', { name: /Launch team 4 people/ }).click()
    await said(page, '4 of 4 have results')
    await page.getByRole('link', { name: 'Agenda' }).click()
    await page.getByRole('heading', { name: 'Agenda for the facilitator' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a team that is saved from a tag has also those without results', async () => {
    const { page, faults } = await openDashboard(browser, fixture, teamPath('Research'), desktop)
    await said(page, '6 of 7 have results')
    await page.getByRole('button', { name: 'Save as a team' }).click()
    await page.getByRole('dialog').getByText('7 people').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Field team')
    await page.getByRole('dialog').getByRole('button', { name: 'Save team' }).click()
    await page.getByRole('heading', { name: 'Field team', level: 1 }).waitFor()
    await said(page, '6 of 7 have results')
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByText('“Field team” deleted.').waitFor()
    expect(faults).toEqual([])
  })

  test('its agenda is in other languages, and printed without buttons', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/teams', desktop)
    await page.getByRole('button', { name: /Launch team 4 people/ }).click()
    await page.getByRole('link', { name: 'Agenda' }).click()
    await page.getByRole('heading', { name: 'Agenda for the facilitator' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Language').selectOption('German')
    await page.getByRole('heading', { name: 'Ablauf für die Moderation' }).waitFor()
    expect(await page.locator('article').getAttribute('lang')).toBe('de')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByRole('heading', { name: 'Der Ablauf' }).isVisible()).toBe(true)
    expect(faults).toEqual([])
  })

  test('a small team and the form that saves it pass axe in the dark', {
    tags: 'long',
  }, async () => {
    const { page } = await openDashboard(browser, fixture, teamPath('Trio'), {
      ...desktop,
      colorScheme: 'dark',
    })
    await page.getByRole('heading', { name: 'What helps you work together' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Save as a team' }).click()
    await page.getByLabel('Note (optional)').fill('Meets on Tuesdays')
    expect(await axe(page)).toEqual([])
  })

  test('up to four people are compared on the same rows, and removed and added by search', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(
      browser,
      fixture,
      `/compare?profileIds=${people.slice(0, 3)}`,
      desktop,
    )
    await page.getByRole('heading', { name: 'What helps you work together' }).waitFor()
    expect(await layoutShifts(page)).toEqual([])
    expect(await page.locator('.compare-facet').count()).toBe(30)
    const [sentence] = await page.locator('.together > li').all()
    expect(await sentence?.locator('.together-reference').textContent()).toBe('1')
    expect(await sentence?.locator('.together-notes > li').textContent()).toContain('Noor Okafor')
    expect(await axe(page)).toEqual([])

    await page.getByRole('button', { name: 'Take Misaki Sato away' }).press('Enter')
    await page.getByRole('columnheader', { name: 'MS' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Ask each other' }).waitFor()
    await page.keyboard.type('kim')
    await page.getByRole('button', { name: 'Kim Seo-yeon', exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'KS' }).waitFor()
    expect(new URL(page.url()).searchParams.get('profileIds')).toBe(
      JSON.stringify([people[0], people[2], people[4]]),
    )
    expect(faults).toEqual([])
  })

  test('someone without results cannot be added, Back restores, and the last ones can be removed', {
    tags: 'long',
  }, async () => {
    const path = `/compare?profileIds=${people.slice(0, 3)}`
    const { page, faults } = await openDashboard(browser, fixture, path, { ...desktop, colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'What helps you work together' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Take Misaki Sato away' }).click()
    await page.getByRole('columnheader', { name: 'MS' }).waitFor({ state: 'detached' })
    await page.getByLabel('Add someone by name').fill('not done')
    expect(await page.getByRole('button', { name: /Not Done/ }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('columnheader', { name: 'MS' }).waitFor()

    for (const name of ['Misaki Sato', 'Noor Okafor']) {
      await page.getByRole('button', { name: `Take ${name} away` }).click()
    }
    await page.getByText('One person, and none beside them yet.').waitFor()
    await page.getByRole('button', { name: 'Take Łukasz Wójcik away' }).click()
    await page.getByText('No one to compare yet.').waitFor()
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('a team of more than a hundred is a density, with as many elements for ten thousand people', async () => {
    await addCrowd()
    const { page, faults } = await openDashboard(browser, fixture, teamPath('Everybody'), desktop)
    await said(page, '102 of 102 have results')
    await page.getByText('1–25 of 102').waitFor()
    expect(await layoutShifts(page)).toEqual([])
    const map = page.locator('.team-wide.team-density')
    expect(await map.locator('title').textContent()).toMatch(/^Map of 102 people between D, I, S and C: \d/)
    expect(await page.locator('.team-dot, .spread-stroke, .team-value .team-chip').count()).toBe(0)
    // A larger team can't be saved: without the button, everything below stands higher.
    const hide = () =>
      page.locator('.saved-team-actions').evaluateAll((all) => {
        for (const one of all) one.remove()
      })
    await hide()
    const drawn = () => page.locator('.team-page svg *').count()
    const [few, picture] = [await drawn(), await map.screenshot()]
    expect(few).toBeLessThan(300)
    expect(await axe(page)).toEqual([])
    await page.getByText('Map as a table').click()
    expect(await page.locator('.chart-team-dial tbody tr').count()).toBe(4)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('26–50 of 102').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')

    await page.route('**/api/v4/team?**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: grown(await response.json(), 100) })
    })
    await page.goto(`${fixture.url}${teamPath('Everybody')}`)
    await said(page, '10,200 of 10,200 have results')
    await page.getByText('1–25 of 102').waitFor()
    await page.locator('.team-part').nth(2).waitFor()
    expect(await map.locator('title').textContent()).toMatch(/^Map of 10,200 people/)
    expect(await drawn()).toBe(few)
    await hide()
    expect((await map.screenshot()).equals(picture)).toBe(true)
    expect(faults).toEqual([])
  })

  test('a density passes axe on a phone in the dark, and is printed without buttons and names', {
    tags: 'long',
  }, async () => {
    await addCrowd()
    const look = { ...narrow, colorScheme: 'dark' } as const
    const { page, faults } = await openDashboard(browser, fixture, teamPath('Everybody'), look)
    await page.getByText('1–25 of 102').waitFor()
    expect(await layoutShifts(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.team-wide.team-density').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.locator('.team-table').isVisible()).toBe(false)
    expect(faults).toEqual([])
  })

  test('on a phone both are stacked; too many people for an agenda show what to do', {
    tags: 'long',
  }, async () => {
    await addCrowd()
    const { page, faults } = await openDashboard(
      browser,
      fixture,
      `/teams?tagIds=${tags.Product},${tags.Research}`,
      { ...narrow, colorScheme: 'dark' },
    )
    await said(page, '11 of 12 have results')
    const [map, table] = [page.locator('.team-narrow'), page.locator('.team-table')]
    expect((await map.boundingBox())?.y).toBeLessThan((await table.boundingBox())?.y ?? 0)
    expect(await layoutShifts(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(faults).toEqual([])

    await goWithin(page, `/teams/agenda?tagIds=${tags.Everybody}`)
    await page.getByText('This team has 102 people with results; an agenda is for at most 100').waitFor()
    // The browser itself logs an answer of 400.
    expect(faults.splice(0).filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('on a phone too few people show what to do, and people are compared', { tags: 'long' }, async () => {
    await addCrowd()
    const look = { ...narrow, colorScheme: 'dark' } as const
    const { page, faults } = await openDashboard(
      browser,
      fixture,
      `/teams/agenda?tagIds=${tags.Everybody}`,
      look,
    )
    await page.getByText('This team has 102 people with results; an agenda is for at most 100').waitFor()
    expect(await axe(page)).toEqual([])
    expect(faults.splice(0).filter((fault) => !fault.includes('400'))).toEqual([])
    await page.goto(`${fixture.url}/teams?tagIds=${tags.Waiting}`)
    await page.getByText('Only one person here has results so far').waitFor()
    await page.getByRole('link', { name: 'See who is not done' }).waitFor()
    await page.goto(`${fixture.url}/compare?profileIds=${people.slice(0, 4)}`)
    await page.getByText('Rests on').first().waitFor()
    expect(await layoutShifts(page)).toEqual([])
    await page.getByText('Rests on').first().click()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(faults).toEqual([])
  })

  function tagsOn(page: Page) {
    const row = (label: string) => page.locator('main li', { has: page.getByText(label, { exact: true }) })
    const choose = async (label: string, item: string) => {
      await row(label)
        .getByRole('button', { name: `More about ${label}` })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    return { row, choose }
  }

  test('tags are created, changed, assigned with a preview of the difference, and undone', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/tags', desktop)
    const { row, choose } = tagsOn(page)
    await row('Product').waitFor()
    expect(await layoutShifts(page)).toEqual([])
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await page.getByText('Give the tag a name.').waitFor()
    await page.getByLabel('Name').fill('Berlin')
    await page.getByRole('radio', { name: 'emerald' }).check()
    // All nine colors are on this page with text.
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Create tag' }).click()
    await row('Berlin').getByText('0 people').waitFor()

    await choose('Berlin', 'Edit')
    await page.getByLabel('Name').fill('Lisbon')
    await page.getByRole('radio', { name: 'orange' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await row('Lisbon').locator('[data-color="orange"]').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Berlin').locator('[data-color="emerald"]').waitFor()

    await row('Research').getByRole('button', { name: 'Change people' }).click()
    await page.getByRole('checkbox', { name: 'Not Done' }).uncheck()
    await page.getByLabel('Search by name').fill('noor')
    await page.getByRole('checkbox', { name: 'Noor Okafor' }).check()
    await page.getByText('1 will be added, 1 removed. 7 in all.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“Research” now has 7 people.').waitFor()
    await expect.poll(() => membersOf('Research')).toContain(people[0])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => membersOf('Research')).not.toContain(people[0])
    expect(faults).toEqual([])
  })

  test('all people of a tag are shown, a tag is deleted and restored, and opened as a team on a phone', {
    tags: 'long',
  }, async () => {
    await addCrowd()
    const { page, faults } = await openDashboard(browser, fixture, '/tags', desktop)
    const { row, choose } = tagsOn(page)
    await row('Everybody').getByRole('button', { name: 'Change people' }).click()
    await page.getByRole('button', { name: 'Show more: 100 of 102 stand here' }).click()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(102)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.route('**/api/v4/tag/*', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'busy', message: 'Somebody else was first.' } } }),
    )
    await choose('Product', 'Delete')
    await page.getByText('Not saved, so it is as before. Somebody else was first.').waitFor()
    await row('Product').getByText('7 people').waitFor()
    expect(faults.splice(0).filter((fault) => !fault.includes('409'))).toEqual([])
    await page.unroute('**/api/v4/tag/*')
    await choose('Product', 'Delete')
    await row('Product').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Product” is back.').waitFor()
    await row('Product').getByText('7 people').waitFor()

    await page.setViewportSize(narrow.viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await row('Research').getByRole('link', { name: 'As a team' }).click()
    await page.getByRole('heading', { name: 'Research', level: 1 }).waitFor()
    await said(page, '6 of 7 have results')
    expect(faults).toEqual([])
  })

  test('tags, the form of one and the choice of its people pass axe in the dark, and on a phone', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/tags', {
      ...desktop,
      colorScheme: 'dark',
    })
    const row = (label: string) => page.locator('main li', { has: page.getByText(label, { exact: true }) })
    await row('Product').waitFor()
    for (const { viewport } of [desktop, narrow]) {
      await page.setViewportSize(viewport)
      expect(await axe(page)).toEqual([])
      await row('Research').getByRole('button', { name: 'People' }).click()
      await page.getByRole('checkbox', { name: 'Not Done' }).waitFor()
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Berlin')
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  /** Adds the tag Everybody with 102 people, once. */
  function addCrowd(): Promise<void> {
    crowd ??= insertCrowd(fixture, tags, last)
    return crowd
  }

  const teamPath = (...labels: string[]) =>
    `/teams?tagIds=${encodeURIComponent(JSON.stringify(labels.map((label) => tags[label])))}`

  async function membersOf(label: string): Promise<string[]> {
    const { body } = await fixture.account.call('GET', '/tags?limit=100')
    return body.tags.find((tag: { label: string }) => tag.label === label).profiles
  }
})

const said = (page: Page, words: string) =>
  page.locator('.team-facts [role="status"]', { hasText: new RegExp(`^${words}$`) }).waitFor()

/** The answer for a team with so many times as many people. */
function grown({ team, ...rest }: Json, times: number): Json {
  const more = (counts: readonly number[]) => counts.map((count) => count * times)
  return {
    ...rest,
    team: {
      ...team,
      profileCount: team.profileCount * times,
      resultCount: team.resultCount * times,
      density: {
        ...team.density,
        discCount: team.density.discCount * times,
        coreCount: team.density.coreCount * times,
        cells: team.density.cells.map((cell: Json) => ({ ...cell, count: cell.count * times })),
        directions: more(team.density.directions),
      },
      traits: team.traits.map((trait: Json) => ({ ...trait, steps: more(trait.steps) })),
      values: team.values.map((value: Json) => ({ ...value, count: value.count * times })),
    },
  }
}

/** Eleven people with results and one without, in two tags. Returns a twelfth with results. */
async function settle({ account, running }: OAuthFixture, tags: Record<string, string>, people: string[]) {
  const taken = drawCompletedPeople(12, 7000)
  const [, doubtful] = taken
  if (doubtful) doubtful.outcome = 'caution'
  await insertCompletedPeople(running.db, account.id, taken)
  const waiting = await account.call('POST', '/profile', { firstName: 'Not', lastName: 'Done' })
  await prepareDocuments(running, account.id)
  for (const [at, [firstName, lastName]] of names.entries()) {
    people.push(taken[at]?.id ?? '')
    const renamed = await account.call('PATCH', `/profile/${people[at]}`, { firstName, lastName })
    if (renamed.status !== 200) throw new Error(renamed.text)
  }
  const sets: [string, string, string[]][] = [
    ['Product', 'indigo', people.slice(0, 7)],
    ['Research', 'blue', [...people.slice(5, 11), waiting.body.profile.id]],
    ['Waiting', 'yellow', [people[0] ?? '', waiting.body.profile.id]],
    ['Trio', 'red', people.slice(2, 5)],
  ]
  for (const [label, color, profileIds] of sets)
    tags[label] = await tagPeople(account, label, color, profileIds)
  return taken[11] as CompletedPerson
}

/** Everybody with results: those above, and ninety with the answers of the last, as scoring takes longest. */
async function insertCrowd(
  { account, running }: OAuthFixture,
  tags: Record<string, string>,
  last: CompletedPerson,
): Promise<void> {
  await insertCompletedPeople(
    running.db,
    account.id,
    Array.from({ length: 90 }, () => ({ ...last, id: newPublicId() })),
  )
  await prepareDocuments(running, account.id)
  const rows = await running.db.admin<{ id: string }>(
    'select id from profile where account_id = $1 and is_completed',
    [account.id],
  )
  const ids = rows.map(({ id }) => id)
  tags.Everybody = await tagPeople(account, 'Everybody', 'zinc', ids)
}

/** People inserted by SQL have no prepared document; a change writes it but needs one to start from. */
async function prepareDocuments({ db }: TestService, accountId: string): Promise<void> {
  await db.admin(
    `update profile set doc = jsonb_set(ready.doc::jsonb, '{id}', to_jsonb(profile.id))::json
       from profile as ready
      where profile.account_id = $1 and profile.doc::text = '{}' and ready.account_id = $1
        and ready.last_name = 'Done'`,
    [accountId],
  )
}

/** Creates a tag of these people and returns its id. */
async function tagPeople(account: TestAccount, label: string, color: string, profileIds: string[]) {
  const made = await account.call('POST', '/tag', { label, color })
  const put = await account.call('PUT', `/tag/${made.body.tag.id}/profiles`, { profileIds })
  if (put.status !== 200) throw new Error(put.text)
  return String(made.body.tag.id)
}
