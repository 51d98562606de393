import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../src/demo/people.ts'
import { createDemoPerson } from '../../src/demo/person.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { removeRepetitions } from '../support/repetitions.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { namesOf, shortFirst } from '../support/short-first.ts'

const places = [
  { name: 'a phone in light mode', viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { name: 'a desktop in dark mode', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('shared reports', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  /** Readers of a shared report have no session, so one tab serves them all, one after the other. */
  let page: Page
  let profileId: string
  let ownLink: string
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind', owner: 'ada@northwind.test' })
    browser = await launchBrowser()
    page = await (await browser.open()).newPage()
    const person = demoPeople.find((person) => person.mailbox === 'noor')
    ownLink = (person && (await createDemoPerson(running.service.parts, account, person, []))) ?? ''
    profileId = (await account.call('GET', '/profiles')).body.profiles[0].id
  })
  afterAll(() => browser?.close())

  let mates: Promise<void> | undefined
  /** Two more people who have completed everything, so that there is a team. */
  const addTeamMates = () => {
    mates ??= (async () => {
      for (const mailbox of ['jonas', 'priya']) {
        const person = demoPeople.find((person) => person.mailbox === mailbox)
        if (person) await createDemoPerson(running.service.parts, account, { ...person, tags: [] }, [])
      }
    })()
    return mates
  }

  const urlIn = async (locale: string) => {
    await account.call('POST', `/playbook/ai/debrief/${profileId}`, { locale })
    return (await account.call('POST', '/report-link', { profileId, locale })).body.data.url
  }

  // German first, which has the longest words.
  for (const { cases, options } of shortFirst(['de', 'en', 'jp'])) {
    test(
      `print on A4 pages with the debrief, nothing below 10 points, and are readable in the dark, in ${cases.join(' and ')}`,
      options,
      async () => {
        for (const locale of cases) {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.emulateMedia({ media: null, colorScheme: 'dark' })
          await page.goto(await urlIn(locale))
          await page.evaluate(() => {
            window.print = () => {
              document.title = 'printed'
            }
          })
          await page.getByRole('button', { name: /./ }).click()
          expect(await page.title(), locale).toBe('printed')
          await page.evaluate(() => document.fonts.ready)
          const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
          const facts = (await page.locator('.sheet-facts').allTextContents()).length
          expect(paper.match(/\/Type\s*\/Page\b(?!s)/g), locale).toHaveLength(facts)
          expect(facts).toBeGreaterThanOrEqual(3)
          if (locale !== 'jp') expect(fontsOf(paper)).toEqual(new Set(['Sans', 'Serif']))
          expect(paper, locale).toMatch(/\/MediaBox\s*\[\s*0 0 59[45][\d.]* 84[12][\d.]*\s*\]/)
          await page.emulateMedia({ media: 'print', colorScheme: 'light' })
          const shown = await page.evaluate(() => ({
            paper: getComputedStyle(document.documentElement).getPropertyValue('--paper').trim(),
            controls: [...document.querySelectorAll('button, select, a')].filter((one) =>
              one.checkVisibility(),
            ).length,
          }))
          expect(shown, locale).toEqual({ paper: '#fff', controls: 0 })
          expect(await smallPrint(page), locale).toEqual([])
          expect(await page.locator('.results-head').getByText('Northwind').isVisible()).toBe(true)
          await page.setViewportSize({ width: 390, height: 844 })
          await page.emulateMedia({ media: null, colorScheme: 'dark' })
          // At the end, because it removes most of the page.
          if (!options.tags) await page.evaluate(removeRepetitions)
          expect(await axe(page), locale).toEqual([])
        }
      },
    )
  }

  for (const { cases, options } of shortFirst(['de', 'jp'])) {
    test(
      `of a team print on two to four A4 pages and are readable on a phone and in dark mode, in ${cases}`,
      options,
      async () => {
        await addTeamMates()
        const { profiles } = (await account.call('GET', '/profiles?isCompleted=true')).body
        const profileIds = profiles.map(({ id }: { id: string }) => id)
        expect(profileIds.length).toBeGreaterThanOrEqual(3)
        for (const locale of cases) {
          const { url } = (await account.call('POST', '/report-link', { profileIds, locale })).body.data
          await page.setViewportSize({ width: 320, height: 640 })
          await page.emulateMedia({ media: null, colorScheme: 'dark' })
          await page.goto(url)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0)
          await page.evaluate(() => document.fonts.ready)
          const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
          const facts = (await page.locator('.sheet-facts').allTextContents()).length
          expect(paper.match(/\/Type\s*\/Page\b(?!s)/g), locale).toHaveLength(facts)
          if (locale === 'de') expect(fontsOf(paper)).toEqual(new Set(['Sans', 'Serif']))
          await page.setViewportSize({ width: 688, height: 998 })
          await page.emulateMedia({ media: 'print', colorScheme: 'light' })
          expect(await smallPrint(page), locale).toEqual([])
          await page.setViewportSize({ width: 320, height: 640 })
          await page.emulateMedia({ media: null, colorScheme: 'dark' })
          if (!options.tags) await page.evaluate(removeRepetitions)
          expect(await axe(page), locale).toEqual([])
        }
      },
    )
  }

  for (const cases of [places.slice(0, 1), places.slice(1)]) {
    const title = `are readable on ${namesOf(cases)}, and have one button, which prints`
    test(title, { tags: 'long' }, async () => {
      const { faults } = watch(page, running.url)
      for (const address of [await urlIn('en'), `${running.url}/r/over`]) {
        await page.goto(address)
        for (const { viewport, colorScheme } of cases) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ media: null, colorScheme })
          expect(await axe(page), colorScheme).toEqual([])
          if (address.endsWith('/r/over')) continue
          const beyond = await page.evaluate(() => {
            document.title = 'shown'
            window.print = () => {
              document.title = 'printed'
            }
            return document.documentElement.scrollWidth - innerWidth
          })
          expect(beyond, colorScheme).toBeLessThanOrEqual(0)
          await page.getByRole('button', { name: 'Print' }).click()
          expect(await page.title()).toBe('printed')
        }
      }
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    })
  }

  // `test/web/report-links.test.ts` shows it without a browser.
  test('are shared by a person who creates a link, without JavaScript too', { tags: 'long' }, async () => {
    const context = await browser.open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(ownLink)
    await page.locator('form[method=post] button').first().click()
    await page.waitForURL('**/take/results')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const address = await page.locator('code').textContent()
    await page.goto(String(address))
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
    await page.goto(`${running.url}/take/results`)
    await page.getByRole('button', { name: 'End the link' }).click()
    expect((await page.goto(String(address)))?.status()).toBe(404)
    await context.close()
  })
})

/** The fonts in a PDF: `Sans` and `Serif` for the page's own, other fonts by name. */
function fontsOf(paper: string): Set<string> {
  const names = [...paper.matchAll(/\/FontName\s*\/(?:[A-Z]{6}\+)?([^\s/]+)/g)].map(([, name]) => name ?? '')
  return new Set(names.map((name) => /^Source(Sans|Serif)/.exec(name)?.[1] ?? name))
}

/** Texts that a reader of the paper sees in less than 10 points, with their size. 688 px is the width of a page. */
const smallPrint = async (page: Page) => {
  await page.setViewportSize({ width: 688, height: 998 })
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!own || element.closest('title, .out-of-sight') || !element.checkVisibility()) return []
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1
      const points = Number.parseFloat(getComputedStyle(element).fontSize) * scale * 0.75
      return points < 9.95 ? [`${points.toFixed(1)} ${element.textContent?.slice(0, 40)}`] : []
    }),
  )
}
