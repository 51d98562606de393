import type { Page } from 'playwright-core'
import { parseTokens, type StoredTokens } from '../../web/dashboard/client/tokens.ts'
import { type CookieJar, sendWithJar, signInByEmail } from '../oauth/sign-in-requests.ts'
import type { TestService } from './service.ts'
import { thirdParty } from './third-party.ts'

/** What the browser of a returning dashboard user has. */
export type DashboardSession = {
  cookies: { name: string; value: string; url: string }[]
  tokens: StoredTokens
}

/** Signs a person in over plain HTTP. In a browser this takes five page loads and about a second per test. */
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

/** Requests tokens as the dashboard does, which needs no consent page. */
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

/** Gives the page this session, and nothing else. */
export async function restoreDashboardSession(
  page: Page,
  url: string,
  { cookies, tokens }: DashboardSession,
): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  // A page of the same origin without scripts.
  await page.goto(`${url}/healthz`)
  await page.evaluate((kept) => {
    sessionStorage.clear()
    localStorage.clear()
    localStorage.setItem('timbre.tokens', kept)
  }, JSON.stringify(tokens))
}
