import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { drawCompletedPeople, insertCompletedPeople } from '../support/completed-people.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { encodedText } from '../support/encoded-text.ts'
import { axe } from '../support/person.ts'
import { joinAll, openStudyTakers, type StudyTaker, studyLinkTo } from '../support/study-walk.ts'
import { newEmail } from '../support/test-rows.ts'

/** Saves a picture of each page if set. */
const pictures = process.env.PICTURES

describe.skipIf(!browserAvailable)('the pages of a study', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let takers: StudyTaker[]
  const began = Date.now()
  let now = began
  beforeAll(async () => {
    fixture = await openOAuthFixture({}, { clock: () => new Date(now) })
    browser = await launchBrowser()
    const people = drawCompletedPeople(3)
    await insertCompletedPeople(fixture.running.db, fixture.account.id, people)
    takers = await openStudyTakers(fixture.running, fixture.account, people, new Date(now))
  })
  afterAll(async () => browser?.close())

  const keep = (page: Page, name: string) =>
    page.screenshot({ path: `${pictures}/study-${name}.png`, fullPage: true })

  /** Checks a page in both themes, on a phone and a desktop, or on a phone in the dark only. */
  async function look(page: Page, name: string, { everyLook }: { everyLook: boolean }): Promise<void> {
    for (const width of everyLook ? [390, 1280] : [390]) {
      await page.setViewportSize({ width, height: 860 })
      expect(await clippedElements(page), `${name}, ${width} px`).toEqual([])
      for (const colorScheme of everyLook ? (['light', 'dark'] as const) : (['dark'] as const)) {
        await page.emulateMedia({ colorScheme })
        expect(await axe(page), `${name}, ${width} px, ${colorScheme}`).toEqual([])
        if (pictures) await keep(page, `${name}-${width}-${colorScheme}`)
      }
    }
    await page.setViewportSize(desktop.viewport)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('open a study, and show the figures of a release with their intervals', async () => {
    await showFigures({ id: fixture.account.id, email: fixture.owner.email, everyLook: false })
  })

  test('take criteria in each encoding that lists of people come in, and say what to do about others', async () => {
    const email = newEmail()
    await fixture.running.account({ name: 'Encodings', owner: email })
    const { page, faults } = await openDashboard(browser, fixture, '/study', { ...desktop, email })
    await page.getByText('75 more people with results are needed before').waitFor()
    await page.getByRole('button', { name: 'Open study' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Not opened' }).waitFor()
    await page.getByRole('button', { name: 'Open study' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open study' }).click()
    const chooser = page.locator('.study-downloads input[type=file]')
    await chooser.waitFor({ state: 'attached' })
    const take = (bytes: Uint8Array) =>
      chooser.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) })
    const dialog = page.getByRole('dialog')
    for (const [locale, label, column, assumed] of [
      ['en', 'utf-8', 'Qualité', undefined],
      ['en', 'utf-16le', 'Qualité', undefined],
      ['en', 'utf-16be', 'Qualité', undefined],
      ['en', 'windows-1252', 'Qualité', 'Windows-1252'],
      ['jp', 'shift_jis', '評価表', 'Shift_JIS'],
      ['ko', 'euc-kr', '평가', 'EUC-KR'],
      ['zh_CN', 'gbk', '绩效', 'GBK'],
    ] as const) {
      if (locale !== 'en') await page.goto(`${fixture.url}/study?locale=${locale}`)
      const mark = label.startsWith('utf-') ? '\uFEFF' : ''
      await take(encodedText(`${mark}externalId;${column}\r\ncrm-1;3,5\r\n`, label))
      await dialog.getByLabel(column, { exact: true }).waitFor()
      expect(await dialog.locator('.note').allTextContents(), label).toEqual(
        assumed ? [expect.stringContaining(assumed)] : [],
      )
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto(`${fixture.url}/study?locale=en`)
    const alert = page.getByRole('alert')
    await take(new Uint8Array([0x65, 0x8d, 0x2c, 0x52]))
    const saveAs = 'Open it in the spreadsheet, save it as “CSV UTF-8” and choose that one.'
    await alert.getByText(`This file isn’t encoded in UTF-8. ${saveAs}`).waitFor()
    await take(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    await alert.getByText('This isn’t a CSV or XLSX file.').waitFor()
    await take(encodedText(`email;Rating\n${'a'.repeat(900_000)}`, 'utf-8'))
    await alert.getByText('The file is too large: at most 900 kB.').waitFor()
    expect(faults).toEqual([])
  })

  test('say to a manager who can open a study', async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'manager' })
    const { page } = await openDashboard(browser, fixture, '/study', { ...desktop, email })
    await page.getByText('Only owners of the account can end it.').waitFor()
    expect(await page.getByRole('button', { name: /study/ }).count()).toBe(0)
  })

  test('fit on a phone and a desktop, in both themes', { tags: 'long' }, async () => {
    const email = newEmail()
    const { id } = await fixture.running.account({ name: 'Every look', owner: email })
    await insertCompletedPeople(fixture.running.db, id, drawCompletedPeople(3))
    await showFigures({ id, email, everyLook: true })
  })

  /** An owner opens the study of this account, sends criteria and reads the figures. */
  async function showFigures({ id, email, everyLook }: { id: string; email: string; everyLook: boolean }) {
    const { page, faults } = await openDashboard(browser, fixture, '/study', { ...desktop, email })
    const missing = '72 more people with results are needed before figures can be released, 75 in all.'
    await page.getByText(missing).waitFor()
    await page.getByRole('button', { name: 'Open study' }).click()
    const asked = page.getByRole('dialog', { name: 'Open the study?' })
    await asked.getByText(`3 people could take part. ${missing}`).waitFor()
    if (everyLook) await look(page, 'opening', { everyLook })
    await asked.getByRole('button', { name: 'Open study' }).click()
    await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
    // The toast would cover what is below it.
    await page.reload()
    await page.getByText('3 people could take part.').waitFor()
    await page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email;Rating\na@example.com;3,5\n'),
    })
    await page.getByRole('dialog').getByLabel('Rating').fill('Rated by the team lead')
    if (everyLook) await look(page, 'upload', { everyLook })
    await page.getByRole('button', { name: 'Upload criteria' }).click()
    await page
      .getByText('“Rating” has values of 0 people who could take part. Send those of at least 75.')
      .waitFor()
    expect(faults.splice(0).join()).toContain('status of 400')
    await page.keyboard.press('Escape')
    await fixture.running.db.admin(
      `insert into study_criterion select account_id, id, 1, 'Rating', 'Rated by the team lead', $2, null, 0 from study where account_id = $1`,
      [id, new Date(now)],
    )
    await page.reload()
    await page.getByText('Rated by the team lead').waitFor()
    if (everyLook) await look(page, 'open', { everyLook })
    const figures = [
      { kind: 'trait', subject: 'stability', figure: 'alpha', n: 60, value: 0.841, low: 0.772, high: 0.889 },
      { kind: 'trait', subject: 'stability', figure: 'retest', n: 50, value: 0.82, low: 0.61, high: 0.92 },
      { kind: 'letter', subject: 'D', figure: 'mean', n: 60, value: -0.31, low: -1.8, high: 1.2 },
      ...(['leadership', 'trust'] as const).map((other, at) => ({
        ...{
          kind: 'prediction',
          subject: 'D',
          figure: 'r',
          other,
          n: 60,
          value: 0.44,
          low: 0.1 - at,
          high: 0.69,
        },
        verdict: at === 0 ? 'supported' : 'open',
      })),
      ...(['organization', 'stability'] as const).map((other, at) => ({
        ...{
          kind: 'criterion',
          subject: 'Rating',
          figure: 'r',
          other,
          n: 60,
          value: 0.3 - at / 5,
          low: 0.05 - at / 5,
          high: 0.61,
        },
      })),
      { kind: 'core', subject: 'order', figure: 'median', n: 50, value: 0.83, low: 0.74, high: 0.89 },
      { kind: 'core', subject: 'freedom', figure: 'retest', n: 50, value: 0.71, low: 0.4, high: 0.87 },
      { kind: 'peer', subject: 'stability', figure: 'r', n: 50, value: 0.42, low: 0.05, high: 0.69 },
      { kind: 'missing', subject: 'retest', figure: 'share', n: 60, value: 0.17, low: 0.06, high: 0.38 },
    ]
    await fixture.running.db.admin(
      `insert into study_release select account_id, id, 1, $2, 60, $3, '[]' from study where account_id = $1`,
      [id, new Date(now), JSON.stringify(figures)],
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Release 1' }).waitFor()
    await page.getByText('0.84 0.77 to 0.89').waitFor()
    await page.getByText('1 supported, 1 open, 0 contradicted').waitFor()
    await page.getByText('1 of 2 intervals leave out zero').waitFor()
    await look(page, 'release', { everyLook })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download figures' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('study-1-figures.csv')
    expect(faults).toEqual([])
  }

  test('let a person read, agree, begin to answer again and stop', { tags: 'long' }, async () => {
    await takePart(takers[0] as StudyTaker, { everyLook: false })
  })

  test('let a person answer all of it again, on a phone and a desktop, in both themes', {
    tags: 'long',
  }, async () => {
    await takePart(takers[1] as StudyTaker, { everyLook: true })
  })

  async function takePart(taker: StudyTaker, { everyLook }: { everyLook: boolean }) {
    const { running, url } = fixture
    now = began
    const context = await browser.open(desktop)
    const page = await context.newPage()
    const [name, value = ''] = taker.cookie.split('=')
    await context.addCookies([{ name: name ?? '', value, url }])
    await page.goto(`${url}/take/study`)
    await look(page, 'offer', { everyLook })
    await page.getByLabel('Email address for the study').fill('ada')
    await page.getByRole('button', { name: 'Email me the link' }).click()
    await page.getByText('This is not an email address').waitFor()
    await page.getByLabel('Email address for the study').fill(taker.email)
    await page.getByRole('button', { name: 'Email me the link' }).click()
    await page.getByRole('heading', { name: 'Check your messages' }).waitFor()
    await running.service.drainOutbox()
    await page.goto(await studyLinkTo(running, taker.email))
    await look(page, 'consent', { everyLook })
    await page.getByLabel('The study may use these figures about me').check()
    await page.getByRole('button', { name: 'Take part' }).click()
    await page.getByRole('heading', { name: 'You take part in the study' }).waitFor()
    await page.getByRole('button', { name: 'No longer allow' }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByText('You allowed this on').waitFor()
    await page.getByRole('button', { name: 'Create a link' }).click()
    const peer = await page.getByLabel('Give this link to one person.').inputValue()
    if (everyLook) await look(page, 'peer-link', { everyLook })
    const rater = await context.newPage()
    await rater.goto(peer)
    await look(rater, 'peer', { everyLook })
    await rater.locator('form.study-page').evaluate(choose)
    await rater.getByRole('button', { name: 'Send answers' }).click()
    await rater.getByRole('heading', { name: 'Your answers are saved' }).waitFor()
    if (everyLook) await look(rater, 'peer-saved', { everyLook })
    await rater.close()
    await page.reload()
    await look(page, 'in', { everyLook })
    now += 22 * 86_400_000
    await page.reload()
    await page.getByRole('link', { name: 'Answer again' }).click()
    await page.getByText('Page 1 of 16').waitFor()
    await look(page, 'statements', { everyLook })
    await page.locator('form.study-page').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Some answers on this page are missing.').waitFor()
    for (let at = 1; at <= (everyLook ? 16 : 1); at++) {
      await page.getByText(`Page ${at} of 16`).waitFor()
      if (at === 7) await look(page, 'blocks', { everyLook })
      if (at === 11) await look(page, 'screens', { everyLook })
      await page.locator('form.study-page').evaluate(choose)
      await page.getByRole('button', { name: 'Next' }).click()
    }
    if (everyLook) {
      await page.getByText('You’ve answered again').waitFor()
    } else {
      await page.getByText('Page 2 of 16').waitFor()
      await page.goto(await studyLinkTo(running, taker.email))
    }
    await page.getByRole('button', { name: 'Stop taking part' }).click()
    await page.getByRole('heading', { name: 'You are not in the study' }).waitFor()
    await look(page, 'ended', { everyLook })
    await context.close()
  }

  test('say so in other languages, and where there is no study', async () => {
    const { url } = fixture
    const taker = takers[2] as StudyTaker
    const german = await (await fetch(`${url}/study/tmb_study_${'A'.repeat(59)}?locale=de`)).text()
    expect(german.includes('Dieser Link zeigt keine Studie')).toBe(true)
    await joinAll(fixture.running, [taker])
    const link = await studyLinkTo(fixture.running, taker.email)
    expect(
      (await (await fetch(`${url}/study/peer/tmb_peer_${'A'.repeat(59)}?locale=jp`)).text()).includes(
        'このリンクは使えません',
      ),
    ).toBe(true)
    expect((await (await fetch(`${link}?locale=fr`)).text()).includes('Vous participez à l’étude')).toBe(true)
  })
})

/** Answers a page: the second label of each statement; in blocks the first statement most and the second least. */
function choose(form: HTMLFormElement): void {
  const names = new Set([...form.elements].map((one) => (one as HTMLInputElement).name).filter(Boolean))
  for (const name of names) {
    if (name === 'page' || name === 'do') continue
    const options = form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)
    const option = options[/^[mb]/.test(name) ? 0 : 1]
    if (option) option.checked = true
  }
}
