import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { insertCrowd } from '../support/crowd.ts'
import { openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { newEmail } from '../support/test-rows.ts'

const ofTheList = ['account', 'profiles', 'profiles/progress', 'profiles/statuses', 'tags']

/** Pages, with what is visible once everything is loaded, and what they request for it. */
const places: [string, (tagId: string) => string, (page: Page, tagId: string) => Promise<void>, string[]][] =
  [
    ['the list', () => '/people', (page) => page.getByRole('row').nth(25).waitFor(), ofTheList],
    [
      'the list with a filter',
      (tagId) => `/people?tagIds=${encodeURIComponent(JSON.stringify([tagId]))}`,
      (page, tagId) =>
        page
          .getByRole('button', { name: `Tag ${tagId}` })
          .first()
          .waitFor(),
      ofTheList,
    ],
    [
      'the people of a tag',
      () => '/tags',
      async (page) => {
        await page.getByRole('button', { name: 'Change people' }).first().click()
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
      ['account', 'profiles', 'tags'],
    ],
    [
      'the choice of a team',
      () => '/teams',
      (page) => page.locator('.team-tags li').nth(11).waitFor(),
      ['account', 'saved-teams', 'tags'],
    ],
    [
      'inviting',
      () => '/invite',
      async (page) => {
        await page.getByText('Email and reminders').click()
        await page.getByText('Options', { exact: true }).click()
        await page.getByLabel('Tag', { exact: true }).waitFor()
        await page.locator('.email-frame').waitFor()
      },
      ['account', 'assessments', 'campaigns', 'campaigns/preview', 'tags'],
    ],
  ]

describe.skipIf(!browserAvailable)('a dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('makes the same requests for the list and a tag with twice as many people, and none returns more', {
    tags: 'long',
  }, async () => {
    await grow(2, places.slice(1, 3))
  })

  test('makes the same requests for each page with four times as many people', { tags: 'long' }, async () => {
    await grow(4, places)
  })

  async function grow(times: number, chosen: typeof places): Promise<void> {
    // A hundred or more with each of twelve tags, which is more than any page shows.
    const people = 1_400
    const few = await loadedBy(browser, people, chosen)
    const many = await loadedBy(browser, people * times, chosen)
    for (const [name, , , routes] of chosen) {
      expect(few[name]?.routes, name).toEqual(routes)
      expect(many[name]?.routes, name).toEqual(routes)
      // The people on a page differ, and so do their answers a little.
      expect((many[name]?.bytes ?? 0) / (few[name]?.bytes ?? 0), name).toBeLessThan(1.25)
    }
  }

  test('exports page after page by cursor, everyone once, with a progress bar', {
    tags: 'long',
  }, async () => {
    await insertCrowd(fixture.running.db, fixture.account.id, 250)
    const { page, faults } = await openDashboard(browser, fixture, '/people')
    const asked: URLSearchParams[] = []
    await page.route('**/api/v4/profiles?*limit=100*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams)
      if (asked.length === 2) await page.getByRole('progressbar', { name: 'Export' }).waitFor()
      await route.continue()
    })
    await page.locator('.page-actions').getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 250 people' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    const rows = await fixture.running.db.admin<{ id: string }>(
      'select id from profile order by created_at desc, id desc',
    )
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(asked.map((search) => [search.has('after'), search.has('page')])).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ])
    expect(faults).toEqual([])
  })

  test('asks before it deletes a tag with more people than can be restored', { tags: 'long' }, async () => {
    const email = newEmail()
    const account = await fixture.running.account({ name: 'Large', owner: email })
    await account.call('POST', '/tag', { label: 'Everybody', color: 'zinc' })
    const { page, faults } = await openDashboard(browser, fixture, '/usage', { email })
    await page.route('**/api/v4/tags?*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({
        response,
        json: { ...json, tags: json.tags.map((tag: object) => ({ ...tag, profileCount: 812_345 })) },
      })
    })
    await page.goto(`${fixture.url}/tags`)
    const tag = page.getByRole('listitem').filter({ hasText: 'Everybody' })
    await tag.getByText('812,345 people').waitFor()
    const remove = async () => {
      await tag.getByRole('button', { name: 'More about Everybody' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Delete Everybody' })
    await remove()
    await dialog.getByText('can’t be undone').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await tag.waitFor()
    await remove()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await dialog.getByRole('button', { name: 'Delete the tag' }).click()
    await page.getByText('“Everybody” deleted.').waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(asked.filter((line) => /tag\//.test(line))).toEqual([expect.stringMatching(/^DELETE/)])
    await page.getByText('No tags yet.').waitFor()
    expect(faults).toEqual([])
  })
})

type Loaded = { routes: string[]; bytes: number }

/** What each page asks the API of an account with so many people. */
async function loadedBy(
  browser: Browser,
  people: number,
  chosen: typeof places,
): Promise<Record<string, Loaded>> {
  const fixture: OAuthFixture = await openOAuthFixture()
  const { tagIds } = await insertCrowd(fixture.running.db, fixture.account.id, people)
  const [tagId = ''] = tagIds
  const { page } = await openDashboard(browser, fixture, '/usage')
  const loaded: Record<string, Loaded> = {}
  for (const [name, pathOf, settled, routes] of chosen) {
    // Whatever the page before still asks for ends here.
    await page.goto('about:blank')
    await page.unrouteAll({ behavior: 'wait' })
    const own: Loaded = { routes: [], bytes: 0 }
    let underway = 0
    await page.route('**/api/v4/**', async (route) => {
      underway += 1
      own.routes.push(new URL(route.request().url()).pathname.replace('/api/v4/', ''))
      try {
        const response = await route.fetch()
        const body = await response.body()
        own.bytes += body.length
        await route.fulfill({ response, body })
      } finally {
        underway -= 1
      }
    })
    await page.goto(fixture.url + pathOf(tagId))
    await settled(page, tagId)
    // On a busy machine, a page may pause for longer between two requests than an idle network is waited for.
    const hasAll = () => routes.every((one) => own.routes.includes(one)) && underway === 0
    await vi.waitUntil(hasAll, { timeout: 20_000 }).catch(() => {})
    await page.waitForLoadState('networkidle')
    loaded[name] = { ...own, routes: own.routes.toSorted() }
  }
  return loaded
}
