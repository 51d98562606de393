import { beforeAll, describe, expect, test } from 'vitest'
import { siteTexts } from '../../src/content/site.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { translatedDashboard } from '../support/translated-dashboard.ts'
import { cookieOf, followLink, inviteTestPerson } from './taker-requests.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  const { documents } = translatedDashboard({ de: {}, fr: {} })
  running = await startTestService({ LOG_LEVEL: 'error' }, { dashboardDocuments: documents })
  account = await running.account({ name: 'Nordlicht' })
})

/** The language that a page declares. */
async function spoken(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const page = await fetch(new URL(path, running.url), { headers })
  return /<html lang="([^"]*)"/.exec(await page.text())?.[1]
}

describe('the language of a page', () => {
  test('is the one in the address, then the cookie, then the profile, then the browser, then English', async () => {
    const { link } = await inviteTestPerson(running, account, { locale: 'nl' })
    const all = { cookie: 'language=fr', 'accept-language': 'de' }
    expect(await spoken(`${link}?locale=jp`, all)).toBe('ja')
    expect(await spoken(link, all)).toBe('fr')
    expect(await spoken(link, { 'accept-language': 'de' })).toBe('nl')
    const nobody = await inviteTestPerson(running, account)
    expect(await spoken(nobody.link, { 'accept-language': 'de' })).toBe('de')
    expect(await spoken(nobody.link)).toBe('en')
  })

  test("a choice is kept for a year in a cookie with a listed code that scripts can't read", async () => {
    const page = await fetch(`${running.url}/about?locale=pt_BR`)
    expect(page.headers.get('set-cookie')).toBe(
      'language=pt_BR; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000',
    )
    expect(page.headers.get('vary')).toContain('cookie')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['xx', 'DE', 'de/../x', 'de%0d%0aSet-Cookie:a=b', '', '__proto__'])(
    'a choice of %j changes nothing and is not stored',
    async (code) => {
      const page = await fetch(`${running.url}/about?locale=${code}`, {
        headers: { 'accept-language': 'es' },
      })
      expect(page.headers.get('set-cookie')).toBeNull()
      expect(await page.text()).toContain('<html lang="es"')
      expect(await spoken('/about', { cookie: `language=${code}`, 'accept-language': 'es' })).toBe('es')
    },
  )

  test('it is stored by redirects, and never by a response that is not a page', async () => {
    const done = await finished({ locale: 'nl' })
    const led = await fetch(`${running.url}/take?locale=de`, {
      headers: { cookie: done.cookie },
      redirect: 'manual',
    })
    expect([led.status, led.headers.get('set-cookie')?.split(';')[0]]).toEqual([303, 'language=de'])
    for (const path of ['/take/results.json?locale=de', '/technical.json?locale=de', '/healthz?locale=de']) {
      const answer = await fetch(running.url + path, { headers: { cookie: done.cookie } })
      expect([path, answer.headers.get('set-cookie')]).toEqual([path, null])
    }
  })

  test('the results page is in one language: report, text and header', async () => {
    const { cookie } = await finished({ locale: 'de' })
    const languageOf = async (headers: Record<string, string> = {}, query = '') => {
      const answer = await fetch(`${running.url}/take/results${query}`, { headers: { cookie, ...headers } })
      const text = await answer.text()
      const heading = /<h1 class="headline">(.*?)<\/h1>/.exec(text)?.[1] ?? ''
      return { lang: /<html lang="([^"]*)"/.exec(text)?.[1], heading, text }
    }
    const german = await languageOf({ 'accept-language': 'ja' })
    expect(german.lang).toBe('de')
    expect(german.heading).toMatch(/\b(Sie|Ihnen|Ihr)\b/)
    expect(german.text).toContain(`aria-label="${siteTexts('de')['page.language']}"`)
    const japanese = await languageOf({}, '?locale=jp')
    expect(japanese.lang).toBe('ja')
    expect(japanese.heading).toMatch(/\p{Script=Hiragana}/u)
    expect(japanese.text).not.toContain(german.heading)
    // Japanese has no spaces between sentences.
    expect(/<p class="lede">(.*?)<\/p>/.exec(japanese.text)?.[1]).not.toMatch(/。\s/)
  })

  test('the page for stopping is in the language of the profile, though the session has ended', async () => {
    const { cookie } = await openTaker(running, account, { locale: 'ko' })
    const stopped = await fetch(`${running.url}/take/stop`, {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
    })
    const place = stopped.headers.get('location') ?? ''
    expect(await spoken(place)).toBe('ko')
    expect(await spoken(place, { cookie: 'language=fr' })).toBe('fr')
  })

  test('an error page offers other languages at its own address, never at another host', async () => {
    const offered = async (path: string) => {
      const page = await (await fetch(running.url + path, { headers: { accept: 'text/html' } })).text()
      return /<form class="language[^"]*" method="get" action="([^"]*)"/.exec(page)?.[1]
    }
    expect(await offered('/nothing/here?a=1')).toBe('/nothing/here')
    expect(await offered('//elsewhere.example/')).toBe('/')
    expect(await offered('/\\elsewhere.example')).not.toMatch(/^\/[/\\]/)
  })

  test('the dashboard is in the language of the address, the cookie or the browser, if it is offered in it', async () => {
    const read = async (query: string, headers: Record<string, string> = {}) => {
      const page = await fetch(`${running.url}/people${query}`, { headers })
      const text = await page.text()
      const [, tag] = /<html [^>]*lang="([^"]*)"/.exec(text) ?? []
      const [, words] = /<script defer src="\/assets\/dashboard-(\w+)-[\w-]{8}\.js">/.exec(text) ?? []
      return { page, text, is: [tag, words] }
    }
    const french = { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' }
    expect((await read('')).is).toEqual(['en', undefined])
    expect((await read('', french)).is).toEqual(['fr', 'fr'])
    expect((await read('', { ...french, cookie: 'theme=dark; language=de' })).is).toEqual(['de', 'de'])
    expect((await read('', { ...french, cookie: 'language=en' })).is).toEqual(['en', undefined])
    expect((await read('', { 'accept-language': 'ja' })).is).toEqual(['en', undefined])

    const { page, text, is } = await read('?locale=de', french)
    expect(is).toEqual(['de', 'de'])
    expect(text).toContain('"languages":["de","en","fr"]')
    const kept = ['set-cookie', 'vary', 'cache-control'].map((name) => page.headers.get(name))
    expect(kept).toEqual([
      'language=de; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000',
      'accept-language, cookie',
      'no-store',
    ])
    expect(page.headers.get('content-security-policy')).toContain("; script-src 'self';")

    const hostile = await read(`?locale=${encodeURIComponent('../../x"><script>')}`, french)
    expect(hostile.is).toEqual(['fr', 'fr'])
    expect(hostile.page.headers.get('set-cookie')).toBeNull()
    expect(hostile.text).toBe((await read('', french)).text)
  })

  test('the sign-in code is sent in the chosen language', async () => {
    const page = await fetch(`${running.url}/sign-in`, {
      method: 'POST',
      headers: { cookie: 'language=de', 'accept-language': 'fr' },
      body: new URLSearchParams({ email: 'owner@test.test' }),
    })
    expect(await page.text()).toContain('<html lang="de"')
  })
})

async function finished(fields: object): Promise<Taker> {
  const { link, ...rest } = await inviteTestPerson(running, account, { firstName: 'Noor', ...fields })
  const taker = { ...rest, link, cookie: cookieOf(await followLink(link)) }
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}
