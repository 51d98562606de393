import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserAvailable, launchBrowser } from '../support/browser.ts'
import { invite, setOffline } from '../support/person.ts'
import { startTestService } from '../support/service.ts'
import { openSpokenPage } from '../support/spoken-page.ts'
import { answersTo } from '../support/taking.ts'

const golden = join(import.meta.dirname, '../golden/screen-reader.txt')

/**
 * One sitting, as a screen reader says it. After an intended change run
 * `KEEP_TRANSCRIPT=1 npx vitest run test/journeys/screen-reader.test.ts`, and read the difference aloud.
 */
describe.skipIf(!browserAvailable)('a person who hears the pages', () => {
  test('hears what the transcript says, from the link to the results', async () => {
    const running = await startTestService()
    const account = await running.account({ name: 'Northwind' })
    const { link } = await invite(running, account)
    const browser = await launchBrowser()
    const context = await browser.open({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const spoken = await openSpokenPage(page)
    const said: string[] = []
    const note = (title: string, lines: readonly string[]) =>
      said.push(`## ${title}`, '', ...(lines.length > 0 ? lines : ['nothing is said']), '')
    const readAll = async (title: string) =>
      note(title, [...(await spoken.hear()), '', ...(await spoken.read())])
    // How often saving takes long enough to be said depends on the machine.
    const hear = async (title: string, isAboutSaving = false) =>
      note(
        title,
        (await spoken.hear()).filter((line) => isAboutSaving || !/^status: Sav(ed|ing)$/.test(line)),
      )
    const answerRest = async (assessment: 'disc' | 'focus' | 'core') => {
      await page.getByText('Saved', { exact: true }).waitFor()
      const answers = answersTo(assessment).map((answer) => ({ ...answer, seq: answer.seq + 1_000 }))
      const data = { attempt: 1, answers, finish: [assessment] }
      expect((await context.request.post(`${running.url}/take/answers`, { data })).status()).toBe(200)
      await page.reload()
    }

    await page.goto(link)
    await readAll('The link is opened')
    await page.getByRole('button', { name: 'Start' }).press('Enter')
    await page.waitForURL('**/take')
    await page.getByRole('button', { name: 'Try a practice question' }).waitFor()
    // Each person gets the sets of DISC in an order of their own.
    const statements = await page.locator('.statement').allTextContents()
    await readAll('Start is pressed')
    await page.getByRole('button', { name: 'Pick one most' }).press('Enter')
    await hear('The button is pressed without a choice')
    await page.getByRole('radio').first().press('Space')
    await hear('Most is chosen with Space')
    await page.getByRole('radio').nth(3).press('Space')
    await hear('Least is chosen')
    await page.keyboard.press('Enter')
    await page.getByText('2 of 24').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await hear('Enter goes on')
    await page.getByRole('link', { name: 'Back' }).press('Enter')
    await page.getByText('1 of 24').waitFor()
    await hear('Back')
    await answerRest('disc')
    await page.getByText('One of three parts done').waitFor()
    await readAll('The first part is done')
    await page.getByRole('link', { name: 'Continue' }).press('Enter')
    await page.getByText('1 of 120').waitFor()
    await readAll('The second part')
    await page.keyboard.press('4')
    await page.getByText('2 of 120').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await hear('4 is pressed')
    await setOffline(page, true)
    await page.keyboard.press('2')
    await page.getByText(/answer kept/).waitFor()
    await page.getByText('3 of 120').waitFor()
    await hear('An answer without a network', true)
    await setOffline(page, false)
    await page.getByText('Saved', { exact: true }).waitFor()
    await hear('The network is back', true)
    await answerRest('focus')
    await page.getByText('Two of three parts done').waitFor()
    await page.getByRole('link', { name: 'Continue' }).press('Enter')
    await page.getByText('1 of 21').waitFor()
    await readAll('The third part')
    await answerRest('core')
    await page.waitForURL('**/take/results')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await readAll('The results')
    await context.close()

    const numbered = statements.reduce(
      (text, statement, index) => text.replaceAll(statement, `statement ${index + 1}`),
      said.join('\n'),
    )
    const transcript = timeless(numbered)
    if (process.env.KEEP_TRANSCRIPT) {
      mkdirSync(join(golden, '..'), { recursive: true })
      writeFileSync(golden, transcript)
    }
    expect(transcript).toBe(readFileSync(golden, 'utf8'))
  })
})

/** Without what depends on the day and on the speed of the machine. */
function timeless(text: string): string {
  return text
    .replaceAll(
      /\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?/g,
      '{date}',
    )
    .replaceAll(/ at \d\d:\d\d:\d\d UTC/g, ' at {time}')
    .replaceAll(/“Done(, \d+ min)?”/g, '“Done, {n} min”')
    .replaceAll(/About \d+ min left/g, 'About {n} min left')
    .replaceAll(/[ \t]+$/gm, '')
}
