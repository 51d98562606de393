import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { signedIn } from '../oauth/attempt.ts'
import type { Stage } from '../oauth/stage.ts'
import type { Browser } from './browser.ts'
import { measureShift, watch } from './person.ts'

export type OpenDashboard = {
  context: BrowserContext
  page: Page
  /** Errors of the console and requests to other hosts; must stay empty. */
  faults: string[]
}

/** A browser in which the owner of the account, or somebody else, has signed in, at a page of the dashboard. */
export async function openDashboard(
  browser: Browser,
  stage: Stage,
  path: string,
  { email = stage.owner.email, ...options }: BrowserContextOptions & { email?: string } = {},
): Promise<OpenDashboard> {
  const context = await browser.open(options)
  const key = stage.authUrl + email
  const cookies = jars.get(key) ?? (await signedIn(stage.running, email))
  jars.set(key, cookies)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: stage.authUrl })))
  await measureShift(context)
  const page = await context.newPage()
  const { faults } = watch(page, stage.url)
  await page.goto(stage.url + path)
  await page.locator('main h1').waitFor()
  return { context, page, faults }
}

const jars = new Map<string, Awaited<ReturnType<typeof signedIn>>>()

/** Both viewports that pages are looked at in. */
export const desktop = { viewport: { width: 1280, height: 860 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
