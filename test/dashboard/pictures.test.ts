import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planAccountIds, seedDemo } from '../../src/demo/seed.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, phone } from '../support/dashboard.ts'
import {
  type DashboardSession,
  dashboardSessionOf,
  restoreDashboardSession,
} from '../support/dashboard-session.ts'
import { showLateFonts } from '../support/fonts.ts'
import { compareImage } from '../support/image-difference.ts'
import { startTestService, type TestService } from '../support/service.ts'

const looks = {
  desk: { device: desktop, colorScheme: 'light' },
  'desk-dark': { device: desktop, colorScheme: 'dark' },
  phone: { device: phone, colorScheme: 'light' },
  'phone-dark': { device: phone, colorScheme: 'dark' },
} as const

type State = {
  name: string
  look: keyof typeof looks
  path: string
  /** Shown when the page is complete. */
  until: string
  after?: (page: Page) => Promise<unknown>
}

/** Twelve states of the dashboard over the demo, each in one of two themes and sizes. */
const states: readonly State[] = [
  { name: 'people', look: 'desk', path: '/people', until: 'text=Kofi Mensah' },
  {
    name: 'person',
    look: 'phone-dark',
    path: '/people/{noor}',
    until: 'text=Facets in a fixed order',
  },
  { name: 'facets', look: 'desk-dark', path: '/people/{noor}?tab=facets', until: 'text=Open mindedness' },
  { name: 'team', look: 'phone', path: '/teams?tagIds={design}', until: 'text=Where they differ most' },
  {
    name: 'compare',
    look: 'desk',
    path: '/compare?profileIds={noor},{jonas}',
    until: 'text=What helps you work together',
  },
  { name: 'tags', look: 'phone', path: '/tags', until: 'text=Next cohort' },
  { name: 'invite', look: 'desk', path: '/invite', until: 'text=Preview' },
  { name: 'settings', look: 'desk-dark', path: '/settings', until: 'text=Sender name' },
  { name: 'audit', look: 'phone-dark', path: '/audit', until: 'td' },
  { name: 'usage', look: 'phone', path: '/usage', until: 'text=Your account has no limits' },
  { name: 'welcome', look: 'phone-dark', path: '/welcome', until: 'text=Invite yourself' },
  {
    name: 'palette',
    look: 'desk',
    path: '/tags',
    until: 'text=Next cohort',
    after: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('noor')
      await page.getByRole('option', { name: /Noor Okafor/ }).waitFor()
    },
  },
]

/** Three of them in another theme and size. */
const otherLooks: readonly State[] = [
  { name: 'people', look: 'phone-dark', path: '/people', until: 'text=Kofi Mensah' },
  { name: 'person', look: 'desk', path: '/people/{noor}', until: 'text=Facets in a fixed order' },
  { name: 'team', look: 'desk-dark', path: '/teams?tagIds={design}', until: 'text=Where they differ most' },
]

describe.skipIf(!browserAvailable)('the dashboard matches its screenshots', () => {
  let running: TestService
  let browser: Browser
  let owner: DashboardSession
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    running = await startTestService({ LOG_LEVEL: 'error' })
    const demo = await seedDemo(running.service.parts, planAccountIds(running.service.parts))
    const account = demo.accounts.demo
    const rows = await running.db.admin<{ id: string; name: string }>(
      `select id, lower(first_name) as name from profile where account_id = '${account?.id}'
       union all select id, lower(label) from tag where account_id = '${account?.id}'`,
    )
    for (const { id, name } of rows) ids[name] = id
    browser = await launchBrowser()
    owner = await dashboardSessionOf(running, account?.owner ?? '')
  })
  afterAll(async () => browser?.close())

  /** One page per size, in which the owner has signed in before. */
  async function pageFor({ device, colorScheme }: (typeof looks)[keyof typeof looks]): Promise<Page> {
    const opened = pages.get(device)
    const page = opened ?? (await newPage(device))
    await page.emulateMedia({ colorScheme })
    return page
  }
  const pages = new Map<typeof desktop, Page>()

  async function newPage(device: typeof desktop): Promise<Page> {
    const context = await browser.open({ ...device, deviceScaleFactor: 1, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await restoreDashboardSession(page, running.url, owner)
    await page.goto(`${running.url}/links`)
    await page.locator('main h1').waitFor()
    pages.set(device, page)
    return page
  }

  const titled = (chosen: readonly State[]) =>
    chosen.map((state) => [`${state.name} ${state.look}`, state] as const)

  // Before the others, of which the last leaves the palette open.
  test.each(titled(otherLooks))('%s', { tags: 'long' }, match)
  test.each(titled(states))('%s', { tags: 'long' }, match)

  async function match(_: string, state: State): Promise<void> {
    const page = await pageFor(looks[state.look])
    await goWithin(
      page,
      state.path.replace(/\{(\w+)\}/g, (_slot, name: string) => ids[name] ?? name),
    )
    await page.locator(state.until).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'))
    await state.after?.(page)
    await showLateFonts(page)
    const picture = await page.screenshot()
    const kept = join(import.meta.dirname, 'pictures', `${state.name}-${state.look}.png`)
    const { mean, far } = await compareImage(kept, picture)
    // The same page again differs by 0.1 with today's date, and by a little more with other fonts; another page
    // differs by 5, the other theme by 100.
    expect({ isNear: mean < 2 && far < 0.01, mean, far }).toMatchObject({ isNear: true })
  }
})
