import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discForm } from '../../src/content/forms.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import {
  axe,
  choosePair,
  invite,
  layoutShift,
  measureShift,
  pairFor,
  setOffline,
  start,
  watch,
} from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

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

  test('is offline for some answers, reloads in the middle, loses none, and the API shows everything', async () => {
    const { profileId, link } = await invite(running, account)
    const context = await browser.open({ viewport: { width: 390, height: 844 }, colorScheme: 'light' })
    await measureShift(context)
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    await start(page, link)
    expect(await axe(page)).toEqual([])

    const disc: string[] = []
    for (let n = 1; n <= 24; n += 1) {
      const [most, least] = pairFor(n)
      const shown = await page.locator('.statement').allTextContents()
      disc.push(`${shown[most - 1]} / ${shown[least - 1]}`)
      await choosePair(page, most, least)
      await page.waitForFunction(
        (before) => document.querySelector('.statement')?.textContent !== before,
        shown[0],
      )
    }
    await page.getByText('One of three parts done').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await layoutShift(page)).toBe(0)
    await page.keyboard.press('Enter')

    const focus: number[] = []
    const answer = async (value: number) => {
      await page.keyboard.press(String(value))
      focus.push(value)
    }
    await page.getByText('1 of 120').waitFor()
    for (let n = 1; n <= 40; n += 1) await answer(1 + (n % 5))
    await page.getByText('41 of 120').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByText('Saved', { exact: true }).waitFor()

    await setOffline(page, true)
    for (let n = 41; n <= 47; n += 1) await answer(1 + ((n * 3) % 5))
    await page.getByText('48 of 120').waitFor()
    await page.getByText(/7 answers kept/).waitFor()
    await setOffline(page, false)
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.reload()
    await page.getByText('48 of 120').waitFor()
    for (let n = 48; n <= 60; n += 1) await answer(1 + ((n * 2) % 5))
    await page.keyboard.press('Backspace')
    await page.getByText('60 of 120').waitFor()
    focus.pop()
    await answer(5)
    await page.getByText('61 of 120').waitFor()
    for (let n = 61; n <= 120; n += 1) await answer(1 + ((n * 7) % 5))
    await page.getByText('Two of three parts done').waitFor()
    await page.keyboard.press('Enter')

    for (let n = 1; n <= 21; n += 1) {
      await page.getByText(`${n} of 21`).waitFor()
      await choosePair(page, ...pairFor(n))
    }
    await page.waitForURL('**/take/results')
    expect(await page.locator('h1').count()).toBe(1)
    expect(await axe(page)).toEqual([])
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
    expect(
      profile.timers.reduce((sum: number, timer: { activeSeconds: number }) => sum + timer.activeSeconds, 0),
    ).toBeGreaterThan(0)

    const stored = await running.db.admin<{ item: number; value: number }>(
      `select item, value from answer where profile_id = $1 and assessment = 'focus' order by item`,
      [profileId],
    )
    expect(stored.map((row) => row.value)).toEqual(focus)
    expect(await storedPairs(running, profileId)).toEqual(disc.sort())
    await context.close()
  })
})

/** The stored DISC answers, as the statements that the person saw. */
async function storedPairs(running: TestService, profileId: string): Promise<string[]> {
  const rows = await running.db.admin<{ item: number; value: { most: string; least: string } }>(
    `select item, value from answer where profile_id = $1 and assessment = 'disc'`,
    [profileId],
  )
  const { statements } = itemsIn('en').disc
  const words = (item: number, letter: string) =>
    statements[
      discForm.blocks[item - 1]?.statements.find((statement) => statement.letter === letter)?.key ?? ''
    ]
  return rows.map(({ item, value }) => `${words(item, value.most)} / ${words(item, value.least)}`).sort()
}
