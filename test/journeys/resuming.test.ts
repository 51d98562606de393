import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { signInByEmail } from '../oauth/sign-in-requests.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { layoutShifts, loadAnew, measureShift } from '../support/person.ts'

/** A slow connection or a busy browser gets a page in pieces, and may draw the first before the last arrives. */
describe.skipIf(!browserAvailable)('a page that arrives in chunks', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let page: Page
  let server: Server
  let html: string
  let cut: number
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    const context = await browser.open({ viewport: { width: 390, height: 844 } })
    await measureShift(context)
    page = await context.newPage()
    await loadAnew(page)
    const jar = await signInByEmail(fixture.running, fixture.owner.email)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    html = await (await fetch(`${fixture.authUrl}/members`, { headers: { cookie } })).text()
    server = createServer(async (request, response) => {
      if (request.url !== '/members') {
        const answer = await fetch(fixture.authUrl + request.url)
        const type = answer.headers.get('content-type') ?? 'text/plain'
        response.writeHead(answer.status, { 'content-type': type })
        response.end(Buffer.from(await answer.arrayBuffer()))
        return
      }
      response.setHeader('content-type', 'text/html; charset=utf-8').write(html.slice(0, cut))
      setTimeout(() => response.end(html.slice(cut)), 300)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  test.for([
    ['in the head', '<main'],
    ['in the choice of a language', ' lang="es"'],
    ['before its end', '</main>'],
  ] as const)('is rendered once and completely: cut %s', async ([, mark]) => {
    cut = html.indexOf(mark)
    expect(cut).toBeGreaterThan(0)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/members`)
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page)).toEqual([])
  })
})
