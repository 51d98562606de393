import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discForm } from '../../src/content/forms.ts'
import { siteTexts } from '../../src/content/site.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { type Locale, languageTags } from '../../src/contract/locale.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { choosePair, dialogsOf, invite, pairFor, setOffline, start, watch } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { answersTo } from '../support/taking.ts'

describe.skipIf(!browserAvailable)('a person who changes the language in the middle', () => {
  let running: TestService
  let account: TestAccount
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService({ LOG_LEVEL: 'error' })
    account = await running.account({ name: 'Nordlicht' })
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('keeps half an answer and unsent ones, also at a later change, and sees that it needs the network', async () => {
    const { context } = await changeTwice()
    await context.close()
  })

  test('gets a button for it if the script of the list can not be loaded', async () => {
    const context = await browser.open()
    const page = await context.newPage()
    await page.route('**/assets/language-*', (route) => route.abort())
    await page.goto(`${running.url}/about`)
    await page.locator('.language select').selectOption('de')
    await page.locator('.language .button').click()
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
    await context.close()
  })

  test.each(['/about', '/example', '/technical', '/nothing/here', '/sign-in'])(
    'chooses a language at once, without a button: %s',
    async (path) => {
      const context = await browser.open()
      const page = await context.newPage()
      await page.goto(running.url + path)
      expect(await page.locator('.language .button').isVisible()).toBe(false)
      await page.locator('.language select').selectOption('de')
      await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
      await context.close()
    },
  )

  test('stays on the item in the other parts too', { tags: 'long' }, async () => {
    const { context, page, profileId, faults } = await changeTwice()
    await save(page, 'disc')
    await page.goto(`${running.url}/take`)
    await page.locator('.pause').waitFor()
    await switchTo(page, 'fr')
    await page.locator('.pause .main').click()
    await page.locator('.quiet-button').first().click()
    await page.getByText(siteTexts('fr')['practice.focus']).waitFor()
    await switchTo(page, 'es')
    await page.getByText(siteTexts('es')['practice.focus']).waitFor()

    await page.locator('.back').click()
    await page.locator('.grade').nth(3).click()
    await page.getByText('2 de 120').waitFor()
    await page.keyboard.press('Backspace')
    await page.locator('.grade.kept').waitFor()
    await switchTo(page, 'nl')
    expect(await page.locator('#heading').textContent()).toBe(itemsIn('nl').focus.items[0])
    expect(await page.locator('.grade.kept').textContent()).toContain(itemsIn('nl').focus.answers[3])
    expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'language', value: 'nl' }))
    expect(faults).toEqual([])
    expect(await answersHeld(profileId)).toBe(24 + 1)
    await context.close()
  })

  async function answersHeld(profileId: string): Promise<number> {
    return (await running.db.admin('select 1 from answer where profile_id = $1', [profileId])).length
  }

  /**
   * Answers three screens of DISC, the third offline, and half of the fourth, and changes the language there, which
   * needs the network, and one screen before.
   */
  async function changeTwice() {
    const { profileId, link } = await invite(running, account)
    const context = await browser.open({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    await start(page, link)
    const dialogs = dialogsOf(page)
    for (let n = 1; n <= 3; n += 1) {
      await page.getByText(`${n} of 24`).waitFor()
      if (n === 3) {
        await page.getByText('Saved', { exact: true }).waitFor()
        await setOffline(page, true)
      }
      await choosePair(page, ...pairFor(n))
    }
    await page.getByText('4 of 24').waitFor()
    await page.locator('.language select').selectOption('de')
    await page.getByText('The language can be changed when the network is back').waitFor()
    expect(await page.locator('.language select').inputValue()).toBe('en')
    await page.locator('#heading').focus()
    await page.keyboard.press('2')
    const english = await statements(page)
    await setOffline(page, false)
    await switchTo(page, 'de')
    expect(dialogs).toEqual([])
    expect(await answersHeld(profileId)).toBe(3)
    expect(await statements(page)).toEqual(english.map((one) => inOther(one, 'en', 'de')))
    expect(await chosen(page)).toEqual(['most 2'])
    // The question has the focus, so that it is read out; the URL reveals nothing of the choice.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading')
    expect(page.url()).toBe(`${running.url}/take`)

    // Back one item, whose answer is kept, and there into a third language.
    await page.keyboard.press('Backspace')
    await page.getByText('3 von 24').waitFor()
    const kept = await chosen(page)
    expect(kept).toHaveLength(2)
    await switchTo(page, 'jp')
    await page.getByText('3/24').waitFor()
    expect(await chosen(page)).toEqual(kept)

    await page.locator('.saved .icon').waitFor()
    expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'language', value: 'jp' }))
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    faults.length = 0
    expect(await answersHeld(profileId)).toBe(3)
    return { context, page, profileId, faults }
  }

  test('keeps place and half an answer without JavaScript, and Enter still continues', {
    tags: 'long',
  }, async () => {
    const { link } = await invite(running, account)
    const context = await browser.open({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(link)
    await page.locator('form[method=post] button').first().click()
    for (const n of [1, 2]) {
      await page.getByText(`${n} of 24`).waitFor()
      await page.locator('.side-most').nth(n).click()
      await page.locator('.side-least').nth(0).click()
      // Enter submits a form by its first button, which must not be the language button.
      await page.keyboard.press('Enter')
    }
    await page.getByText('3 of 24').waitFor()
    await page.locator('.back').click()
    await page.getByText('2 of 24').waitFor()
    await page.locator('.side-most').nth(3).click()
    await page.locator('.language select').selectOption('nl')
    await page.locator('.language .button-small').click()
    await page.getByText('2 van 24').waitFor()
    expect(await chosen(page)).toEqual(['most 4', 'least 1'])
    await page.goto(`${running.url}/take`)
    await page.getByText('3 van 24').waitFor()
    await page.locator('.side-most').nth(1).click()
    await page.locator('.language select').selectOption('ko')
    await page.locator('.language .button-small').click()
    await page.locator('html[lang=ko]').waitFor()
    expect(await chosen(page)).toEqual(['most 2'])
    await context.close()
  })

  async function switchTo(page: Page, locale: Locale): Promise<void> {
    await page.locator('.language select').selectOption(locale)
    await page.locator(`html[lang="${languageTags[locale]}"]`).waitFor({ state: 'attached' })
    // The script is running once the button for browsers without scripts is gone.
    await page.waitForFunction(() => !location.search)
  }

  async function save(page: Page, assessment: 'disc'): Promise<void> {
    const answers = answersTo(assessment).map((answer) => ({ ...answer, seq: answer.seq + 1_000 }))
    await page.context().request.post(`${running.url}/take/answers`, {
      data: { attempt: 1, answers, finish: [assessment] },
    })
  }
})

function statements(page: Page): Promise<string[]> {
  return page.locator('.statement').allTextContents()
}

/** The choices on a screen of four, by column and row. */
function chosen(page: Page): Promise<string[]> {
  return page
    .locator('.four')
    .evaluate((four) =>
      ['most', 'least'].flatMap((column) =>
        [...four.querySelectorAll<HTMLInputElement>(`.side-${column} input`)].flatMap((input, at) =>
          input.checked ? `${column} ${at + 1}` : [],
        ),
      ),
    )
}

/** The same statement of DISC in another language. */
function inOther(text: string, from: Locale, to: Locale): string | undefined {
  const keys = discForm.blocks.flatMap(({ statements }) => statements.map(({ key }) => key))
  const key = keys.find((one) => itemsIn(from).disc.statements[one] === text)
  return key && itemsIn(to).disc.statements[key]
}
