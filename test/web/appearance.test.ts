import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { shortFirst } from '../support/short-first.ts'
import { openTaker, take } from '../support/taking.ts'
import { youngInScript, youngInStyles } from '../support/younger-features.ts'
import { inviteTestPerson } from './taker-requests.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

/** A drawing on a transparent background, so that the plate behind it shows. */
const drawing = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="2" y="2" width="${width - 4}" height="${height - 4}" rx="8" fill="none" stroke="#0b2a6b" stroke-width="6"/><circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) / 4}" fill="#e4002b"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

async function dressed(width: number, height: number, brandColor: string): Promise<TestAccount> {
  const account = await running.account({ name: 'Northwind Traders' })
  const data = (await drawing(width, height)).toString('base64')
  const set = await account.call('PUT', '/account/logo', { contentType: 'image/png', data })
  const patched = await account.call('PATCH', '/account/preferences', { brandColor })
  expect([set.status, patched.status]).toEqual([200, 200])
  return account
}

const shapes = [
  ['wide', 500, 60, 160],
  ['square', 200, 200, 28],
  ['tall', 40, 400, 28],
] as const

describe('an account with a logo and a color', () => {
  for (const { cases, options } of shortFirst(shapes)) {
    test.each(cases)('shows a %s logo at a size set in the page', options, async (_, width, height, box) => {
      const account = await dressed(width, height, '#e4002b')
      const { link } = await inviteTestPerson(running, account, { firstName: 'Noor' })
      const answer = await fetch(link)
      const html = await answer.text()
      const { body } = await account.call('GET', '/account')
      const path = new URL(body.data.logoUrl).pathname
      expect(html).toContain(`<img class="account-logo" src="${path}" width="${box}" height="28"`)
      expect(html).toContain('--ink:#b74443;')
      expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data:")
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    })
  }

  test('shows both in the email, the logo as a hosted PNG of a fixed size', async () => {
    const account = await dressed(500, 60, '#e4002b')
    const { email } = await inviteTestPerson(running, account)
    const box = (await (await fetch(`${running.url}/dev/mailbox.json?to=${email}`)).json()) as {
      html: string
    }[]
    const html = box[0]?.html ?? ''
    const { body } = await account.call('GET', '/account')
    expect(html).toContain(`src="${body.data.logoUrl}" width="160" height="19" alt=""`)
    expect(html).toContain('bgcolor="#b74443"')
    expect(html).not.toContain('#6B2A5E')
  })

  test('without them, pages and emails load no picture and use the default color', async () => {
    const account = await running.account()
    const { email, link } = await inviteTestPerson(running, account)
    const box = (await (await fetch(`${running.url}/dev/mailbox.json?to=${email}`)).json()) as {
      html: string
    }[]
    expect(box[0]?.html).toContain('bgcolor="#6B2A5E"')
    for (const html of [box[0]?.html, await (await fetch(link)).text()]) expect(html).not.toContain('<img')
  })

  test('reveals neither for an unknown link', async () => {
    const account = await dressed(40, 40, '#e4002b')
    const { link } = await inviteTestPerson(running, account)
    const html = await (await fetch(`${link.slice(0, -3)}xyz`)).text()
    expect(html).not.toContain('<img')
    expect(html).not.toContain('#b74443')
  })
})

describe.skipIf(!browserAvailable)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const looks = (['dark', 'light'] as const).flatMap((colorScheme) =>
    shapes.map(([shape, width, height, box]) => [shape, colorScheme, width, height, box] as const),
  )
  for (const { cases, options } of shortFirst(looks)) {
    test.each(cases)(
      'the page with a %s logo in the %s never shifts, and the browser blocks nothing of it',
      options,
      async (_, colorScheme, width, height, box) => {
        const account = await dressed(width, height, '#e4002b')
        const { link } = await inviteTestPerson(running, account, { firstName: 'Noor' })
        const context = await browser.open({ colorScheme, viewport: { width: 320, height: 640 } })
        const page = await context.newPage()
        const messages: string[] = []
        page.on('console', (message) => messages.push(message.text()))
        // The picture arrives late, long after the text was laid out.
        const requested = Promise.withResolvers<() => void>()
        await page.route('**/logos/**', async (route) => {
          await new Promise<void>((resolve) => requested.resolve(resolve))
          await route.continue()
        })
        await page.goto(link, { waitUntil: 'domcontentloaded' })
        const places = () =>
          page.evaluate(() =>
            ['.account-logo', '.account span', 'h1', 'button'].map((name) => {
              const found = document.querySelector(name)?.getBoundingClientRect()
              return [found?.x, found?.y, found?.width, found?.height]
            }),
          )
        const letGo = await requested.promise
        // Before its fonts are there, the browser has shown nothing.
        await page.evaluate(() => document.fonts.ready)
        const before = await places()
        letGo()
        await page.waitForFunction(() => document.querySelector('img')?.complete)
        expect(await places()).toEqual(before)
        expect(before[0]?.slice(2)).toEqual([box, 28])
        const natural = await page.evaluate(() => document.querySelector('img')?.naturalWidth)
        expect(natural).toBe(Math.min(width, Math.round((width * 512) / Math.max(width, height, 512))))
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
        expect(sideways).toBe(false)
        expect(messages).toEqual([])
        await context.close()
      },
    )
  }
})

/** What the pages of taking can do without, and why; the rest of a line is which engines lack it. */
const dispensable: Record<string, string> = {
  ':has':
    'without a script, the row of a choice has no background; a stroke with the focus has words, but no outline',
  '@media scripting': 'counts as without a script, and what a script changes it changes anyway',
  '@media forced-colors': 'there are no forced colors on those systems',
  '@page': 'a printer has a size of its own, and margins',
  size: 'the same',
  'text-size-adjust': 'the prefixed name is beside it; Firefox changes no sizes',
  'text-wrap': 'lines are less even',
  'text-wrap: balance': 'lines are less even',
  'text-wrap: pretty': 'lines are less even',
  'word-break: auto-phrase': 'Japanese headings break between any two characters',
  'hyphenate-limit-chars': 'more words are hyphenated',
  'font-size-adjust': 'labels of an unusual font are larger',
  'forced-color-adjust': 'there are no forced colors on those systems',
  'forced-color-adjust: none': 'the same',
  'field-sizing': 'the choice of a language is as wide as its longest name',
  'field-sizing: content': 'the same',
  'print-color-adjust: exact': 'the prefixed name is beside it',
  rx: 'corners of a mark are not round',
  'align-content: start': 'in a grid it is older',
  'animation-delay: sibling-index()': 'the strokes grow all at once',
  'background: color-mix()': 'a stroke under the mouse is not tinted',
  'cursor: help': 'a phone has no pointer',
  'cursor: pointer': 'a phone has no pointer',
  'cursor: default': 'a phone has no pointer',
}

/** Members with the name of something younger, and what they are. */
const namesakes: Record<string, string> = {
  '.changed': 'of the outbox',
  '.completed': 'of an acknowledgement',
  '.draw': 'of the renderer',
  '.level': 'of a page view',
  '.locale': 'of a page view',
  '.print': 'the button is shown where there is one',
  '.moveBefore': 'Preact asks whether there is one',
}

const nameOf = (line: string) => line.replace(/: (chrome|firefox|safari).*$/, '')

describe('the pages of taking', () => {
  test('use nothing that the engines of spring 2022 lack and a page needs', async () => {
    const account = await running.account({ name: 'Northwind' })
    const taker = await openTaker(running, account, { firstName: 'Noor' })
    const read = async (address: string) =>
      (await fetch(new URL(address, running.url), { headers: { cookie: taker.cookie } })).text()
    const pages = [await read(taker.link), await read('/take')]
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    pages.push(await read('/take/results'))
    const sheets = pages.flatMap((page) =>
      [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? ''),
    )
    const addresses = pages.flatMap((page) => /<script type="module" src="(.*?)"/.exec(page)?.[1] ?? [])
    expect([sheets.length, addresses.length]).toEqual([3, 3])
    const styles = new Set(sheets.flatMap(youngInStyles))
    expect([...styles].filter((line) => !(nameOf(line) in dispensable))).toEqual([])
    const scripts = (await Promise.all(addresses.map(read))).flatMap(youngInScript)
    expect(scripts.filter((line) => !(nameOf(line) in namesakes))).toEqual([])
  })

  test.each([
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout: '],
    ['form.requestSubmit()', '.requestSubmit: '],
    ['text.split(/(?<=,)/)', 'lookbehind: '],
    ['list.toSorted()', '.toSorted: '],
  ])('would be found with %s', (script, line) => {
    expect(youngInScript(script).join()).toContain(line)
  })

  test.each([
    ['@media (width >= 720px) { a { color: red } }', '@media with <, > or =: '],
    ['a { block-size: 100svh }', 'block-size: svh: '],
    ['a { color: color-mix(in srgb, red, blue) }', 'color: color-mix(): '],
    ['a { & b { color: red } }', 'nesting: '],
  ])('would be found with %s', (sheet, line) => {
    expect(youngInStyles(sheet).join()).toContain(line)
    expect(youngInStyles('a { block-size: 100vh; block-size: 100svh }')).toEqual([])
  })
})
