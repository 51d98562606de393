import type { Page, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCard } from '../../scripts/card.ts'
import { completeSummary, hostileSummary, inProgressSummary, scriptInjection } from '../../web/card/sample.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { type CardPage, openCard } from '../support/card-page.ts'
import { axe } from '../support/person.ts'

const papers = { light: 'rgb(245, 247, 244)', dark: 'rgb(15, 20, 18)' }

describe.skipIf(!browserAvailable)('the results card in an MCP Apps host', () => {
  let browser: Browser
  let page: Page
  let html: string
  beforeAll(async () => {
    ;[browser, html] = await Promise.all([launchBrowser(), buildCard()])
    page = await (await browser.open()).newPage()
  })
  afterAll(() => browser?.close())

  type Look = { viewport?: ViewportSize; colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' }
  /** Opens the card in a new host on the file's one page; the card keeps nothing between tests. */
  async function open(look: Look = {}, surroundings: Parameters<typeof openCard>[2] = {}): Promise<CardPage> {
    const { viewport = { width: 1280, height: 720 }, ...media } = look
    await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'no-preference', ...media })
    return openCard(page, html, surroundings)
  }
  const paper = ({ card }: CardPage) =>
    card.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const overflow = ({ card }: CardPage) =>
    card.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  // Single words that wrap over two lines.
  const brokenWords = ({ card }: CardPage) =>
    card.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.chart-table tbody th, .chart-table tbody td')]
        .filter((cell) => /^\S+$/.test(cell.textContent ?? '') && cell.offsetHeight > 40)
        .map((cell) => cell.textContent),
    )

  for (const { theme, widths, options } of [
    { theme: 'light', widths: [320], options: {} },
    { theme: 'light', widths: [800], options: { tags: 'long' } },
    { theme: 'dark', widths: [320, 800], options: { tags: 'long' } },
  ] as const) {
    test(`has no accessibility errors ${widths.join(' and ')} px wide in the ${theme}`, options, async () => {
      const shown = await open({}, { theme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 })
        for (const content of [inProgressSummary, completeSummary]) {
          await shown.result(content)
          expect(await overflow(shown), `${width} px`).toBeLessThanOrEqual(0)
        }
        for (const summary of await shown.card.locator('details:not([open]) > summary').elementHandles())
          await summary.click()
        expect(await axe(shown.card), `${width} px`).toEqual([])
        expect(await overflow(shown), `${width} px`).toBeLessThanOrEqual(0)
        expect(await brokenWords(shown), `${width} px`).toEqual([])
        expect(await paper(shown)).toBe(papers[theme])
      }
      expect(await shown.faults()).toEqual([])
    })
  }

  test('initializes, waits, and shows the tool result', async () => {
    const shown = await open()
    expect(await shown.card.getByRole('heading').allTextContents()).toEqual(['Reading the results'])
    await shown.ask((host, input) => host.bridge.sendToolInput({ arguments: input as never }), {
      profileId: completeSummary.profileId,
    })
    await shown.result(completeSummary)
    expect(await shown.card.getByRole('heading', { level: 1 }).textContent()).toBe('Noor Okafor')
    expect(await shown.card.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      ...['DISC', 'Focus', 'Core', 'Debrief'],
    ])
    expect(await shown.card.getByRole('status').textContent()).toBe('Summary of Noor Okafor')
    expect(await shown.ask((host) => [...new Set(host.methods)])).toEqual([
      ...['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'],
    ])
    expect(await shown.ask((host) => host.bridge.getAppVersion())).toEqual({
      name: 'timbre-summary',
      version: '1',
    })
    expect(await shown.faults()).toEqual([])
  })

  test('resizes with its content, also when the debrief is opened with the keyboard', {
    tags: 'long',
  }, async () => {
    const shown = await open({ viewport: { width: 600, height: 700 } })
    await shown.result(completeSummary)
    const height = () => shown.ask((host) => host.sizes.at(-1) ?? 0)
    const before = await height()
    expect(before).toBe(await shown.card.evaluate(() => document.documentElement.scrollHeight))
    await shown.card.locator('.more > summary').focus()
    await shown.page.keyboard.press('Enter')
    await shown.card.getByText('What would you try first?').waitFor()
    await shown.page.waitForFunction((old) => Reflect.get(globalThis, 'host').sizes.at(-1) > old, before)
    expect(await height()).toBeGreaterThan(before)
  })

  test("uses the host's theme, and the system's until the host sends one", { tags: 'long' }, async () => {
    const shown = await open({ colorScheme: 'dark' })
    expect(await paper(shown)).toBe(papers.dark)
    for (const theme of ['light', 'dark', 'light'] as const) {
      await shown.ask((host, value) => host.bridge.setHostContext({ theme: value as 'light' }), theme)
      await shown.card.waitForFunction(
        (expected) => getComputedStyle(document.documentElement).backgroundColor === expected,
        papers[theme],
      )
      expect(await shown.card.evaluate(() => document.documentElement.style.colorScheme)).toBe(theme)
    }
  })

  test('escapes everything that other people wrote', async () => {
    const shown = await open()
    await shown.result(hostileSummary)
    for (const summary of await shown.card.locator('summary').all()) await summary.click()
    expect(await shown.card.getByRole('heading', { level: 1 }).textContent()).toBe(scriptInjection)
    expect(await shown.card.getByText('[a link](https://evil.test)').count()).toBe(1)
    expect(await shown.card.locator('script, img, iframe, a, b, link, object').count()).toBe(1)
    expect(await shown.faults()).toEqual([])
  })

  test('runs no script even if markup were inserted as an element', async () => {
    // On a page that closes here, so that its console errors don't reach the next test.
    const context = await browser.open()
    const shown = await openCard(await context.newPage(), html)
    await shown.card.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src=x onerror="document.title=1"><p style="color:red">',
      )
      document.body.append(
        Object.assign(document.createElement('script'), { textContent: 'document.title=2' }),
      )
    })
    expect(await shown.card.title()).toBe('Behavioral summary')
    // The image, the styles, and every way to run something.
    expect(
      (await shown.faults()).filter((fault) => fault.includes('Content Security Policy')).length,
    ).toBeGreaterThan(2)
    await context.close()
  })

  for (const { isWhole, options } of [
    { isWhole: false, options: {} },
    { isWhole: true, options: { tags: 'long' } },
  ] as const) {
    test(`shows an error${isWhole ? ' alone and' : ''} below the earlier summary`, options, async () => {
      const shown = await open()
      const refusal = { isError: true, content: [{ type: 'text', text: 'Profile not found.' }] }
      const refuse = () => shown.ask((host, result) => host.bridge.sendToolResult(result as never), refusal)
      await refuse()
      await shown.card.getByText('Profile not found.').waitFor()
      if (isWhole) expect(await axe(shown.card)).toEqual([])
      await shown.result(completeSummary)
      await refuse()
      await shown.card.locator('.card-stale', { hasText: 'Below is the one from before.' }).waitFor()
      expect(await shown.card.getByRole('heading', { level: 1 }).textContent()).toBe('Noor Okafor')
      await shown.ask((host) => host.bridge.sendToolCancelled({ reason: 'user' }))
      await shown.card.locator('.card-stale', { hasText: 'The call was stopped.' }).waitFor()
      if (isWhole) expect(await axe(shown.card)).toEqual([])
    })
  }

  test('responds to ping and teardown, and returns errors for unknown requests', {
    tags: 'long',
  }, async () => {
    const shown = await open()
    expect(await shown.ask((host) => host.bridge.teardownResource({}))).toEqual({})
    const request = (method: string) =>
      shown.page.evaluate(
        (name) =>
          new Promise((resolve) => {
            // The card may report its size first.
            addEventListener('message', ({ data }) => data.id === 'mine' && resolve(data))
            frames[0]?.postMessage({ jsonrpc: '2.0', id: 'mine', method: name }, '*')
          }),
        method,
      )
    expect(await request('ping')).toEqual({ jsonrpc: '2.0', id: 'mine', result: {} })
    expect(await request('tools/call')).toMatchObject({ error: { code: -32601 } })
  })

  test('accepts messages from its host only', async () => {
    const shown = await open()
    await shown.card.evaluate((structuredContent) => {
      const heard = new Promise((resolve) => addEventListener('message', resolve))
      postMessage(
        { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { structuredContent } },
        '*',
      )
      return heard.then(() => undefined)
    }, completeSummary)
    expect(await shown.card.getByRole('heading').allTextContents()).toEqual(['Reading the results'])
  })

  test('prints on white paper, in dark mode too', { tags: 'long' }, async () => {
    const shown = await open({ colorScheme: 'dark' }, { theme: 'dark' })
    await shown.result(completeSummary)
    await shown.page.emulateMedia({ media: 'print' })
    expect(await paper(shown)).toBe('rgb(255, 255, 255)')
    const isOpen = () => shown.card.evaluate(() => document.querySelector<HTMLDetailsElement>('.more')?.open)
    await shown.card.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await isOpen()).toBe(true)
    await shown.card.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await isOpen()).toBe(false)
  })

  test('has no motion with reduced motion', { tags: 'long' }, async () => {
    const shown = await open({ reducedMotion: 'reduce' })
    await shown.result(completeSummary)
    const durations = await shown.card.evaluate(() =>
      [...document.querySelectorAll('main > *')].map((one) => getComputedStyle(one).animationDuration),
    )
    expect(new Set(durations)).toEqual(new Set(['0s']))
  })

  test('explains itself when opened outside a host', { tags: 'long' }, async () => {
    const context = await browser.open()
    const page = await context.newPage()
    await page.setContent(html)
    await page.getByRole('heading', { name: 'Nothing to show here' }).waitFor()
    await context.close()
  })
})
