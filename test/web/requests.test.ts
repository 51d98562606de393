import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { cookieRules } from '../../src/http/page/cookie.ts'
import { refuseCrossOrigin } from '../../src/http/page/origin.ts'
import { takerCookie } from '../../src/http/web/taker-cookie.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { cookieOf, followLink, inviteTestPerson } from './taker-requests.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

describe('the pages', () => {
  test('show the not-found page for malformed addresses', async () => {
    for (const target of ['//', '//[', '//:99999/x', '///']) {
      const answer = await sendRaw(running.url, requestHead('GET', target))
      expect(answer.status, target).toBe(404)
      expect(answer.headers['content-type'], target).toContain('text/html')
    }
  })

  test('start with one that links people to their apps and members, and language models to theirs', async () => {
    const here = await (await fetch(`${running.url}/about`)).text()
    expect(here).toContain('href="/people">Open the dashboard</a>')
    const login = await fetch(`${running.url}/login`, { redirect: 'manual' })
    expect([login.status, login.headers.get('location')]).toEqual([303, '/people'])
    expect(here).toContain('<a href="/apps">')
    expect(here).toContain('<a href="/members">')
    expect(here).toContain(`<code>${running.url}/mcp</code>`)
    const elsewhere = await startTestService({ AUTH_URL: 'https://sign-in.test', REGIONS: '' })
    const there = await (await fetch(`${elsewhere.url}/about`)).text()
    expect(there).toContain('<a href="https://sign-in.test/apps">')
    expect(there).toContain('<a href="https://sign-in.test/members">')
    expect(there).toContain(`<code>${elsewhere.url}/mcp</code>`)
  })

  test('forbid caching and referrers on redirects and downloads too', async () => {
    const { link } = await inviteTestPerson(running, account)
    const pressed = await followLink(link)
    const headers = { cookie: cookieOf(pressed) }
    const paths = ['/', '/about', '/take', '/take/results', '/take/results.json', '/take/stopped', '/nowhere']
    const answers = await Promise.all(
      paths.map((path) => fetch(running.url + path, { headers, redirect: 'manual' })),
    )
    for (const answer of [pressed, ...answers]) {
      expect(answer.headers.get('cache-control'), answer.url).toBe('no-store')
      expect(answer.headers.get('referrer-policy'), answer.url).toBe('no-referrer')
    }
    // From a missing page, a link to the dashboard for members only.
    const [forTaker, forMember] = await Promise.all(
      [headers.cookie, 'person=secret'].map(async (cookie) =>
        (await fetch(`${running.url}/nowhere`, { headers: { cookie } })).text(),
      ),
    )
    expect(forTaker).not.toContain('href="/people"')
    expect(forMember).toContain('href="/people"')
  })
})

describe('the mailbox', () => {
  const at = (host: string, path = '/dev/mailbox.json') =>
    sendRaw(running.url, requestHead('GET', path, { host }))

  test('opens under names of this machine only, whatever other names resolve to it', async () => {
    const { port } = new URL(running.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '[::1]', 'LOCALHOST'])
      expect((await at(host)).status, host).toBe(200)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.nip.io',
    ]) {
      expect((await at(host)).status, host).toBe(403)
      expect((await at(host, '/dev/mailbox')).status, host).toBe(403)
    }
  })

  test('403 for another name behind a trusted proxy, whatever X-Forwarded-Host says', async () => {
    const behind = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' })
    const headers = { host: 'timbre.example', 'x-forwarded-host': 'localhost' }
    const answer = await sendRaw(behind.url, requestHead('GET', '/dev/mailbox.json', headers))
    expect(answer.status).toBe(403)
  })

  test('400 for an invalid recipient', async () => {
    for (const path of ['/dev/mailbox?to=%00', '/dev/mailbox.json?to=%00'])
      expect((await fetch(running.url + path)).status).toBe(400)
  })
})

describe('a form of another site', () => {
  const isRefused = (publicUrl: string, headers: Record<string, string>) => {
    try {
      refuseCrossOrigin({ headers } as unknown as FastifyRequest, publicUrl)
      return false
    } catch {
      return true
    }
  }

  test.each([
    ['https://timbre.example', { origin: 'https://evil.example' }, true],
    ['https://timbre.example', { origin: 'null' }, false],
    ['https://timbre.example', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
    ['https://timbre.example', { origin: 'https://timbre.example' }, false],
    ['https://timbre.example', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    ['https://timbre.example', { origin: 'https://timbre.example', 'sec-fetch-site': 'cross-site' }, true],
    ['https://timbre.example', { 'sec-fetch-site': 'same-site' }, true],
    ['https://timbre.example', {}, false],
    ['http://localhost:3000', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
    // Browsers without Sec-Fetch-Site send null for forms of pages that send no referrer.
    ['http://192.168.1.5:3000', { origin: 'null' }, false],
    ['http://192.168.1.5:3000', { origin: 'http://evil.example' }, true],
    ['http://192.168.1.5:3000', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
  ])('at %s with %o: refused %s', (publicUrl, headers, refused) => {
    expect(isRefused(publicUrl, headers as Record<string, string>)).toBe(refused)
  })
})

test('every cookie is Secure if the service is reached over https', () => {
  expect(takerCookie('https://timbre.example')).toEqual({
    name: '__Host-take',
    attributes: '; Path=/; HttpOnly; SameSite=Lax; Secure',
  })
  expect(cookieRules('https://timbre.example').attributes).toContain('Secure')
  expect(cookieRules('http://localhost:3000').attributes).not.toContain('Secure')
})
