import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { OAuthFixture } from '../oauth/oauth-fixture.ts'
import type { Browser } from './browser.ts'
import { dashboardSessionOf, restoreDashboardSession } from './dashboard-session.ts'
import { measureShift, watch } from './person.ts'

export type OpenDashboard = {
  context: BrowserContext
  page: Page
  /** Errors of the console and requests to other hosts; must stay empty. */
  faults: string[]
}

type Look = {
  email?: string
  /** A new page all the same, for a walk that needs nothing to have been loaded before. */
  isFresh?: boolean
} & Pick<
  BrowserContextOptions,
  'viewport' | 'hasTouch' | 'isMobile' | 'colorScheme' | 'reducedMotion' | 'permissions'
>

/**
 * A page of the dashboard of somebody who has been there before: the owner of the account, or whoever is named. The
 * walks of a file have one page after another, for a new one takes five times as long as a load; each finds it as if
 * it were new. A walk that sets the clock, which stays set, closes the context at its end.
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

/** The page that the walk before has left, as new; or a new one. */
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
  onTestFinished(async ({ task }) => {
    if (page.isClosed()) return
    if (task.result?.state === 'fail') return page.context().close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of ['console', 'pageerror', 'request', 'load', 'dialog']) page.removeAllListeners(event)
  })
  return page
}

const pages = new Map<string, Page>()

async function newPage(browser: Browser, device: typeof desktop): Promise<Page> {
  const context = await browser.open(device)
  await measureShift(context)
  return context.newPage()
}

/** Both viewports that pages are looked at in. */
export const desktop = { viewport: { width: 1280, height: 860 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** As wide as a phone, with a mouse: where no finger is needed, it costs no second browser window. */
export const narrow = { viewport: phone.viewport }
