import { mkdirSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemsIn, scalesIn } from '../../src/content/texts.ts'
import { type Locale, languageTags } from '../../src/contract/locale.ts'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { englishOn, hasHorizontalScroll, pageLanguage, spokenIn } from '../support/languages.ts'
import { watch } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { answersTo } from '../support/taking.ts'
import { inviteTestPerson } from '../web/taker-requests.ts'

/** A folder for screenshots, if set. */
const pictures = process.env.PICTURES
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } }

/**
 * Two at a time. People without a language in their profile read in that of their browser. The first, in the language
 * with the longest words, is for `npm test`.
 */
const [first, ...pairs] = [
  [{ locale: 'de' }],
  [{ locale: 'en', byBrowser: true }],
  [{ locale: 'es', byBrowser: true }, { locale: 'fr' }],
  [{ locale: 'jp' }, { locale: 'ko', byBrowser: true }],
  [{ locale: 'nl', byBrowser: true }, { locale: 'pt_BR' }],
  [{ locale: 'zh_CN' }],
] as const satisfies readonly (readonly Person[])[]

type Person = { locale: Locale; byBrowser?: boolean }

describe.skipIf(!browserAvailable)('a whole assessment on a phone, from the email to the results', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  /** The tab of people with a language in their profile, one after the other: never two of a pair. */
  let swedish: Page
  beforeAll(async () => {
    running = await startTestService({ LOG_LEVEL: 'error' })
    account = await running.account({ name: 'Nordlicht' })
    browser = await launchBrowser()
    swedish = await tabIn('sv-SE')
  })
  afterAll(() => browser?.close())

  test(`in ${first[0].locale}, without the third part`, () => walk(first[0], false))

  test(`in ${first[0].locale}, with the third part`, { tags: 'long' }, () => walk(first[0]))

  test.each(pairs.map((pair) => [pair.map(({ locale }) => locale).join(' and '), pair] as const))(
    'in %s',
    { tags: 'long' },
    async (_, pair) => {
      await Promise.all(pair.map((person) => walk(person)))
    },
  )

  async function walk({ locale, byBrowser = false }: Person, isWhole = true): Promise<void> {
    const fields = byBrowser ? {} : { locale }
    const { link, email } = await inviteTestPerson(running, account, {
      firstName: 'Noor',
      ...(isWhole ? {} : { assessmentIds: ['disc', 'focus'] }),
      ...fields,
    })
    if (!byBrowser) expect(await letterTo(email)).toContain(`<html lang="${languageTags[locale]}"`)
    const page = byBrowser ? await tabIn(languageTags[locale]) : swedish
    await page.context().clearCookies()
    const { faults } = watch(page, running.url)
    const look = async (name: string) => {
      expect(await pageLanguage(page), name).toEqual(spokenIn(locale))
      expect(await englishOn(page, locale), name).toEqual([])
      expect(await hasHorizontalScroll(page), name).toBeLessThanOrEqual(0)
      await keep(page, locale, name)
    }

    await page.goto(link)
    await look('link')
    await page.locator('form[method=post] button').first().click()
    await page.waitForURL('**/take')

    const items = itemsIn(locale)
    expect(items.locale).toBe(locale)
    const statements = Object.values(items.disc.statements)
    expect(
      (await page.locator('.statement').allTextContents()).every((text) => statements.includes(text)),
    ).toBe(true)
    await look('disc')
    await choose(page, 0, 3)
    if (isWhole) await choose(page, 1, 2)
    await complete(page, 'disc')
    await look('pause')

    await page.locator('.pause .main').click()
    await page.locator('.at-item .grade').first().waitFor()
    expect(await page.locator('#heading').textContent()).toBe(items.focus.items[0])
    expect(await page.locator('.grade-label').allTextContents()).toEqual(items.focus.answers)
    await look('focus')
    await page.locator('.grade').nth(3).click()
    await page.locator('#heading', { hasText: items.focus.items[1] ?? '' }).waitFor()
    await complete(page, 'focus')
    if (isWhole) {
      await look('pause-2')
      await page.locator('.pause .main').click()
      await page.locator('.four-row').first().waitFor()
      const labels = Object.values(items.core.values).map(({ label }) => label)
      const shownLabels = await page.locator('.statement').allTextContents()
      expect(shownLabels.every((text) => labels.includes(text))).toBe(true)
      await look('core')
      await choose(page, 0, 1)
      await complete(page, 'core')
    }

    await page.waitForURL('**/take/results')
    await look('results')
    const shown = await page.locator('main').textContent()
    for (const { name } of Object.values(scalesIn(locale).traits)) expect(shown).toContain(name)
    expect(faults).toEqual([])
    if (byBrowser) await page.context().close()
  }

  async function tabIn(locale: string): Promise<Page> {
    return (await browser.open({ ...phone, locale })).newPage()
  }

  async function letterTo(email: string): Promise<string> {
    const box = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const [letter] = (await box.json()) as { html: string }[]
    return letter?.html ?? ''
  }

  /** One screen of four by taps, until the next one shows. */
  async function choose(page: Page, most: number, least: number): Promise<void> {
    const before = await page.locator('.statement').first().textContent()
    await page.locator('.side-most').nth(most).click()
    await page.locator('.side-least').nth(least).click()
    await page.locator('button.main').click()
    await page.waitForFunction((text) => document.querySelector('.statement')?.textContent !== text, before)
  }

  /** Sends the rest of a part as another device would, then reloads the page. */
  async function complete(page: Page, assessment: AssessmentId): Promise<void> {
    await page.locator('.saved .icon').waitFor()
    const answers = answersTo(assessment).map((answer) => ({ ...answer, seq: answer.seq + 1_000 }))
    const sent = await page.context().request.post(`${running.url}/take/answers`, {
      data: { attempt: 1, answers, finish: [assessment] },
    })
    expect(sent.status()).toBe(200)
    await page.goto(`${running.url}/take`)
  }
})

async function keep(page: Page, locale: Locale, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(`${pictures}/${locale}`, { recursive: true })
  const take = (file: string) =>
    page.screenshot({ path: `${pictures}/${locale}/${file}.png`, fullPage: name === 'results' })
  await take(name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await take(`${name}-desktop-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
}
