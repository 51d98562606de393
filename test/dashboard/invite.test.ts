import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe, dialogsOf, layoutShifts } from '../support/person.ts'

describe.skipIf(!browserAvailable)('inviting people', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let tagId = ''
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    tagId = await settle(fixture)
  })
  afterAll(async () => browser?.close())

  test('previews the outcome of each line, sends once, and keeps lines to correct', async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/invite?tagId=${tagId}`, desktop)
    const calls = callsOf(page)
    await page.getByText('19 of 25 profiles now').waitFor()
    await page.locator('.tag-chip', { hasText: 'Field' }).waitFor()
    await field(page).focus()
    await page.keyboard.insertText(
      'amara@example.com, Amara Diallo\n+49 151 12345678; Jonas Brandt\npriya@example.com\n' +
        'noor@example.com\nsven.holm@northwind\nPriya Nair <priya@example.com>\n' +
        'a@example.com, b@example.com, c@example.com\nlast@example.com',
    )
    await send(page, 6).waitFor()
    expect(await rows(page)).toEqual([
      'Amara Diallo amara@example.com: New, by email',
      'Jonas Brandt +4915112345678: New, by SMS',
      'Priya Nair priya@example.com: New, by email. Two lines joined',
      'noor@example.com: Skipped: already completed',
      'sven.holm@northwind: Line 5: this email address looks incomplete',
      ...['a', 'b', 'c'].map((name) => `${name}@example.com: New, by email`),
      'last@example.com: No room left in the trial, line 8',
    ])
    expect(calls.map(bodyOf)).toMatchObject([{ dryRun: true }])
    expect(await page.locator('.invite-cap').textContent()).toMatch(
      /^25 of 25 profiles after this1 has no room\. Ask for a plan/,
    )
    expect(await page.locator('.invite-outcomes [role=status]').textContent()).toBe(
      '6 invites, 6 new, 1 left out, 2 to correct.',
    )
    expect((await page.getByText('6 invites, 6 new').boundingBox())?.height).toBeGreaterThan(16)
    // Nine people and an error fill more than the list shows at once.
    await page.getByText('9 people, scroll for the rest').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await layoutShifts(page)).toEqual([])
    await page.getByText('As API call').click()
    expect(await page.locator('.api-call code').textContent()).toContain('/api/v4/profiles/import')

    await page.reload()
    await send(page, 6).waitFor()
    await page.getByRole('button', { name: 'this email address looks incomplete' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => getSelection()?.toString() === 'sven.holm@northwind')

    // The answer to the first invites is lost: the same call is repeated, and no one gets two emails.
    let isLost = false
    await page.route('**/api/v4/campaign', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await send(page, 6).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    const [once, again] = calls.filter((one) => one.url().endsWith('/campaign'))
    const [bySms] = calls.filter((one) => one.url().endsWith('/profiles/invite'))
    expect(once?.headers()['idempotency-key']).toBe(again?.headers()['idempotency-key'])
    expect(bodyOf(bySms as Request)).toMatchObject({ channel: 'sms' })
    expect(calls.filter((one) => bodyOf(one).rows && !bodyOf(one).dryRun)).toHaveLength(1)
    expect(await page.getByText('6 of 6 sent.').getAttribute('role')).toBe('status')
    expect(await invitesOf(fixture)).toEqual([
      '+4915112345678',
      ...['a', 'amara', 'b', 'c', 'priya'].map((name) => `${name}@example.com`),
    ])
    const results = page.getByRole('list', { name: 'Results' })
    expect(await results.textContent()).toMatch(
      /^Amara DialloSent by emailJonas BrandtSent by SMSPriya NairSent by email/,
    )
    await page.getByRole('button', { name: 'Correct the rest' }).click()
    expect(await field(page).inputValue()).toBe('sven.holm@northwind\nlast@example.com')
    const tagged = await fixture.account.call('GET', `/profiles?tagIds=${tagId}`)
    expect(tagged.body.pagination.total).toBe(6)
    expect(faults.filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([])
  })

  test('creates a public link, with a QR code to scan, save and print', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', {
      ...desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.keyboard.press('Control+k')
    await page
      .getByRole('combobox', { name: 'A person, campaign, team, tag, page or action' })
      .fill('invite peo')
    await page.getByRole('option', { name: /Invite people/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Public link' }).click()
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Course')
    await page.keyboard.press('Enter')
    await page.locator('.invite-option .tag-chip', { hasText: 'Course' }).waitFor()
    await page.getByRole('button', { name: 'Get the link' }).press('Enter')
    await page.getByText('or until you revoke it').waitFor()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect((await fetch(link)).status).toBe(200)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    for (const [kind, head] of [
      ['SVG', '<svg xmlns='],
      ['PNG', '\x89PNG'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: `Save as ${kind}` }).click()
      expect((await readFile(await (await saved).path(), 'latin1')).slice(0, head.length)).toBe(head)
    }
    expect(await axe(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading').allTextContents()).toContain('Scan or open to start')
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByText(link, { exact: true }).isVisible()).toBe(true)
    expect(faults).toEqual([])
  })

  /** Two people of a file with a column of teams, which is ignored then. */
  async function takePeople(page: Page): Promise<void> {
    const calls = callsOf(page)
    await takeFile(
      page,
      'people.csv',
      '\uFEFFlastName;email;Team;locale\r\n"Ng; Jr";kim@example.com;A;ko\r\n;lee@example.com;B;\r\n',
    )
    await send(page, 2).waitFor()
    await page.getByText('people.csv. You can correct it here').waitFor()
    expect(await page.getByLabel('Read Team as').inputValue()).toBe('tags')
    await page.getByLabel('Read Team as').selectOption('Ignore')
    await send(page, 2).waitFor()
    expect(bodyOf(calls.at(-1) as Request).rows[0]).toEqual({
      email: 'kim@example.com',
      lastName: 'Ng; Jr',
      locale: 'ko',
    })
  }

  test('reads a file, of which a column can be ignored', async () => {
    await uncap(fixture)
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await takePeople(page)
    expect(faults).toEqual([])
  })

  test('refuses long files, waits as long as the service asks, and confirms leaving meanwhile', {
    tags: 'long',
  }, async () => {
    await uncap(fixture)
    const { page, context, faults } = await openDashboard(browser, fixture, '/invite', {
      ...narrow,
      colorScheme: 'dark',
      isFresh: true,
    })
    const take = (name: string, text: string | Buffer) => takeFile(page, name, text)
    await take('old.csv', Buffer.from('name,email\nZoë,zoe@example.com', 'latin1'))
    await page.getByText('Read as Windows-1252.').waitFor()
    await page.locator('.invite-row', { hasText: 'Zoë' }).waitFor()
    await take(
      'long.csv',
      `email\n${Array.from({ length: 2_001 }, (_, n) => `p${n}@example.com`).join('\n')}`,
    )
    await page.getByRole('alert').getByText('2,001 lines. Up to 2,000 people go at once').waitFor()
    const calls = callsOf(page)
    await take('wide.csv', `email\n${Array.from({ length: 501 }, (_, n) => `p${n}@example.com`).join('\n')}`)
    await send(page, 501).waitFor()
    expect(calls.map((one) => bodyOf(one).rows.length)).toEqual([500, 1])
    await takePeople(page)
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await fixture.running.db.admin(`update account set billing_status = 'canceled'`)
    await field(page).press('End')
    await page.keyboard.insertText('\n')
    await page.keyboard.insertText(';more@example.com;;')
    await page.getByRole('alert').getByText('billing status is canceled').waitFor()
    await uncap(fixture)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await send(page, 3).waitFor()

    await page.clock.install()
    const limited = { isOn: true }
    // As another instance, of a version before queues, would answer: the other two wait for a limit of the account.
    await page.route(/\/(campaign|profiles\/invite)$/, async (route) => {
      if (!limited.isOn || route.request().method() !== 'POST') return route.continue()
      limited.isOn = false
      const { profileIds, ...fields } = bodyOf(route.request())
      const [first, ...others] = profileIds as string[]
      const response = await route.fetch({ postData: JSON.stringify({ ...fields, profileIds: [first] }) })
      const answer = await response.json()
      const results = answer.results ?? answer.data.results
      for (const profileId of others) {
        results.push({ profileId, status: 'skipped', reason: 'invite_limit' })
      }
      await route.fulfill({ response, json: answer })
    })
    await send(page, 3).click()
    await page.getByText('1 of 3 sent.').waitFor()
    await page.getByText(/^Next in \d+ s$/).waitFor()
    const dialogs = dialogsOf(page)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
    await page.getByRole('link', { name: 'Public link' }).click()
    await page.getByRole('dialog', { name: 'Not everything is sent yet' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('heading', { name: 'Not finished' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Continue with 2' }).click()
    await page.clock.fastForward(61_000)
    await page.getByText('3 of 3 sent.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(desktop.viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await axe(page)).toEqual([])
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save result as CSV' }).click()
    expect(await readFile(await (await saving).path(), 'utf8')).toMatch(
      /^\uFEFFlastName,email,Team,locale,Outcome,Profile ID\r\nNg; Jr,kim@example\.com,A,ko,Sent by email,[0-9a-f]{24}\r\n/,
    )
    await page.getByRole('button', { name: 'Invite more' }).click()
    expect(await field(page).inputValue()).toBe('')
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('invite'))),
    ).toEqual([])
    expect(faults.filter((fault) => !fault.includes('402'))).toEqual([])
    await context.close()
  })
})

/** A trial with six profiles left, a person with results, and a tag. */
async function settle({ account, running }: OAuthFixture): Promise<string> {
  await account.call('POST', '/profile', { email: 'noor@example.com', firstName: 'Noor', lastName: 'Okafor' })
  await running.db.admin(`update profile set is_completed = true where email = 'noor@example.com'`)
  const rows = Array.from({ length: 18 }, (_, n) => ({ email: `known-${n}@example.com` }))
  const { status } = await account.call('POST', '/profiles/import', { rows })
  if (status !== 200) throw new Error(`The list was answered with ${status}.`)
  await running.db.admin(
    `update account set billing_status = 'trialing', trial_ends_at = now() + interval '9 days'`,
  )
  return (await account.call('POST', '/tag', { label: 'Field', color: 'orange' })).body.tag.id
}

async function uncap({ running }: OAuthFixture): Promise<void> {
  await running.db.admin(`update account set billing_status = 'active'`)
}

/** The addresses that were invited. */
async function invitesOf({ running }: OAuthFixture): Promise<string[]> {
  const invites = await running.db.admin<{ recipient: string }>('select recipient from invite')
  return invites.map(({ recipient }) => recipient).sort()
}

const field = (page: Page) => page.getByLabel('One person per line: email or phone, then name')
const takeFile = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) })
const send = (page: Page, count: number) =>
  page.locator(`.button-main:not([aria-disabled=true])`, { hasText: `Send ${count} invites` })

/** Each row of the preview as “name: outcome”. */
async function rows(page: Page): Promise<string[]> {
  const found = await page.locator('.invite-rows .invite-row').all()
  return Promise.all(found.map(async (row) => (await row.locator('> *').allTextContents()).join(': ')))
}

function callsOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (/\/(profiles\/(import|invite)|campaign)$/.test(request.url())) requests.push(request)
  })
  return requests
}

// biome-ignore lint/suspicious/noExplicitAny: what the page sends is what the test examines.
const bodyOf = (request: Request): any => request.postDataJSON()
