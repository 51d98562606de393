import type { Page } from 'playwright-core'
import { parseTokens, type StoredTokens } from '../../web/dashboard/sign-in/tokens.ts'
import { type CookieJar, sendWithJar, signInByEmail } from '../oauth/sign-in-requests.ts'
import type { TestService } from './service.ts'
import { thirdParty } from './third-party.ts'

/** What the browser of somebody holds who has been in the dashboard before. */
export type DashboardSession = {
  cookies: { name: string; value: string; url: string }[]
  tokens: StoredTokens
}

/** Signs somebody in over plain HTTP: the same in a browser, with its five loads, would take a second of each walk. */
export async function dashboardSessionOf(running: TestService, email: string): Promise<DashboardSession> {
  const key = running.url + email
  const known = visitors.get(key)
  if (known) return known
  const jar = await signInByEmail(running, email)
  const tokens = await askForTokens(running.url, jar)
  const cookies = [...jar].map(([name, value]) => ({ name, value, url: running.url }))
  visitors.set(key, { cookies, tokens })
  return { cookies, tokens }
}

const visitors = new Map<string, DashboardSession>()

/** As the dashboard asks for them, which is let in without a page of consent. */
async function askForTokens(url: string, jar: CookieJar): Promise<StoredTokens> {
  const redirectUri = `${url}/callback`
  const dashboard = thirdParty(url, { clientId: 'dashboard', redirectUri })
  const { address, verifier } = dashboard.request({ resource: url })
  let next = address
  while (next.origin + next.pathname !== redirectUri) {
    const { status, location } = await sendWithJar(next.href, { jar })
    if (!location) throw new Error(`${next.pathname} was answered with ${status}.`)
    next = new URL(location, next)
  }
  return parseTokens((await dashboard.redeem(next, verifier)).body, Date.now())
}

/** Makes the page one of this person's browser: it holds what theirs holds, and nothing else. */
export async function restoreDashboardSession(
  page: Page,
  url: string,
  { cookies, tokens }: DashboardSession,
): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  // A page of the same origin that has no script of its own.
  await page.goto(`${url}/healthz`)
  await page.evaluate((kept) => {
    sessionStorage.clear()
    localStorage.clear()
    localStorage.setItem('timbre.tokens', kept)
  }, JSON.stringify(tokens))
}
