import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeDocument } from '../../src/domain/profile/store.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { drawTaken, insertTaken } from '../support/taken.ts'

const devices = {
  'a small phone in the dark': { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  'a desktop in the light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
} as const

describe.skipIf(!browserAvailable)('somebody who looks at figures', () => {
  let running: TestService
  let browser: Browser
  let link: string
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
    link = await personOfALargeAccount(running)
  })
  afterAll(() => browser?.close())

  for (const [name, options] of Object.entries(devices)) {
    test(`reads the technical page on ${name}: whole captions, and only tables scroll sideways`, async () => {
      const context = await browser.open(options)
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      await page.goto(`${running.url}/technical`)
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      const cut = () =>
        [...document.querySelectorAll('.technical-caption')].filter(
          (caption) => caption.getBoundingClientRect().right > innerWidth,
        ).length
      expect(await page.evaluate(cut)).toBe(0)
      await page.getByRole('link', { name: 'DISC: the four letters' }).click()
      expect(new URL(page.url()).hash).toBe('#letters')
      expect(faults).toEqual([])
      await context.close()
    }, 30_000)

    test(`reads on ${name} where they stand in their own account`, async () => {
      const context = await browser.open(options)
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      await page.goto(link)
      await page.locator('main form button').first().click()
      await page.waitForURL('**/take/results')
      await page.locator('.chart-focus summary').click()
      const heads = await page.locator('.chart-focus thead th').allTextContents()
      expect(heads.at(-1)).toBe('In Northwind Trading')
      expect(await page.locator('.chart-focus tbody tr').count()).toBe(35)
      expect(await page.locator('.chart-focus .chart-note').textContent()).toContain('210 people')
      expect(await page.locator('.chart-tone thead th').allTextContents()).not.toContain(
        'In Northwind Trading',
      )
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(faults).toEqual([])
      await context.close()
    }, 30_000)
  }
})

/** The link of somebody in an account of 210 people, who have all finished. */
async function personOfALargeAccount({ db, service, account, url }: TestService): Promise<string> {
  const owner = await account({ name: 'Northwind Trading' })
  const people = drawTaken(210)
  const id = String(people[0]?.id)
  await insertTaken(db, owner.id, people)
  await db.database.inAccount(owner.id, (sql) => writeDocument(sql, owner.id, id))
  await service.sweepRetention()
  await owner.call('PATCH', `/profile/${id}`, { email: 'kofi@test.test', firstName: 'Kofi' })
  await owner.call('POST', `/profile/${id}/invite/email`)
  await service.drainOutbox()
  const response = await fetch(`${url}/dev/mailbox.json?to=kofi@test.test`)
  const messages = (await response.json()) as { links: string[] }[]
  return String(messages[0]?.links[0])
}
