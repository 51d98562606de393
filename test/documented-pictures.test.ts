import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../src/demo/people.ts'
import { createDemoPerson } from '../src/demo/person.ts'
import { planAccountIds, seedDemo } from '../src/demo/seed.ts'
import { type Browser, browserAvailable, launchBrowser } from './support/browser.ts'
import { dashboardSessionOf, restoreDashboardSession } from './support/dashboard-session.ts'
import { showLateFonts } from './support/fonts.ts'
import { comparePictures } from './support/image-difference.ts'
import { startTestService, type TestService } from './support/service.ts'

const pictures = [
  {
    name: 'people',
    shows: 'the People page of the demo',
    height: 900,
    colorScheme: 'light',
    words: ['People', 'Tone', 'Style', 'Tags', 'State', 'Kofi Mensah', 'Export', 'Invite people'],
  },
  {
    name: 'person-dark',
    shows: 'one person of the demo, in dark mode',
    height: 1100,
    colorScheme: 'dark',
    words: ['Noor Okafor', 'Overview', 'Very high', 'Baseline', 'Flexibility', 'DISC', 'Core', 'Wisdom'],
  },
  {
    name: 'results',
    shows: "a person's own results",
    height: 1680,
    colorScheme: 'light',
    words: ['Noor Okafor', 'Very high', 'Baseline', 'Flexibility', 'DISC', 'Dominance'],
  },
] as const

/**
 * The pictures of README.md and docs/design.md. After an intended change of these pages run `KEEP_PICTURES=1 npx vitest
 * run test/documented-pictures.test.ts`, and look at the pictures before you commit them.
 */
describe.skipIf(!browserAvailable)('the pictures in the documents', () => {
  let running: TestService
  let browser: Browser
  const open: Record<string, (page: Page) => Promise<unknown>> = {}
  beforeAll(async () => {
    running = await startTestService({ LOG_LEVEL: 'error' })
    let demo: ReturnType<typeof openDemo> | undefined
    const inDashboard = (path: (noor: string) => string, until: string) => async (page: Page) => {
      demo ??= openDemo(running)
      const { owner, noor } = await demo
      await restoreDashboardSession(page, running.url, owner)
      await page.goto(running.url + path(noor))
      await page.getByText(until).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'))
    }
    const link = await finishedLink(running)
    open.people = inDashboard(() => '/people', 'Kofi Mensah')
    open['person-dark'] = inDashboard((noor) => `/people/${noor}`, 'Wisdom')
    open.results = async (page) => {
      await page.goto(link)
      await page.locator('form[method=post] button').first().click()
      await page.waitForURL('**/take/results')
      await page.waitForLoadState('networkidle')
    }
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => browser?.close())

  const title = '$name is $shows as it is now'
  const compare = async ({ name, height, colorScheme, words }: (typeof pictures)[number]) => {
    const context = await browser.open({
      viewport: { width: 1280, height },
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await open[name]?.(page)
    await showLateFonts(page)
    for (const word of words)
      expect(await page.getByText(word).filter({ visible: true }).count(), word).toBeGreaterThan(0)
    const taken = await page.screenshot()
    await context.close()
    const path = join(import.meta.dirname, `../docs/pictures/${name}.png`)
    if (process.env.KEEP_PICTURES) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(
        path,
        await sharp(taken)
          .png({ palette: true, colors: 32, dither: 0, effort: 10, compressionLevel: 9 })
          .toBuffer(),
      )
    }
    const { mean, far } = await comparePictures(readFileSync(path), taken)
    // Dates, fonts and the smaller palette make a difference of less than 1; another page, of 5 and more.
    expect({ isNear: mean < 2 && far < 0.01, mean, far }).toMatchObject({ isNear: true })
  }
  test.each(pictures)(title, { tags: 'long' }, compare)
})

/** The owner's session in the demo, and the id of one of its people. */
async function openDemo(running: TestService) {
  const { db, service } = running
  const { demo } = (await seedDemo(service.parts, planAccountIds(service.parts))).accounts
  const owner = await dashboardSessionOf(running, demo?.owner ?? '')
  const [noor] = await db.admin<{ id: string }>(
    `select id from profile where account_id = '${demo?.id}' and first_name = 'Noor'`,
  )
  return { owner, noor: noor?.id ?? '' }
}

/** The invite link of a person who has completed everything, in an account of their own. */
async function finishedLink(running: TestService): Promise<string> {
  const account = await running.account({ name: 'Northwind', owner: 'ada@northwind.example' })
  const person = demoPeople.find(({ mailbox }) => mailbox === 'noor')
  const link = person && (await createDemoPerson(running.service.parts, account, person, []))
  if (!link) throw new Error('There is no link to the results.')
  return link
}
