import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../src/demo/people.ts'
import { createDemoPerson } from '../../src/demo/person.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, layoutShifts, measureShift, watch } from '../support/person.ts'
import { removeRepetitions } from '../support/repetitions.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { namesOf, shortFirst } from '../support/short-first.ts'

/** The same page in one browser, so that what does not depend on size or theme is computed once. */
const places = [
  { name: 'a phone in the light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  { name: 'a desktop in the light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'a desktop in the dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('a person who has finished', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  let link: string
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind', owner: 'ada@northwind.test' })
    browser = await launchBrowser()
    link = await finished(running, account)
  })
  afterAll(() => browser?.close())

  for (const { cases, options } of shortFirst(places)) {
    test(
      `sees no layout shift while the page loads, and reads their results on ${namesOf(cases)}`,
      options,
      async () => {
        const context = await browser.open(cases[0])
        await measureShift(context)
        const page = await context.newPage()
        const { faults } = watch(page, running.url)
        await page.goto(link)
        await page.locator('form[method=post] button').first().click()
        await page.waitForURL('**/take/results')
        await page.waitForLoadState('networkidle')
        expect(await layoutShifts(page)).toEqual([])
        expect(await page.locator('h1').count()).toBe(1)
        // Headline and three takeaways come before any chart.
        const takeaways = page.locator('.takeaways li')
        expect(await takeaways.count()).toBe(3)
        const [last, chart] = await Promise.all([
          takeaways.last().boundingBox(),
          page.locator('figure').first().boundingBox(),
        ])
        expect(last && last.y + last.height).toBeLessThan(chart?.y ?? 0)
        for (const tables of ['closed', 'open']) {
          for (const { name, viewport, colorScheme } of cases) {
            await page.setViewportSize(viewport)
            await page.emulateMedia({ colorScheme })
            for (const part of ['DISC', 'Core', 'Focus'])
              await page.getByRole('heading', { name: part }).first().waitFor()
            expect(await page.locator('figure').count()).toBeGreaterThanOrEqual(4)
            expect(await page.locator('figure details table').count()).toBeGreaterThanOrEqual(4)
            if (tables === 'open')
              for (const summary of await page
                .locator('figure details:not([open]) > summary')
                .elementHandles())
                if (await summary.isVisible()) await summary.click()
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            expect(beyond, `${name}, tables ${tables}`).toBeLessThanOrEqual(0)
            // At the end, because it removes most of the page.
            if (!options.tags && tables === 'open') await page.evaluate(removeRepetitions)
            // What the closed tables leave is drawn beside open ones too: the narrowest and the widest are enough.
            if (
              tables === 'open' ||
              name === 'a small phone in the dark' ||
              name === 'a desktop in the light'
            )
              expect(await axe(page), `${name}, tables ${tables}`).toEqual([])
          }
        }
        expect(faults).toEqual([])
        await context.close()
      },
    )
  }

  test('finds parts by the contents on a phone, what stands out by name, and their answers to read', async () => {
    const context = await browser.open({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    await page.goto(link)
    await page.locator('form[method=post] button').first().click()
    await page.waitForURL('**/take/results')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    expect(await contents.getByRole('link').allTextContents()).toEqual([
      'DISC',
      'Core',
      'Focus',
      'Your results, your choice',
    ])
    await contents.getByRole('link', { name: 'Focus' }).click()
    await page.waitForFunction(() => scrollY > 2_000)
    expect(await page.locator('.tone-phone .tone-name').count()).toBeGreaterThan(0)
    expect(await page.locator('.tone-phone .tone-name').first().isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Read answers' }).click()
    await page.getByRole('heading', { name: 'Your answers', level: 1 }).waitFor()
    const answersTo = (part: string) => page.getByRole('region', { name: part }).locator('.answers > li')
    expect(await answersTo('DISC').count()).toBe(24)
    expect(await answersTo('Focus').count()).toBe(120)
    expect(await answersTo('Core').count()).toBe(21)
    // Two of four options of a screen are chosen, and each statement has one of five answers.
    expect(await answersTo('DISC').first().locator('.answer-choice').allTextContents()).toEqual(
      expect.arrayContaining(['Most', 'Least']),
    )
    expect(await answersTo('Focus').first().textContent()).toMatch(/(in)?accurate$/i)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.evaluate(removeRepetitions)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to your results' }).click()
    await page.waitForURL('**/take/results')
    expect(faults).toEqual([])
    await context.close()
  })

  test('prints on two A4 pages, and downloads answers and scores as JSON', { tags: 'long' }, async () => {
    const context = await browser.open()
    const page = await context.newPage()
    await page.goto(link)
    await page.locator('form[method=post] button').first().click()
    await page.waitForURL('**/take/results')
    await page.evaluate(() => document.fonts.ready)
    // On the first visit strokes grow on the screen; print must not catch them halfway.
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await brokenWords(page)).toEqual([])
    // On a phone, a tap on a stroke shows what it is, and nothing else moves.
    await page.locator('.tone-phone').scrollIntoViewIfNeeded()
    const stroke = await page.locator('.tone-phone .tone-stroke').nth(29).boundingBox()
    await page.mouse.click((stroke?.x ?? 0) + 1, (stroke?.y ?? 0) + 1)
    const words = page.locator('.tone-words:visible')
    expect(await words.textContent()).toMatch(/^Resilience\s*\d+, /)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.mouse.move(0, 0)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    await page.locator('body[data-printed]').waitFor()
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const saved = JSON.parse(Buffer.concat(chunks).toString())
    expect(saved.answers.focus).toHaveLength(120)
    expect(saved.answers.disc).toHaveLength(24)
    expect(saved.answers.core).toHaveLength(21)
    expect(saved.person.disc.style).toMatch(/^[DISC]{1,2}$/)
    await page.getByRole('link', { name: 'Make a share card' }).click()
    await page.getByLabel('DISC style').check()
    await page.getByRole('button', { name: 'Show preview' }).click()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByRole('link', { name: 'Open card' }).click()
    // One screen of a phone, with nothing beyond its edge.
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return { width: scrollWidth, isOneScreen: scrollHeight <= innerHeight }
    })
    expect(size).toEqual({ width: 390, isOneScreen: true })
    expect((await page.locator('.share-card-tone svg:visible').boundingBox())?.width).toBeGreaterThan(300)
    expect(await axe(page)).toEqual([])
    await context.close()
  })

  test('gets a thank-you page without scores if the account shares results itself', async () => {
    const quiet = await running.account({ name: 'Quiet', preferences: { participantSeesReport: false } })
    const context = await browser.open()
    const page = await context.newPage()
    const link = await finished(running, quiet)
    await page.goto(link)
    expect(await page.locator('form[method=post] button').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await context.request.post(link)
    await page.goto(`${running.url}/take/results`)
    expect(page.url()).toBe(`${running.url}/take/thanks`)
    expect(await axe(page)).toEqual([])
    const download = await (await context.request.get(`${running.url}/take/results.json`)).text()
    expect(download).toContain('"answers"')
    expect(download).not.toMatch(/"score"|"style"|"first"/)
    await context.close()
  })
})

/** Runs a demo person's whole story in this account and returns the invite's link. */
async function finished(running: TestService, account: TestAccount): Promise<string> {
  const person = demoPeople.find((demoPerson) => demoPerson.mailbox === 'noor')
  const link = person && (await createDemoPerson(running.service.parts, account, person, []))
  if (!link) throw new Error('Nobody finished.')
  return link
}

/** Words that are on two lines without a hyphen between them. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1 && node.parentElement?.checkVisibility()) broken.push(word)
      }
    }
    return broken
  })
}
