import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, axeRules } from '../support/person.ts'
import { removeRepetitions } from '../support/repetitions.ts'
import { startTestService, type TestService } from '../support/service.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

describe('GET /docs', () => {
  test('200 with a policy that allows no other host and no inline script', async () => {
    const answer = await fetch(`${running.url}/docs`)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(policy).toContain("frame-src 'self'")
    const html = await answer.text()
    expect(html).not.toMatch(/https?:\/\//)
  })

  test('links to the plain reference and its Markdown for readers without JavaScript', {
    tags: 'long',
  }, async () => {
    const html = await (await fetch(`${running.url}/docs`)).text()
    const without = /<noscript>(.*)<\/noscript>/s.exec(html)?.[1]
    expect(without).toContain('<a href="/docs/reference">')
    expect(without).toContain('<a href="/docs/reference.md">')
    for (const path of ['/docs/reference', '/docs/reference.md'])
      expect((await fetch(running.url + path)).status, path).toBe(200)
  })

  test('its program is compressed and cached indefinitely', async () => {
    const html = await (await fetch(`${running.url}/docs/frame`)).text()
    const address = /<script src="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await fetch(running.url + address, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000, immutable/)
    await answer.body?.cancel()
  })

  test('308 for the address with a trailing slash', async () => {
    const answer = await fetch(`${running.url}/docs/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs'])
  })
})

describe('GET /docs/frame', () => {
  test('200 with a policy without origin, network and other hosts, framed by our pages only', async () => {
    const answer = await fetch(`${running.url}/docs/frame`)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      'sandbox allow-scripts allow-downloads',
      ...["default-src 'none'", "script-src 'self'", "style-src 'unsafe-inline'", "connect-src 'none'"],
      ...['img-src data: blob:', "form-action 'none'", "frame-ancestors 'self'", "base-uri 'none'"],
    ])
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(await answer.text()).not.toMatch(/https?:\/\//)
  })

  test('307 to the whole reference if a browser opens it directly', async () => {
    const headers = { 'sec-fetch-dest': 'document' }
    const answer = await fetch(`${running.url}/docs/frame`, { headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/docs'])
  })
})

describe('GET /docs/reference', () => {
  test('200 with every operation and every schema, in one page without a script', async () => {
    const answer = await fetch(`${running.url}/docs/reference`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await answer.text()
    expect(html).not.toContain('<script')
    const { paths, components } = await (await fetch(`${running.baseUrl}/openapi.json`)).json()
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const shapes = Object.keys(components.schemas).map((name) => `shape-${name}`)
    expect(ids.length).toBeGreaterThan(40)
    for (const id of [...ids, ...shapes]) expect(html.split(`id="${id}"`), id).toHaveLength(2)
  })
})

describe.skipIf(!browserAvailable)('the reference in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const title = 'shows an operation with its samples, requests no other host, and logs no error'
  test(`on a phone in dark: ${title}`, { tags: 'long' }, async () => {
    const context = await browser.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const [page, seen] = await openReference(context)
    await expectSample(page)
    await picture(page, 'a phone in dark')
    await expectPlainPages(page, 'a phone in dark', ['dark', 'light'])
    expect(seen).toEqual({ elsewhere: [], errors: [] })
    await context.close()
  })

  /**
   * Its program takes seconds to load, and many more with all operations, so these tests share one window with a few of
   * them; each begins at an address of its own.
   */
  describe('on a desktop in light', () => {
    let page: Page
    let seen: Seen
    beforeAll(async () => {
      const context = await browser.open({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
      await context.route('**/openapi.json', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: partOf(await response.json(), ['/profiles', '/test']) })
      })
      ;[page, seen] = await openReference(context)
    })
    afterEach(() => expect(seen).toEqual({ elsewhere: [], errors: [] }))

    test(title, { tags: 'long' }, async () => {
      await page.goto(`${running.url}/docs#tag/profiles/GET/profiles`)
      await expectSample(page)
      await picture(page, 'a desktop in light')
      const beside = await page.context().newPage()
      const plain = watch(beside, running.url)
      await expectPlainPages(beside, 'a desktop in light', ['light'], removeFurther)
      expect(plain).toEqual({ elsewhere: [], errors: [] })
      await beside.close()
    })

    test("its program can't reach what other pages of the service store", async () => {
      const other = await page.context().newPage()
      await other.goto(`${running.url}/about`)
      await other.evaluate(() => {
        localStorage.setItem('timbre.refresh', 'tmb_rt_secret')
        // biome-ignore lint/suspicious/noDocumentCookie: what a page of this origin could leave.
        document.cookie = 'mark=secret'
      })
      await other.close()
      const inside = page.frames()[1] as Frame
      const found = await inside.evaluate(() => {
        const tried = (read: () => unknown) => {
          try {
            return String(read())
          } catch (error) {
            return (error as Error).name
          }
        }
        return {
          origin: self.origin,
          kept: tried(() => localStorage.getItem('timbre.refresh')),
          cookie: tried(() => document.cookie),
          databases: tried(() => indexedDB.open('x')),
        }
      })
      expect(found).toMatchObject({ origin: 'null', cookie: 'SecurityError', databases: 'SecurityError' })
      expect(found.kept).not.toContain('secret')
      // Nor can it reach a window of the service that it opens.
      const storage = await inside.evaluate(async () => {
        const own = window.open('/about')
        await new Promise((resolve) => setTimeout(resolve, 500))
        try {
          return String(own?.localStorage.getItem('timbre.refresh'))
        } catch (error) {
          return (error as Error).name
        }
      })
      expect(storage).not.toContain('secret')
      // The refusal that the sandbox logs is what this test is about.
      seen.errors.length = 0
    })

    test('sends a request to the service itself', { tags: 'long' }, async () => {
      const { token } = await running.account()
      await page.goto(`${running.url}/docs#tag/tests/GET/test`)
      const inside = page.frameLocator('iframe')
      await inside.getByRole('heading', { name: 'Check that a token works' }).waitFor()
      await inside.getByRole('button', { name: 'Test Request (get /test)' }).click()
      const client = inside.getByRole('dialog')
      await client.getByPlaceholder('Token').fill(token)
      const [answer] = await Promise.all([
        page.waitForResponse(`${running.baseUrl}/test`),
        client.getByRole('button', { name: /^Send get request/ }).click(),
      ])
      expect(answer.status()).toBe(200)
      await client.getByText('The token works.').first().waitFor()
      await picture(page, 'tried')
      await page.keyboard.press('Escape')
      await client.waitFor({ state: 'hidden' })
    })

    // `reference-attacks.test.ts` shows what the page around the frame does with such messages.
    test('keeps the section in the address, both ways, and opens other pages in new tabs', {
      tags: 'long',
    }, async () => {
      const inside = page.frameLocator('iframe')
      const link = inside.locator('a[href$="/docs/mcp"]').first()
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      await tab.waitForURL(`${running.url}/docs/mcp`)
      await tab.close()
      await inside.locator('a[href="#tag/tests"]').first().click()
      await page.waitForURL(`${running.url}/docs#tag/tests`)
      await page.goto(`${running.url}/docs#tag/profiles/GET/profiles`)
      await inside.getByRole('heading', { name: 'List profiles with their results' }).waitFor()
      await expect
        .poll(() => page.frames()[1]?.evaluate(() => location.hash))
        .toBe('#tag/profiles/GET/profiles')
    })
  })
})

async function openReference(context: BrowserContext): Promise<[Page, Seen]> {
  // Megabytes of script take time on a busy machine.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const seen = watch(page, running.url)
  await page.goto(`${running.url}/docs#tag/profiles/GET/profiles`)
  await page.frameLocator('iframe').getByRole('heading').first().waitFor()
  return [page, seen]
}

/** The operation in the address with a sample of a request, and nothing that can only be reached sideways. */
async function expectSample(page: Page): Promise<void> {
  const inside = page.frameLocator('iframe')
  await inside.getByRole('heading', { name: 'List profiles with their results' }).waitFor()
  const sample = inside.getByText(`curl --request GET '${running.baseUrl}/profiles`).first()
  await sample.waitFor()
  await sample.scrollIntoViewIfNeeded()
  expect(await sample.isVisible()).toBe(true)
  expect(await inside.getByText('The API reference is loading.').isVisible()).toBe(false)
  for (const frame of page.frames()) expect(await sidewaysIn(frame)).toBeLessThanOrEqual(0)
  const program = page.frames().at(-1)
  const rules = ['button-name', 'scrollable-region-focusable', 'target-size']
  await expect.poll(() => program && axeRules(program, rules)).toEqual([])
}

async function expectPlainPages(
  page: Page,
  label: string,
  themes: readonly ('dark' | 'light')[],
  shorten = removeRepetitions,
): Promise<void> {
  await page.goto(`${running.url}/docs/reference`)
  expect(await sidewaysIn(page)).toBeLessThanOrEqual(0)
  await picture(page, `plain ${label}`)
  await page.evaluate(shorten)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: themes[0] ?? null })
  await page.goto(`${running.url}/docs/mcp`)
  expect(await axe(page)).toEqual([])
  expect(await sidewaysIn(page)).toBeLessThanOrEqual(0)
  await picture(page, `tools ${label}`)
}

/** Runs in the page: leaves three of the children with the same tag and class, for which axe needs a second. */
function removeFurther(): void {
  for (const parent of document.querySelectorAll('main, main *')) {
    const counts = new Map<string, number>()
    for (const child of [...parent.children]) {
      const kind = `${child.localName}.${child.className}`
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (count > 3) child.remove()
    }
  }
}

type Description = {
  tags: { name: string }[]
  paths: Record<string, Record<string, { tags?: string[] }>>
  webhooks?: object
  components: { schemas: Record<string, object> }
}

/** The description with the operations at these paths and the schemas that they use. */
function partOf(whole: Description, names: string[]): Description {
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => names.includes(path)))
  const named = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags))
  const tags = whole.tags.filter(({ name }) => named.includes(name))
  const { responses, parameters, headers, ...rest } = whole.components as Record<string, object>
  const used = new Set<string>()
  const follow = (found: unknown): void => {
    for (const [, name = ''] of JSON.stringify(found).matchAll(/#\/components\/schemas\/([^"/]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(whole.components.schemas[name])
    }
  }
  follow([paths, responses, parameters, headers])
  const schemas = Object.fromEntries([...used].map((name) => [name, whole.components.schemas[name] ?? {}]))
  const components = { ...rest, responses, parameters, headers, schemas } as Description['components']
  return { ...whole, tags, paths, webhooks: {}, components }
}

/** Pixels that the page is wider than its window. */
function sidewaysIn(frame: Pick<Page, 'evaluate'>): Promise<number> {
  return frame.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

async function picture(page: Page, label: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${label.replaceAll(' ', '-')}.png` })
}

type Seen = { elsewhere: string[]; errors: string[] }

/** Collects requests to other hosts, and errors. */
function watch(page: Page, origin: string): Seen {
  const [elsewhere, errors]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) elsewhere.push(url)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return { elsewhere, errors }
}
