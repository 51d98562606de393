import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discForm } from '../../src/content/forms.ts'
import { itemsIn } from '../../src/content/texts.ts'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import { answerElsewhere } from '../support/answer-elsewhere.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import {
  axe,
  choosePair,
  invite,
  layoutShifts,
  measureShift,
  pairFor,
  setOffline,
  start,
  watch,
} from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { answersTo } from '../support/taking.ts'

describe.skipIf(!browserAvailable)('a person who takes all three assessments with the keyboard', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account({ name: 'Northwind' })
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('is offline for some answers, reloads in the middle, loses none, and the API shows everything', () =>
    takeAll({ disc: 22, focus: 105, core: 19 }))

  test('does so with every answer by key', { tags: 'long' }, () => takeAll({ disc: 0, focus: 0, core: 0 }))

  /** Takes all three parts. The first answers of each part come from another device, as many as `earlier` says. */
  async function takeAll(earlier: Record<AssessmentId, number>): Promise<void> {
    const { profileId, link } = await invite(running, account)
    const context = await browser.open({ viewport: { width: 390, height: 844 }, colorScheme: 'light' })
    await measureShift(context)
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    // Other tests check the same pages with axe.
    const check = async () => {
      if (earlier.disc === 0) expect(await axe(page)).toEqual([])
    }
    await start(page, link)
    await check()

    const disc: string[] = []
    const elsewhere = earlier.disc > 0 ? await answerElsewhere(page, 'disc', earlier.disc) : []
    for (let n = earlier.disc + 1; n <= 24; n += 1) {
      await page.getByText(`${n} of 24`).waitFor()
      const [most, least] = pairFor(n)
      const shown = await page.locator('.statement').allTextContents()
      disc.push(`${shown[most - 1]} / ${shown[least - 1]}`)
      // One statement is read for more than a second, so that there is a whole one to count.
      if (n === 24) await page.waitForTimeout(1_200)
      await choosePair(page, most, least)
      await page.waitForFunction(
        (before) => document.querySelector('.statement')?.textContent !== before,
        shown[0],
      )
    }
    await page.getByText('One of three parts done').waitFor()
    await check()
    expect(await layoutShifts(page)).toEqual([])
    await page.keyboard.press('Enter')

    const focus = answersTo('focus')
      .slice(0, earlier.focus)
      .map(({ value }) => value)
    const answer = async (value: number) => {
      await page.keyboard.press(String(value))
      focus.push(value)
    }
    await page.getByText('1 of 120').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    if (earlier.focus > 0) await answerElsewhere(page, 'focus', earlier.focus)
    await page.getByText(`${earlier.focus + 1} of 120`).waitFor()
    const away = Math.max(earlier.focus + 3, 41)
    for (let n = earlier.focus + 1; n < away; n += 1) await answer(1 + (n % 5))
    await page.getByText(`${away} of 120`).waitFor()
    await check()
    await page.getByText('Saved', { exact: true }).waitFor()

    await setOffline(page, true)
    const back = away + 7
    for (let n = away; n < back; n += 1) await answer(1 + ((n * 3) % 5))
    await page.getByText(`${back} of 120`).waitFor()
    await page.getByText(/7 answers kept/).waitFor()
    await setOffline(page, false)
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.reload()
    await page.getByText(`${back} of 120`).waitFor()
    const changed = back + (earlier.focus > 0 ? 2 : 12)
    for (let n = back; n <= changed; n += 1) await answer(1 + ((n * 2) % 5))
    await page.keyboard.press('Backspace')
    await page.getByText(`${changed} of 120`).waitFor()
    focus.pop()
    await answer(5)
    await page.getByText(`${changed + 1} of 120`).waitFor()
    for (let n = changed + 1; n <= 120; n += 1) await answer(1 + ((n * 7) % 5))
    await page.getByText('Two of three parts done').waitFor()
    await page.keyboard.press('Enter')

    await page.getByText('1 of 21').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    if (earlier.core > 0) await answerElsewhere(page, 'core', earlier.core)
    for (let n = earlier.core + 1; n <= 21; n += 1) {
      await page.getByText(`${n} of 21`).waitFor()
      await choosePair(page, ...pairFor(n))
    }
    await page.waitForURL('**/take/results')
    expect(await page.locator('h1').count()).toBe(1)
    await check()
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])

    const { body } = await account.call('GET', `/profile/${profileId}`)
    const { profile } = body
    expect(profile).toMatchObject({
      state: 'active',
      isCompleted: true,
      availableAssessments: ['disc', 'focus', 'core'],
      completedAssessments: ['disc', 'focus', 'core'],
      disc: { style: expect.stringMatching(/^[DISC]{1,2}$/), d: expect.any(Number) },
      core: { first: expect.any(String), fifth: expect.any(String) },
      focus: {
        stability: { score: expect.any(Number), level: expect.any(String), facets: expect.any(Object) },
      },
    })
    expect(Date.parse(profile.dateStarted)).toBeLessThan(Date.parse(profile.dateCompleted))
    for (const timer of profile.timers) {
      expect(timer).toMatchObject({
        isCompleted: true,
        activeSeconds: expect.any(Number),
        idleSeconds: expect.any(Number),
      })
      expect(Date.parse(timer.dateStarted)).toBeLessThanOrEqual(Date.parse(timer.dateCompleted))
    }
    const timerOfDisc = profile.timers.find((timer: { assessment: string }) => timer.assessment === 'disc')
    expect(timerOfDisc.activeSeconds).toBeGreaterThan(0)

    const stored = await running.db.admin<{ item: number; value: number }>(
      `select item, value from answer where profile_id = $1 and assessment = 'focus' order by item`,
      [profileId],
    )
    expect(stored.map((row) => row.value)).toEqual(focus)
    expect(await storedPairs(running, profileId, elsewhere)).toEqual(disc.sort())
    await context.close()
  }
})

/** The stored DISC answers but for those given elsewhere, as the statements that the person saw. */
async function storedPairs(running: TestService, profileId: string, elsewhere: number[]): Promise<string[]> {
  const rows = await running.db.admin<{ item: number; value: { most: string; least: string } }>(
    `select item, value from answer where profile_id = $1 and assessment = 'disc' and item <> all($2)`,
    [profileId, elsewhere],
  )
  const { statements } = itemsIn('en').disc
  const words = (item: number, letter: string) =>
    statements[
      discForm.blocks[item - 1]?.statements.find((statement) => statement.letter === letter)?.key ?? ''
    ]
  return rows.map(({ item, value }) => `${words(item, value.most)} / ${words(item, value.least)}`).sort()
}
