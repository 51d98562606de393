import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeDocument } from '../../src/domain/profile/store.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { drawCompletedPeople, insertCompletedPeople } from '../support/completed-people.ts'
import { axe, watch } from '../support/person.ts'
import { removeRepetitions } from '../support/repetitions.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { namesOf } from '../support/short-first.ts'

/** The same page in one browser, loaded once. */
const places = [
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  { name: 'a desktop in the light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const

describe.skipIf(!browserAvailable)('a person who reads the technical page', () => {
  let running: TestService
  let browser: Browser
  let link: string
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
    link = await personOfALargeAccount(running)
  })
  afterAll(() => browser?.close())

  for (const { cases, isWhole, options } of [
    { cases: places.slice(0, 1), isWhole: false, options: {} },
    { cases: places, isWhole: true, options: { tags: 'long' } },
  ] as const) {
    test(
      `sees it on ${namesOf(cases)}: complete captions, and only tables scroll sideways`,
      options,
      async () => {
        const page = await (await browser.open()).newPage()
        const { faults } = watch(page, running.url)
        await page.goto(`${running.url}/technical`)
        for (const { name, ...place } of cases) {
          await put(page, place)
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0)
          const cut = () =>
            [...document.querySelectorAll('.technical-caption')].filter(
              (caption) => caption.getBoundingClientRect().right > innerWidth,
            ).length
          expect(await page.evaluate(cut), name).toBe(0)
          await page.evaluate(() => history.replaceState(null, '', location.pathname))
          await page.getByRole('link', { name: 'DISC: the four letters' }).click()
          expect(new URL(page.url()).hash, name).toBe('#letters')
          if (!isWhole) await page.evaluate(removeRepetitions)
          expect(await axe(page), name).toEqual([])
        }
        expect(faults).toEqual([])
      },
    )

    test(`sees on ${namesOf(cases)} their position in their own account`, { tags: 'long' }, async () => {
      const page = await (await browser.open()).newPage()
      const { faults } = watch(page, running.url)
      await page.goto(link)
      await page.locator('main form button').first().click()
      await page.waitForURL('**/take/results')
      await page.locator('.chart-focus .chart-table > summary').click()
      const heads = await page.locator('.chart-focus thead th').allTextContents()
      expect(heads.at(-1)).toBe('In Northwind Trading')
      expect(await page.locator('.chart-focus tbody tr').count()).toBe(35)
      expect(await page.locator('.chart-focus .chart-note').textContent()).toContain('210 people')
      expect(await page.locator('.chart-tone thead th').allTextContents()).not.toContain(
        'In Northwind Trading',
      )
      for (const { name, ...place } of cases) {
        await put(page, place)
        // Another test checks the page of results in an account without a comparison.
        if (isWhole) expect(await axe(page), name).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0)
      }
      expect(faults).toEqual([])
    })
  }
})

async function put(page: Page, { viewport, colorScheme }: Omit<(typeof places)[number], 'name'>) {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}

/** The link of a person in an account of 210 people who have all completed. */
async function personOfALargeAccount({ db, service, account, url }: TestService): Promise<string> {
  const owner = await account({ name: 'Northwind Trading' })
  const people = drawCompletedPeople(210)
  const id = String(people[0]?.id)
  await insertCompletedPeople(db, owner.id, people)
  await db.database.inAccount(owner.id, (sql) => writeDocument(sql, owner.id, id))
  await service.sweepRetention()
  await owner.call('PATCH', `/profile/${id}`, { email: 'kofi@test.test', firstName: 'Kofi' })
  await owner.call('POST', `/profile/${id}/invite/email`)
  await service.drainOutbox()
  const response = await fetch(`${url}/dev/mailbox.json?to=kofi@test.test`)
  const messages = (await response.json()) as { links: string[] }[]
  return String(messages[0]?.links[0])
}
