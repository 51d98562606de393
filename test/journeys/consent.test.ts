import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type CookieJar, signInByEmail as signIn } from '../oauth/sign-in-requests.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, layoutShifts, loadAnew, measureShift, watch } from '../support/person.ts'
import { namesOf, shortThenAll } from '../support/short-first.ts'
import { registerApp, type ThirdParty } from '../support/third-party.ts'

const places = [
  { name: 'a phone in the light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  { name: 'a desktop in the light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'a desktop in the dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('a person who is asked for access by an app', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let app: ThirdParty
  let callback: Server
  let tab: Page
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    callback = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>Back</h1>')
    })
    await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
    const { port } = callback.address() as AddressInfo
    app = await registerApp(fixture.authUrl, {
      client_name: 'Fieldnotes',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    })
    browser = await launchBrowser()
    const context = await browser.open()
    await measureShift(context)
    tab = await context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    callback?.closeAllConnections()
    callback?.close()
  })

  for (const { cases, isLong, options } of shortThenAll(places)) {
    test(`can read the request on ${namesOf(cases)}`, options, async () => {
      const page = await open()
      const { faults } = watch(page, fixture.url)
      await loadAnew(page)
      for (const { name, ...place } of cases) {
        await put(page, place)
        await page.goto(app.request().address.href)
        await page.waitForLoadState('networkidle')
        expect(await layoutShifts(page), name).toEqual([])
        const [deny, allow] = await Promise.all(
          ['Cancel', 'Allow'].map((label) => page.getByRole('button', { name: label }).boundingBox()),
        )
        expect([deny?.width, deny?.height], name).toEqual([allow?.width, allow?.height])
      }
      // With the keyboard, the page of apps is checked below.
      for (const path of isLong ? [undefined, '/apps'] : [undefined]) {
        if (path) await page.goto(fixture.authUrl + path)
        for (const { name, ...place } of cases) {
          await put(page, place)
          expect(await axe(page), name).toEqual([])
          expect(await overflow(page), name).toBeLessThanOrEqual(0)
        }
      }
      expect(faults).toEqual([])
    })
  }

  test('can read it at double text size on a small phone, and nothing overflows the page', {
    tags: 'long',
  }, async () => {
    const page = await open({ viewport: { width: 320, height: 640 } })
    for (const address of [app.request().address.href, `${fixture.authUrl}/apps`]) {
      await page.goto(address)
      await twiceTheText(page)
      expect(await overflow(page), address).toBeLessThanOrEqual(0)
    }
  })

  test('allows it without JavaScript, and the policy allows the redirect to the app', async () => {
    const context = await browser.open({ javaScriptEnabled: false })
    await signedIn(context)
    const page = await context.newPage()
    const { address, state, verifier } = app.request()
    await page.goto(address.href)
    await page.getByLabel('Manage tags').uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/callback?**')
    const back = new URL(page.url())
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state, iss: fixture.authUrl })
    const { body } = await app.redeem(back, verifier)
    expect(body.scope.split(' ').sort()).toEqual(['account:read', 'profiles:read'])
    await context.close()
  })

  // `test/oauth/consent.test.ts` shows it without a browser.
  test('cancels, and the app gets access_denied', { tags: 'long' }, async () => {
    const page = await open()
    const { address, state } = app.request()
    await page.goto(address.href)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/callback?**')
    const said = Object.fromEntries(new URL(page.url()).searchParams)
    expect(said).toMatchObject({ error: 'access_denied', state })
  })

  test('can do everything with the keyboard: choose an account, select, allow, disconnect', async () => {
    const second = await fixture.running.account({ name: 'Second' })
    const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'owner' })
    const page = await open({ email: both.email })
    await page.goto(app.request().address.href)
    await tabTo(page, 'Heron & Co Owner')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'Second' }).isChecked()).toBe(true)
    await tabTo(page, 'Invite, edit and delete people')
    await page.keyboard.press('Space')
    await tabTo(page, 'Allow')
    expect(await outlined(page)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/callback?**')
    await page.goto(`${fixture.authUrl}/apps`)
    expect(await page.getByRole('listitem').filter({ hasText: 'Invite, edit' }).count()).toBeGreaterThan(0)
    expect(await axe(page)).toEqual([])
    await tabTo(page, 'Disconnect Fieldnotes from Second')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
  })

  for (const { isLong, options } of [
    { isLong: false, options: {} },
    { isLong: true, options: { tags: 'long' } },
  ] as const) {
    const title = "is asked to choose an account if they didn't, with a message"
    test(`${title}${isLong ? ' in which axe finds nothing' : ''}`, options, async () => {
      const second = await fixture.running.account({ name: 'Third' })
      const both = await fixture.member({ [fixture.account.id]: 'owner', [second.id]: 'user' })
      const page = await open({ email: both.email, colorScheme: 'dark' })
      await page.goto(app.request().address.href)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('alert').waitFor()
      if (isLong) expect(await axe(page)).toEqual([])
    })
  }

  /** The file's one tab with scripts, in the session of the current person. */
  async function open({
    email = fixture.owner.email,
    viewport = { width: 1280, height: 720 },
    colorScheme = 'light',
  }: {
    email?: string
    viewport?: ViewportSize
    colorScheme?: 'light' | 'dark'
  } = {}): Promise<Page> {
    await tab.context().clearCookies()
    await signedIn(tab.context(), email)
    await put(tab, { viewport, colorScheme })
    return tab
  }

  /** Puts a person's session into a browser; the sign-in pages have their own tests. */
  async function signedIn(context: BrowserContext, email = fixture.owner.email): Promise<void> {
    const cookies = sessions.get(email) ?? (await signIn(fixture.running, email))
    sessions.set(email, cookies)
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: fixture.authUrl })))
  }
  const sessions = new Map<string, CookieJar>()
})

async function put(page: Page, place: { viewport: ViewportSize; colorScheme: 'light' | 'dark' }) {
  await page.setViewportSize(place.viewport)
  await page.emulateMedia({ colorScheme: place.colorScheme })
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** Doubles every text size, as readers with low vision may set it, without zooming the page. */
async function twiceTheText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')]
    const sizes = all.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return [Number.parseFloat(fontSize) * 2, Number.parseFloat(lineHeight) * 2]
    })
    for (const [index, element] of all.entries()) {
      const [size, line] = sizes[index] ?? []
      element.style.fontSize = `${size}px`
      if (line) element.style.lineHeight = `${line}px`
    }
  })
}

/** Presses Tab until the element of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null
      return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent
    })
    if (focused?.trim() === name) return
  }
  throw new Error(`Nothing called ${name} can be reached by Tab.`)
}

function outlined(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
}
