import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerElsewhere } from '../support/answer-elsewhere.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, choosePair, dialogsOf, invite, pairFor, start, watch } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'

/** A folder for screenshots, if set. */
const pictures = process.env.PICTURES

describe.skipIf(!browserAvailable)('the assessment pages', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind' })
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const rows = (profileId: string) =>
    running.db.admin('select 1 from answer where profile_id = $1', [profileId])
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

  for (const { isLong, options } of [
    { isLong: false, options: {} },
    { isLong: true, options: { tags: 'long' } },
  ] as const) {
    const title =
      "on a phone: practice items aren't counted, one tap answers, the heading has focus, minutes are shown, columns have headers, targets are large, answers look alike"
    test(`${title}${isLong ? ', and axe finds nothing in practice' : ''}`, options, async () => {
      const { link, profileId } = await invite(running, account)
      const context = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      await page.goto(link)
      await keep(page, 'link')
      await page.getByRole('button', { name: 'Start' }).tap()
      await page.waitForURL('**/take')
      const practise = async (answer: () => Promise<void>) => {
        await page.getByRole('button', { name: 'Try a practice question' }).tap()
        await page.getByText('Practice question: your answer isn’t saved').waitFor()
        // `navigation.test.ts` checks the same questions.
        if (isLong) expect(await axe(page)).toEqual([])
        await answer()
        await page.getByText('Practice question: your answer isn’t saved').waitFor({ state: 'detached' })
      }
      const pair = async () => {
        await side(page, 'most', 0).tap()
        await side(page, 'least', 1).tap()
        await page.getByRole('button', { name: 'Next' }).tap()
      }
      await practise(pair)
      await page.getByText('Part 1 of 3 · 1 of 24').waitFor()
      await page.getByText('About 24 min left').waitFor()
      expect(await rows(profileId)).toHaveLength(0)

      for (const head of ['Most', 'Least']) await page.locator('.columns', { hasText: head }).waitFor()
      expect(await dragged(page), 'nothing asks to be dragged').toBe(0)
      await side(page, 'most', 2).tap()
      await side(page, 'least', 2).tap()
      expect(await chosen(page), 'the word has moved').toEqual(['least'])
      await side(page, 'most', 0).tap()
      await page.getByRole('button', { name: 'Next' }).tap()
      await page.getByText('2 of 24').waitFor()
      expect(await focused(page)).toBe('heading')
      expect(await smallest(page, 'button.main, .back, .side')).toBeGreaterThanOrEqual(44)
      await page.getByRole('link', { name: 'Back' }).tap()
      await page.getByText('1 of 24').waitFor()
      expect((await chosen(page)).sort(), 'the answer stands there').toEqual(['least', 'most'])
      await page.getByRole('button', { name: 'Next' }).tap()
      await page.getByText('2 of 24').waitFor()
      await saved(page)
      await answerElsewhere(page, 'disc', 22, 2)
      for (let n = 23; n <= 24; n += 1) {
        await page.getByText(`${n} of 24`).waitFor()
        await choosePair(page, ...pairFor(n))
      }
      await page.getByText('One of three parts done').waitFor()
      await page.getByText('Next, about 14 min').waitFor()
      await keep(page, 'pause')
      await page.getByRole('link', { name: 'Continue with Focus' }).tap()

      const grade = (value: number) => page.locator(`.grade[value="${value}"]`)
      await practise(() => grade(4).tap())
      await saved(page)
      expect(await rows(profileId)).toHaveLength(24)
      await page.getByText('Part 2 of 3 · 1 of 120').waitFor()
      await page.getByText('About 18 min left').waitFor()
      expect(await smallest(page, '.grade')).toBeGreaterThanOrEqual(52)
      expect(await colors(page, '.grade'), 'no answer looks right or wrong').toHaveLength(1)
      await keep(page, 'focus')
      // Earlier it would count as a double tap.
      await page.waitForTimeout(300)
      await grade(2).tap()
      await page.getByText('2 of 120').waitFor()
      expect(await focused(page)).toBe('heading')
      expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
      expect(await page.locator('kbd').evaluateAll(visibleOf), 'no keys are hinted at').toBe(0)
      await saved(page)
      expect(faults).toEqual([])
      await context.close()
    })
  }

  test('after five idle minutes a hint appears and disappears, and the session stays; leaving prompts only with unsent answers', {
    tags: 'long',
  }, async () => {
    const { link } = await invite(running, account)
    const context = await browser.open()
    const page = await context.newPage()
    await page.clock.install()
    await start(page, link)
    const dialogs = dialogsOf(page)
    // The server renders the question; the page's script counts the minutes and may start later.
    await page.waitForLoadState('load')
    await page.clock.runFor(5.2 * 60_000)
    await page.getByText('Still there?').waitFor()
    await choosePair(page, 1, 2)
    await page.clock.runFor(2_000)
    await page.getByText('2 of 24').waitFor()
    await page.getByText('Still there?').waitFor({ state: 'detached' })
    await saved(page)
    await page.reload()
    expect(dialogs).toEqual([])
    await page.getByText('2 of 24').waitFor()
    await page.route('**/take/answers', (route) => route.abort())
    await choosePair(page, 2, 3)
    await page.getByText('3 of 24').waitFor()
    // A browser that gets no answer from a busy page within half a second leaves without asking, and it never asks on a
    // page that was not touched.
    for (let tries = 0; tries < 5 && dialogs.length === 0; tries += 1) {
      await page.goto(`${running.url}/healthz`).catch(() => {})
      if (dialogs.length === 0) await page.goBack()
      await page.getByText('3 of 24').waitFor()
      await page.mouse.click(5, 5)
    }
    expect(dialogs).toEqual(['beforeunload'])
    await page.unroute('**/take/answers')
    await context.close()
  })

  // Other tests check the pages of a link, of results and of thanks with axe, though at other widths.
  for (const { checked, options } of [
    { checked: ['?wrong=1', '?erasure=1', '/take/erasure'], options: {} },
    { checked: ['', '/take/results', '/take/thanks'], options: { tags: 'long' } },
  ] as const) {
    const title = 'at 320 px and at double text size nothing overflows the page; the headline comes first'
    test(`${title}${options.tags ? ', with more checks by axe' : ''}`, options, async () => {
      const taker = await openTaker(running, account, { firstName: 'Wolfeschlegelsteinhausen' })
      const { link } = taker
      const context = await browser.open({ viewport: { width: 320, height: 640 } })
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      const check = async (path: string) => {
        if (checked.some((one) => one === path)) expect(await axe(page), path).toEqual([])
      }
      const look = async (name: string) => {
        const sheet = await page.evaluateHandle(() => {
          const all = [...document.querySelectorAll<HTMLElement>('body, body *')]
          const sizes = all.map((one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)] as const)
          for (const [one, size] of sizes) {
            one.style.fontSize = `${2 * size}px`
            one.style.lineHeight = '1.4'
          }
        })
        await sheet.dispose()
        const beyond = await page.evaluate(() =>
          [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 && one.checkVisibility())
            .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`),
        )
        await keep(page, `${name}-twice`)
        expect(beyond, name).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0)
      }
      const pages = ['', '?wrong=1', '?erasure=1'] as const
      for (const way of pages) {
        await page.goto(link + way)
        await check(way)
        await keep(page, `link${way.replace(/\W/g, '')}`)
        await look(`link${way.replace(/\W/g, '')}`)
      }
      await page.goto(link)
      await page.getByRole('button', { name: 'Start' }).click()
      await page.waitForURL('**/take')
      await page.getByText('1 of 24').waitFor()
      // The script has taken over: elements that it draws later would not be enlarged.
      await page.locator('.keys-button').waitFor({ state: 'attached' })
      await look('disc')
      await take(running, taker, 1, ['disc', 'focus', 'core'])
      await account.call('POST', `/playbook/ai/debrief/${taker.profileId}`)
      for (const address of ['/take/results', '/take/erasure', '/take/thanks']) {
        await page.goto(running.url + address)
        await check(address)
        await keep(page, address.slice(6))
        if (address === '/take/results') {
          const order = await page
            .locator('h1, figure, table')
            .evaluateAll((all) => all.map((one) => one.tagName))
          expect([order[0], order.indexOf('FIGURE') < order.indexOf('TABLE')]).toEqual(['H1', true])
        }
        await look(address.slice(6))
      }
      expect(faults).toEqual([])
      await context.close()
    })
  }

  test('requests deletion and withdraws it with buttons only, without JavaScript', async () => {
    const { link } = await invite(running, account)
    const context = await browser.open({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'dark',
    })
    const page = await context.newPage()
    await page.goto(link)
    await keep(page, 'link-dark')
    await page.getByRole('link', { name: 'Ask to delete my data' }).click()
    await page.getByRole('button', { name: 'Ask Northwind to delete my data' }).click()
    await page.waitForURL('**/take/erasure')
    await keep(page, 'erasure-asked-dark')
    await page.getByRole('button', { name: 'Take the request back' }).click()
    await page.getByRole('button', { name: 'Ask Northwind to delete my data' }).waitFor()
    await page.goto(link)
    await page.getByRole('link', { name: 'I am not Noor' }).click()
    await keep(page, 'wrong-dark')
    await page.getByRole('button', { name: 'Tell Northwind' }).click()
    await page.getByRole('heading', { name: 'Northwind is being told' }).waitFor()
    await context.close()
  })

  async function keep(page: Page, name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }
})

function side(page: Page, column: 'most' | 'least', row: number) {
  return page.locator('.four-row').nth(row).locator(`.side-${column}`)
}

/** The columns that have a choice. */
function chosen(page: Page): Promise<string[]> {
  return page
    .locator('.side input:checked')
    .evaluateAll((all) => all.map((one) => (one.closest('.side-most') ? 'most' : 'least')))
}

function dragged(page: Page): Promise<number> {
  return page.locator('main [draggable=true]').count()
}

/** The smallest height of the visible ones, in px. */
async function smallest(page: Page, selector: string): Promise<number> {
  const heights = await page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height).filter((one) => one > 0))
  return Math.min(...heights)
}

/** The distinct colors of the answers. */
async function colors(page: Page, selector: string): Promise<string[]> {
  const found = await page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { color, backgroundColor } = getComputedStyle(one)
      return `${color} ${backgroundColor}`
    }),
  )
  return [...new Set(found)]
}

function visibleOf(all: Element[]): number {
  return all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1).length
}
