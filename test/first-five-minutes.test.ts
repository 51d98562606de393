import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from './support/browser.ts'
import { desktop, phone } from './support/dashboard.ts'
import { axe, choosePair, watch } from './support/person.ts'
import { cleanUp, newDataDir, type Running, startByNpm } from './support/process.ts'
import { freePort } from './support/service.ts'
import { answersTo } from './support/taking.ts'

/**
 * The first five minutes after `npm start`. The test only uses what the terminal prints and the pages show, with one
 * exception: a few screens of each assessment are answered by keys, and the others are sent as another device of the
 * person would.
 */
describe.skipIf(!browserAvailable)('the first five minutes', () => {
  let service: Running
  let browser: Browser
  let origin: string
  const folder = mkdtempSync(join(tmpdir(), 'timbre-newcomer-'))
  beforeAll(async () => {
    const PORT = String(await freePort())
    service = startByNpm({ PORT, DATA_DIR: newDataDir() })
    origin = `http://localhost:${PORT}`
    ;[browser] = await Promise.all([launchBrowser(), service.ready()])
  })
  afterAll(async () => {
    await browser?.close()
    await cleanUp()
    rmSync(folder, { recursive: true, force: true })
  })

  test('lead from npm start to five completed steps and an API call, using only what is printed and shown', {
    tags: 'long',
  }, async () => {
    const table = readTable(await service.announcement())
    const computer = await browser.open({ ...desktop, acceptDownloads: true })
    const page = await computer.newPage()
    const { faults } = watch(page, origin)

    // Dashboard: the address that signs in once, and its person.
    const [, owner = '', link = ''] = /(\S+@\S+), .*(http\S+)/.exec(table.Dashboard ?? '') ?? []
    await page.goto(link)
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.getByRole('link', { name: 'First steps' }).click()
    await hasDone(page, 0)

    // What it leads to, before anyone answers.
    await page.getByRole('link', { name: 'See a finished example' }).click()
    await page.locator('.example-mark', { hasText: 'an invented person' }).waitFor()
    await page.goBack()
    await hasDone(page, 0)

    const address = page.getByLabel('Your email address')
    await expect.poll(() => address.inputValue()).toBe(owner)
    await address.fill('ada')
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.getByText('Enter a full email address, such as ada@example.com.').waitFor()
    expect(faults.splice(0)).toEqual([expect.stringContaining('400')])
    await address.fill(owner)
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('button', { name: 'Send invite' }).click()
    await hasDone(page, 1)
    expect(await axe(page)).toEqual([])

    // A signed request has arrived, without a server of one's own.
    await page.getByRole('main').getByRole('link', { name: 'webhook receiver' }).click()
    await expect
      .poll(
        async () => {
          await page.getByRole('link', { name: 'Look again' }).click()
          return page.getByRole('main').textContent()
        },
        { timeout: 20_000 },
      )
      .toMatch(/profile\.createdThe signature is right/)
    expect(await axe(page)).toEqual([])
    await page.goto(`${origin}/welcome`)

    await page.getByRole('main').getByRole('link', { name: 'mailbox' }).click()
    const letter = page.getByRole('list').getByRole('link').first()
    await expect
      .poll(
        async () => {
          await page.getByRole('link', { name: 'Look again' }).click()
          return letter.textContent()
        },
        { timeout: 20_000 },
      )
      .toContain(owner)
    await letter.click()
    const invite = (await page.getByRole('link', { name: 'Open link' }).getAttribute('href')) ?? ''
    const hand = await browser.open(phone)
    faults.push(...(await takeAll(hand, invite, origin)))

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('link', { name: 'First steps' }).click()
    await hasDone(page, 3)
    await page.getByRole('link', { name: 'Open your results' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
    await page.getByRole('figure').first().waitFor()
    await page.getByRole('link', { name: 'First steps' }).click()
    await hasDone(page, 4)

    const lines = (await page.getByRole('main').locator('pre').textContent()) ?? ''
    await page.getByRole('main').getByRole('link', { name: 'API keys' }).click()
    await page.getByLabel('Name', { exact: true }).fill('First try')
    await page.getByLabel('Manage tags').check()
    await page.getByRole('button', { name: 'Create the key' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as .env' }).click(),
    ])
    await download.saveAs(join(folder, download.suggestedFilename()))
    expect(inShell(lines, folder)).toContain('"label":"From the shell"')
    const [curl = ''] = /curl .*/.exec(table['API docs'] ?? '') ?? []
    expect(inShell(curl, folder)).toContain('"access_token":')

    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('link', { name: 'First steps' }).click()
    // The step for developers is ticked, and not counted.
    await hasDone(page, 4)
    await page.getByRole('listitem').filter({ hasText: 'call the API' }).getByText('Completed').waitFor()
    expect(faults).toEqual([])
    await Promise.all([computer.close(), hand.close()])
  })
})

/** The table printed at startup, by the name at the head of each row; lines below a name belong to it. */
function readTable(printed: string): Record<string, string> {
  const rows: [string, string][] = []
  for (const line of printed.split('\n')) {
    const [, name = '', text = ''] = /^ {2}(\S.*?)? {2,}(\S.*)$/.exec(line) ?? []
    const last = rows.at(-1)
    if (name) rows.push([name, text])
    else if (text && last) last[1] += `\n${text}`
  }
  return Object.fromEntries(rows)
}

/** The page ticks the steps itself. */
async function hasDone(page: Page, count: number): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
  await page.getByRole('status').getByText(`${count} of 4 done`).waitFor()
}

/** Takes all three assessments on a phone and returns the faults on the way. */
async function takeAll(context: BrowserContext, link: string, origin: string): Promise<readonly string[]> {
  const page = await context.newPage()
  const { faults } = watch(page, origin)
  const goOn = async (assessment: 'disc' | 'focus' | 'core') => {
    await page.getByText('Saved', { exact: true }).waitFor()
    const answers = answersTo(assessment).map((answer) => ({ ...answer, seq: answer.seq + 1_000 }))
    const data = { attempt: 1, answers, finish: [assessment] }
    const sent = await context.request.post(`${origin}/take/answers`, { data })
    expect(sent.status()).toBe(200)
    await page.goto(page.url())
  }
  await page.goto(link)
  await page.getByRole('main').getByRole('button').first().click()
  // The page is visible before its script runs; a key pressed earlier would be lost.
  await page.waitForURL('**/take')
  await choosePair(page, 1, 2)
  await page.getByText('2 of 24').waitFor()
  await choosePair(page, 3, 4)
  await page.getByText('3 of 24').waitFor()
  await goOn('disc')
  await page.getByText('One of three parts done').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 120').waitFor()
  for (const key of ['4', '2', '5']) await page.keyboard.press(key)
  await page.getByText('4 of 120').waitFor()
  await goOn('focus')
  await page.getByText('Two of three parts done').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 21').waitFor()
  await choosePair(page, 1, 2)
  await page.getByText('2 of 21').waitFor()
  await goOn('core')
  await page.waitForURL('**/take/results')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return faults
}

function inShell(lines: string, cwd: string): string {
  return execFileSync('sh', ['-c', lines], { cwd, encoding: 'utf8', timeout: 170_000 })
}
