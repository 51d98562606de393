import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerElsewhere } from '../support/answer-elsewhere.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import {
  axe,
  choosePair,
  dialogsOf,
  invite,
  layoutShifts,
  measureShift,
  pairFor,
  setOffline,
  start,
  watch,
} from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { namesOf, shortFirst } from '../support/short-first.ts'
import { answersTo } from '../support/taking.ts'

const places = [
  {
    name: 'a phone of 320 px in the dark',
    viewport: { width: 320, height: 640 },
    media: { colorScheme: 'dark', reducedMotion: 'no-preference' },
  },
  {
    name: 'a desktop in the light',
    viewport: { width: 1280, height: 800 },
    media: { colorScheme: 'light', reducedMotion: 'no-preference' },
  },
  {
    name: 'a desktop in the dark without motion',
    viewport: { width: 1280, height: 800 },
    media: { colorScheme: 'dark', reducedMotion: 'reduce' },
  },
] as const

describe.skipIf(!browserAvailable)('a person taking an assessment', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind' })
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('continues on another device where the first one stopped', { tags: 'long' }, async () => {
    const { link } = await invite(running, account)
    const first = await browser.open()
    const phone = await first.newPage()
    await start(phone, link)
    for (let n = 1; n <= 5; n += 1) {
      await phone.getByText(`${n} of 24`).waitFor()
      await choosePair(phone, ...pairFor(n))
    }
    await phone.getByText('6 of 24').waitFor()
    await phone.getByText('Saved', { exact: true }).waitFor()
    const second = await browser.open()
    const computer = await second.newPage()
    await start(computer, link)
    await computer.getByText('6 of 24').waitFor()
    await Promise.all([first.close(), second.close()])
  })

  test('keeps answers given offline through a reload of the browser tab', async () => {
    const { profileId, link } = await invite(running, account)
    const context = await browser.open()
    const page = await context.newPage()
    await start(page, link)
    await page.route('**/take/answers', (route) => route.abort())
    for (let n = 1; n <= 3; n += 1) {
      await page.getByText(`${n} of 24`).waitFor()
      await choosePair(page, ...pairFor(n))
    }
    await page.getByText('4 of 24').waitFor()
    expect(await answersHeld(running, profileId)).toBe(0)
    let letThrough = () => {}
    const blocked = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/take/answers', async (route) => {
      await blocked
      await route.continue().catch(() => {}) // The page before the reload is gone.
    })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('4 of 24').waitFor()
    expect(await page.locator('.saved').textContent()).not.toContain('Saved')
    letThrough()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await answersHeld(running, profileId)).toBe(3)
    await context.close()
  })

  test('answers with plain forms without JavaScript', async () => {
    const { profileId, link } = await invite(running, account, { assessmentIds: ['disc', 'core'] })
    const context = await browser.open({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(link)
    await page.locator('form[method=post] button').first().click()
    await answerEarlier(running, page, 22)
    await page.goto(`${running.url}/take`)
    for (let n = 23; n <= 24; n += 1) await chooseWithoutScript(page, n)
    await page.getByRole('button', { name: /Finish DISC/ }).click()
    await page
      .getByRole('link', { name: /Continue with Core/ })
      .or(page.getByRole('button', { name: /Continue with Core/ }))
      .click()
    await answerEarlier(running, page, 20, 'core')
    await page.goto(`${running.url}/take`)
    await chooseWithoutScript(page, 21)
    await page.getByRole('button', { name: /Finish Core/ }).click()
    await page.waitForURL('**/take/results')
    const { body } = await account.call('GET', `/profile/${profileId}`)
    expect(body.profile).toMatchObject({
      isCompleted: true,
      completedAssessments: ['disc', 'core'],
      focus: null,
    })
    await context.close()
  })

  test('has one active tab at a time', { tags: 'long' }, async () => {
    const { link } = await invite(running, account)
    const context = await browser.open()
    const first = await context.newPage()
    await start(first, link)
    // If two tabs open at the same time, either may be told to stop. A busy browser takes long to give a lock.
    const locks = () =>
      first.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query()
        return { held: held.length, pending: pending.length, page: location.pathname }
      })
    await expect.poll(locks, { timeout: 90_000 }).toMatchObject({ held: 1 })
    const second = await context.newPage()
    await second.goto(`${running.url}/take`)
    await second.getByText('Open in another tab').first().waitFor()
    await second.getByRole('button', { name: 'Continue here' }).click()
    await second.getByText('1 of 24').waitFor()
    await first.getByText('Open in another tab').first().waitFor()
    const third = await context.newPage()
    await third.goto(`${running.url}/take`)
    await third.getByText('Open in another tab').first().waitFor()
    await second.close()
    await third.getByText('1 of 24').waitFor()
    await third.getByText('Open in another tab').waitFor({ state: 'detached' })
    await context.close()
  })

  test('stops during a save without a prompt about leaving', { tags: 'long' }, async () => {
    const { profileId, link } = await invite(running, account)
    const context = await browser.open()
    const page = await context.newPage()
    const dialogs = dialogsOf(page)
    await start(page, link)
    await answerElsewhere(page, 'disc', 23)
    await page.getByText('24 of 24').waitFor()
    await page.route('**/take/answers', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await choosePair(page, ...pairFor(24))
    await page.getByRole('button', { name: 'Save and finish later' }).click()
    await page.waitForURL('**/take/stopped')
    expect(dialogs).toEqual([])
    expect(await answersHeld(running, profileId)).toBe(24)
    await context.close()
  })

  for (const [width, options] of [
    [390, { tags: 'long' }],
    [1280, { tags: 'long' }],
  ] as const) {
    test(
      `sees no layout shift while a save is slow and while offline, ${width} px wide`,
      options,
      async () => {
        const { link } = await invite(running, account)
        const context = await browser.open({ viewport: { width, height: 844 } })
        await measureShift(context)
        const page = await context.newPage()
        await start(page, link)
        let letThrough = () => {}
        const blocked = new Promise<void>((resolve) => {
          letThrough = resolve
        })
        await page.route('**/take/answers', async (route) => {
          await blocked
          await route.continue()
        })
        await choosePair(page, 1, 2)
        await page.getByText('Saving', { exact: true }).waitFor()
        // Shifts within half a second of an input do not count, so the text changes after that.
        await page.waitForTimeout(600)
        letThrough()
        await page.getByText('Saved', { exact: true }).waitFor()
        expect(await layoutShifts(page), 'slow').toEqual([])
        await page.unroute('**/take/answers')

        await setOffline(page, true)
        await choosePair(page, 2, 3)
        await page.getByText(/kept on this device/).waitFor()
        await page.waitForTimeout(600)
        await setOffline(page, false)
        await page.getByText('Saved', { exact: true }).waitFor()
        expect(await layoutShifts(page), 'away').toEqual([])
        await context.close()
      },
    )
  }

  for (const { cases, options } of shortFirst(places)) {
    const title = 'finds every page readable, without overflow, and stops, after which the link goes on'
    test(`${title}, on ${namesOf(cases)}`, options, async () => {
      const { link } = await invite(running, account)
      const context = await browser.open()
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      const look = async () => {
        for (const { name, viewport, media } of cases) {
          await page.setViewportSize(viewport)
          await page.emulateMedia(media)
          expect(await axe(page), `${name}, ${page.url()}`).toEqual([])
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(beyond, `${name}, ${page.url()}`).toBeLessThanOrEqual(0)
        }
      }
      await page.goto(link)
      await look()
      await start(page, link)
      await look()
      await answerEarlier(running, page, 24)
      await finishDisc(running, page)
      await page.getByText('One of three parts done').waitFor()
      await look()
      await page.keyboard.press('Enter')
      await page.getByText('1 of 120').waitFor()
      await look()
      // Leaving before that opens a dialog.
      await page.getByText('Saved', { exact: true }).waitFor()
      for (const address of ['/about', '/dev/mailbox', '/nothing/here']) {
        await page.goto(running.url + address)
        await look()
      }
      // Stopping ends the session while the link stays valid.
      await page.goto(`${running.url}/take`)
      await page.getByRole('button', { name: 'Save and finish later' }).click()
      await page.waitForURL('**/take/stopped')
      await look()
      expect((await page.goto(`${running.url}/take`))?.status()).toBe(401)
      await start(page, link)
      await page.getByText('One of three parts done').waitFor()
      // The pages that there are not, and the one without a session, which the browser logs.
      expect(faults.filter((fault) => !/40[14]/.test(fault))).toEqual([])
      await context.close()
    })
  }
})

/** Answers screens of DISC or Core, as another device would. */
async function answerEarlier(
  running: TestService,
  page: Page,
  screens: number,
  assessment: 'disc' | 'core' = 'disc',
): Promise<void> {
  const answers = answersTo(assessment).slice(0, screens)
  const address = `${running.url}/take/answers`
  const sent = await page.context().request.post(address, { data: { attempt: 1, answers } })
  expect(sent.status()).toBe(200)
}

/** Continues from the last screen, whose answer is shown. */
async function finishDisc(running: TestService, page: Page): Promise<void> {
  await page.goto(`${running.url}/take?part=disc&item=24`)
  await page.getByText('24 of 24').waitFor()
  await page.keyboard.press('Enter')
}

async function answersHeld(running: TestService, profileId: string): Promise<number> {
  const [row] = await running.db.admin<{ count: number }>(
    'select count(*)::integer as count from answer where profile_id = $1',
    [profileId],
  )
  return row?.count ?? 0
}

async function chooseWithoutScript(page: Page, n: number): Promise<void> {
  const [most, least] = pairFor(n)
  const rows = page.locator('.four-row')
  await rows
    .nth(most - 1)
    .locator('.side-most')
    .click()
  await rows
    .nth(least - 1)
    .locator('.side-least')
    .click()
  await page.locator('button.main').click()
}
