import { mkdirSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type CookieJar, signInByEmail } from '../oauth/sign-in-requests.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { pageLanguage } from '../support/languages.ts'
import {
  type PseudoLocale,
  pseudoLocaleTags,
  pseudoLocalize,
  pseudoLocalizedPages,
} from '../support/pseudo-locale.ts'
import { answersTo } from '../support/taking.ts'
import { inviteTestPerson } from '../web/taker-requests.ts'

const pictures = process.env.PICTURES

describe('a pseudo-locale', () => {
  test('is two fifths longer, keeps its slots, and is never offered', () => {
    const text = 'About {minutes} min left, and everything is saved'
    const long = pseudoLocalize(text, 'long')
    expect(long.length).toBeGreaterThan(text.length * 1.25)
    for (const tongue of ['long', 'mirrored'] as const)
      expect(pseudoLocalize(text, tongue)).toContain('{minutes}')
    expect(pseudoLocalize('Back', 'mirrored')).toMatch(/^\p{Script=Hebrew}+$/u)
    expect(locales.filter((locale) => /x[ab]/i.test(locale))).toEqual([])
  })
})

describe.skipIf(!browserAvailable)('every page for people', () => {
  let tongue: PseudoLocale = 'long'
  let sizes: readonly number[] = []
  let fixture: OAuthFixture
  let browser: Browser
  /** One tab for everyone, one after the other: only cookies say who it is. */
  let context: BrowserContext
  let page: Page
  let jar: CookieJar
  beforeAll(async () => {
    fixture = await openOAuthFixture(
      {},
      { transformPages: (built) => pseudoLocalizedPages(built, () => tongue) },
    )
    browser = await launchBrowser()
    context = await browser.open()
    page = await context.newPage()
    jar = await signInByEmail(fixture.running, fixture.owner.email)
  })
  afterAll(() => browser?.close())

  for (const { spoken, widths, options } of [
    { spoken: 'long', widths: [320, 390, 1280], options: { tags: 'long' } },
    { spoken: 'mirrored', widths: [320, 390, 1280], options: { tags: 'long' } },
  ] as const) {
    describe(`fits all its text in a ${spoken} language, ${widths.join(' and ')} px wide`, options, () => {
      beforeAll(() => {
        tongue = spoken
        sizes = widths
      })

      test('from the link to the results', async () => {
        const { link } = await inviteTestPerson(fixture.running, fixture.account, {
          firstName: 'Wolfeschlegelstein',
        })
        await context.clearCookies()
        await page.goto(link)
        await fits(page, 'link')
        await page.locator('form[method=post] button').first().click()
        await page.waitForURL('**/take')
        await fits(page, 'disc')
        await page.locator('.side-most').first().click()
        await fits(page, 'half a choice')
        await complete(context, 'disc', false)
        await page.goto(`${fixture.url}/take`)
        await fits(page, 'finish')
        await complete(context, 'disc')
        await page.goto(`${fixture.url}/take`)
        await fits(page, 'pause')
        await page.goto(`${fixture.url}/take?part=focus&item=1`)
        await fits(page, 'focus')
        await page.goto(`${fixture.url}/take?part=focus&practice=1`)
        await fits(page, 'practice')
        await complete(context, 'focus')
        await page.goto(`${fixture.url}/take?part=core&item=1`)
        await fits(page, 'core')
        await complete(context, 'core')
        await page.goto(`${fixture.url}/take/results`)
        for (const summary of await page.locator('figure details > summary').all())
          if (await summary.isVisible()) await summary.click()
        await fits(page, 'results')
        await visit(page, ['/take/stopped?left=1', '/take/stopped', '/take/thanks'])
      })

      test('from the start page to the apps, signed out and signed in', { tags: 'long' }, async () => {
        await context.clearCookies()
        const share = (await fixture.account.call('POST', '/assessment-invite', {})).body.link
        await visit(page, ['/about', '/nothing/here', '/take', '/docs/connect', '/sign-in', '/technical'])
        await page.goto(share)
        await fits(page, 'share')
        await page.locator('form[method=post] button').first().click()
        await fits(page, 'share, with problems')
        await page.goto(`${fixture.url}/t/us.tmb_invite_nothing`)
        await fits(page, 'link over')
        await page.goto(`${fixture.url}/sign-in`)
        await page.locator('#email').fill('nobody@nowhere')
        await page.locator('form[method=post] .main').click()
        await fits(page, 'sign-in, with a problem')
        await page.locator('#email').fill(`somebody-${spoken}-${widths[0]}@example.com`)
        await page.locator('form[method=post] .main').click()
        await page.locator('#code').waitFor()
        await fits(page, 'code')
        await context.addCookies([...jar].map(([name, value]) => ({ name, value, url: fixture.authUrl })))
        await page.goto(fixture.app.request().address.href)
        await fits(page, 'consent')
        await visit(page, ['/apps', '/members', '/clients', '/passkeys', '/oauth/authorize?client_id=nobody'])
      })
    })
  }

  async function visit(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(fixture.url + path)
      await fits(page, path)
    }
  }

  async function fits(page: Page, name: string): Promise<void> {
    expect(await pageLanguage(page), name).toEqual({
      lang: pseudoLocaleTags[tongue],
      dir: tongue === 'mirrored' ? 'rtl' : 'ltr',
    })
    for (const width of sizes) {
      await page.setViewportSize({ width, height: width > 720 ? 800 : 780 })
      expect.soft(await clippedElements(page), `${name}, ${tongue}, ${width} px`).toEqual([])
      if (pictures) await keep(page, `${name.replaceAll(/\W+/g, '-')}-${width}`)
    }
  }

  async function keep(page: Page, name: string): Promise<void> {
    mkdirSync(`${pictures}/${tongue}`, { recursive: true })
    await page.screenshot({ path: `${pictures}/${tongue}/${name}.png`, fullPage: true })
  }

  async function complete(context: BrowserContext, assessment: AssessmentId, finish = true): Promise<void> {
    const answers = answersTo(assessment).map((answer) => ({ ...answer, seq: answer.seq + 1_000 }))
    const sent = await context.request.post(`${fixture.url}/take/answers`, {
      data: { attempt: 1, answers, ...(finish ? { finish: [assessment] } : {}) },
    })
    expect(sent.status()).toBe(200)
  }
})
