import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { OAuthFixture } from '../oauth/oauth-fixture.ts'
import type { Browser } from './browser.ts'
import { dashboardSessionOf, restoreDashboardSession } from './dashboard-session.ts'
import { recordPage } from './page-record.ts'
import { measureShift, watch } from './person.ts'

export type OpenDashboard = {
  context: BrowserContext
  page: Page
  /** Console errors and requests to other hosts; must stay empty. */
  faults: string[]
}

type Look = {
  email?: string
  /** Opens a new page, for tests that need an empty cache. */
  isFresh?: boolean
} & Pick<
  BrowserContextOptions,
  'viewport' | 'hasTouch' | 'isMobile' | 'colorScheme' | 'reducedMotion' | 'permissions'
>

/**
 * A dashboard page of a returning user: the account's owner unless another is named. The tests of a file share one
 * page, because a new one takes five times as long as a load; each starts from a clean state. A test that sets the
 * clock, which cannot be undone, closes the context at its end.
 */
export async function openDashboard(
  browser: Browser,
  fixture: OAuthFixture,
  path: string,
  { email = fixture.owner.email, permissions = [], isFresh = false, ...look }: Look = {},
): Promise<OpenDashboard> {
  const page = await pageOf(browser, fixture, look.isMobile ? phone : desktop, isFresh)
  const context = page.context()
  await restoreDashboardSession(page, fixture.url, await dashboardSessionOf(fixture.running, email))
  await context.clearPermissions()
  await context.grantPermissions(permissions)
  await page.setViewportSize(look.viewport ?? desktop.viewport)
  await page.emulateMedia({
    media: null,
    colorScheme: look.colorScheme ?? 'light',
    reducedMotion: look.reducedMotion ?? 'no-preference',
  })
  const { faults } = watch(page, fixture.url)
  await page.goto(fixture.url + path)
  await page.locator('main h1').waitFor()
  return { context, page, faults }
}

/**
 * Opens another page, or another state of this one, as a link within the dashboard does: without loading all of it
 * again, which takes several times as long.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    ;(globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.history.push(to)
  }, path)
  await page.waitForFunction(() => {
    const { state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return state.status === 'idle' && state.resolvedLocation?.href === state.location.href
  })
  await page.locator('main h1').waitFor()
}

/** The parts of the dashboard's router that a page gives to its tools. */
type Router = {
  history: { push(path: string): void }
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** The page of the previous test in a clean state, or a new one. */
async function pageOf(
  browser: Browser,
  fixture: OAuthFixture,
  device: typeof desktop,
  isFresh: boolean,
): Promise<Page> {
  const key = `${fixture.url} ${device.viewport.width}`
  const left = pages.get(key)
  if (isFresh || left?.isClosed()) await left?.context().close()
  const page = left && !left.isClosed() ? left : await newPage(browser, device)
  pages.set(key, page)
  const describePage = recordPage(page)
  onTestFinished(async ({ task }) => {
    if (page.isClosed()) return
    if (task.result?.state === 'fail') {
      console.error(await describePage())
      return page.context().close()
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of pageEvents) page.removeAllListeners(event)
  })
  return page
}

const pageEvents = ['console', 'pageerror', 'request', 'response', 'requestfailed', 'load', 'dialog']

const pages = new Map<string, Page>()

async function newPage(browser: Browser, device: typeof desktop): Promise<Page> {
  const context = await browser.open(device)
  await measureShift(context)
  return context.newPage()
}

/** The viewports of desktop and phone tests. */
export const desktop = { viewport: { width: 1280, height: 860 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** As narrow as a phone but with a mouse: without touch it needs no second browser context. */
export const narrow = { viewport: phone.viewport }
