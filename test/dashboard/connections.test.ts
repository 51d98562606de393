import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { connect, greenhouseStandIn } from '../support/ats-stand-ins.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { mailboxMessages, newestCode } from '../support/signing-in.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

describe.skipIf(!browserAvailable)('the pages of connections', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let late = 0
  beforeAll(async () => {
    fixture = await openOAuthFixture({}, { clock: () => new Date(Date.now() + late) })
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('lead an owner from nothing to a key, a log and the end of the connection', async () => {
    await leadAnOwner({ withAxe: false })
  })

  test('offer what the operator has named: the invitation to the app in Zapier, and whom to ask', async () => {
    const invitation = 'https://zapier.com/developer/public-invite/1/abc/'
    const own = await openOAuthFixture({
      ZAPIER_APP_URL: invitation,
      OPERATOR_CONTACT: 'help@timbre.example',
    })
    const { page } = await openDashboard(browser, own, '/settings/connections', desktop)
    const automation = page.getByRole('region', { name: 'Automation' })
    const open = automation.getByRole('link', { name: 'Open invitation in Zapier' })
    expect(await open.getAttribute('href')).toBe(invitation)
    const [first, ...rest] = await automation.getByRole('listitem').allTextContents()
    expect(first).toBe('Open invitation in Zapier')
    expect(rest.filter((text) => text.includes('Ask '))).toEqual([
      expect.stringMatching(/^Ask help@timbre.example for the n8n package/),
    ])
    const contact = automation.getByRole('link', { name: 'help@timbre.example' })
    expect(await contact.getAttribute('href')).toBe('mailto:help@timbre.example')
  })

  test('pass axe at each of these steps', { tags: 'long' }, async () => {
    await leadAnOwner({ withAxe: true })
  })

  /** From no connection to one, and to its end. Examines the log with axe, and the other steps if asked. */
  async function leadAnOwner({ withAxe }: { withAxe: boolean }): Promise<void> {
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    const picture = (name: string) =>
      process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
    await page.getByRole('main').getByRole('link', { name: 'Connections' }).click()
    await page.getByText('No connections yet.').waitFor()
    const automation = page.getByRole('region', { name: 'Automation' })
    expect(await automation.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Zapier', 'n8n'])
    expect(await automation.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/Ask the people who run .+ for the invitation to the Timbre app in Zapier/),
      expect.stringMatching(/sign in here as an owner/),
      expect.stringMatching(/choose Timbre and a trigger/),
      expect.stringMatching(/Make an API key with the scopes account:write/),
      expect.stringMatching(/Ask the people who run .+ for the n8n package/),
      expect.stringMatching(new RegExp(`the address ${fixture.url} and that key`)),
    ])
    await picture('connections-empty')
    if (withAxe) expect(await axe(page)).toEqual([])

    await page.getByRole('button', { name: 'Add connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /^Send labels/ }).check()
    const submit = dialog.getByRole('button', { name: 'Add connection' })
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /^I have read/ }).check()
    await picture('connections-dialog')
    if (withAxe) expect(await axe(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: /^Send labels/ }).uncheck()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hiring')
    await submit.click()
    await page.getByRole('heading', { name: 'Connection added' }).waitFor()
    const key = (await page.locator('.connection-text code').textContent()) ?? ''
    expect(key).toMatch(/^tmb_ats_/)
    await dialog.getByText('Email the key and the four addresses to Greenhouse’s partner team').waitFor()
    expect(await page.locator('.connection-addresses dt').allTextContents()).toEqual([
      'The tests to choose from list_tests',
      'Send a test to a candidate send_test',
      'Ask how it is going test_status',
      'Report an error response_error',
    ])
    const guide = dialog.getByRole('link', { name: 'The guide' })
    expect(await guide.getAttribute('href')).toBe('/docs/orders')
    await picture('connections-key')
    if (withAxe) expect(await axe(page)).toEqual([])
    const address = (await page.locator('.connection-addresses dd code').first().textContent()) ?? ''
    expect(address).toMatch(/\/ats\/greenhouse\/[0-9a-f]{24}\/list_tests$/)
    await page.getByRole('link', { name: 'Done' }).click()

    await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain(key)
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const refused = await fetch(address.replace('list_tests', 'send_test'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        partner_test_id: 'all',
        candidate: { email: 'x' },
        url: 'https://evil.example',
      }),
    })
    expect(refused.status).toBe(400)
    await page.reload()
    await page.getByRole('row', { name: /send_test/ }).waitFor()
    await page.getByRole('status').filter({ hasText: 'email' }).waitFor()
    await picture('connection')
    expect(await axe(page)).toEqual([])

    await page.getByRole('button', { name: 'Replace key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
    await page.getByRole('heading', { name: 'Key replaced' }).waitFor()
    expect(await page.locator('.connection-text code').textContent()).not.toBe(key)
    await page.getByRole('link', { name: 'Done' }).click()
    // What else can be connected is still offered.
    await page.getByRole('link', { name: 'All connections' }).click()
    for (const name of ['Ashby', 'Directory (SCIM)'])
      await page.getByRole('button', { name: `Connect ${name}` }).waitFor()
    const guides = automation.getByRole('link', { name: 'How that works' })
    expect(await guides.getAttribute('href')).toBe('/docs/events#zapier-n8n-make')
    await page.getByRole('link', { name: 'Hiring' }).click()
    await page.getByRole('button', { name: 'End connection' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Hiring')
    await page.getByRole('dialog').getByRole('button', { name: 'End connection' }).click()
    await page.getByText('No connections yet.').waitFor()
    expect(faults).toEqual([])
  }

  test('ask for a newer sign-in where the last one was 16 minutes ago, and go on after it', async () => {
    const connection = await connect(fixture.account, 'ashby')
    // The new sign-in replaces the session that other tests go on with.
    const { email } = await fixture.member({ [fixture.account.id]: 'owner' })
    const path = `/settings/connections/${connection.id}`
    const { page, faults } = await openDashboard(browser, fixture, path, { ...desktop, email })
    onTestFinished(() => {
      late = 0
    })
    late = 16 * 60_000
    const keyMade = () =>
      fixture.running.db.admin('select key_made_at from connection where id = $1', [connection.id])
    const before = await keyMade()
    await page.getByRole('button', { name: 'Replace key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    const note = dialog.getByRole('alert')
    await note.waitFor()
    expect(await keyMade()).toEqual(before)
    expect(await note.textContent()).toContain('Sign in again')

    const opening = page.waitForEvent('popup')
    await note.getByRole('button', { name: 'Sign in again' }).click()
    const popup = await opening
    const known = await mailboxMessages(fixture.url, email)
    await popup.getByText(`You’re signed in as ${email}. To continue, sign in again.`).waitFor()
    expect(await popup.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    await popup.keyboard.press('Enter')
    await popup.getByLabel(/code/i).fill(await newestCode(fixture.url, email, known))
    const closing = popup.waitForEvent('close')
    await popup.keyboard.press('Enter')
    await closing

    // What was refused goes on by itself.
    await page.getByRole('heading', { name: 'Key replaced' }).waitFor()
    expect(await keyMade()).not.toEqual(before)
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
  })

  test('say before anything is typed that the sign-in is too old, and keep what is typed meanwhile', async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'owner' })
    const look = { ...desktop, email }
    const { page } = await openDashboard(browser, fixture, '/settings/connections', look)
    onTestFinished(() => {
      late = 0
    })
    late = 16 * 60_000
    const add = page.getByRole('button', { name: 'Add connection' }).first()
    const dialog = page.getByRole('dialog')
    await add.click()
    const early = dialog.getByText('You signed in more than 15 minutes ago', { exact: false })
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await early.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.evaluate((ahead) => {
      const now = Date.now
      Date.now = () => now.call(Date) + ahead
    }, late)
    await add.click()
    await early.waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kept')

    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    const popup = await opening
    const known = await mailboxMessages(fixture.url, email)
    await popup.getByText('To continue, sign in again.', { exact: false }).waitFor()
    await popup.keyboard.press('Enter')
    await popup.getByLabel(/code/i).fill(await newestCode(fixture.url, email, known))
    const closing = popup.waitForEvent('close')
    await popup.keyboard.press('Enter')
    await closing
    await dialog.getByText('You’re signed in again.').waitFor()
    expect(await early.count()).toBe(0)
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Kept')
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await page.getByRole('heading', { name: 'Connection added' }).waitFor()
  })

  test('and the one of the sender say that the sign-in is too old, also if nothing was typed', async () => {
    const { email } = await fixture.member({ [fixture.account.id]: 'owner' })
    const { page } = await openDashboard(browser, fixture, '/settings/sender', { ...desktop, email })
    onTestFinished(() => {
      late = 0
    })
    const field = page.getByRole('textbox')
    await field.waitFor()
    late = 16 * 60_000
    await page.getByRole('button', { name: 'Save' }).click()
    const note = page.getByRole('alert')
    await note.getByRole('button', { name: 'Sign in again' }).waitFor()
    await field.fill('people@heron.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await note.waitFor()
    await field.fill('')
    await note.getByRole('button', { name: 'Sign in again' }).waitFor()
  })

  test('fit a phone in the dark', { tags: 'long' }, async () => {
    await needALook()
    await showOnPhone('dark')
  })

  test('fit a phone in the light, and a desktop in the dark', { tags: 'long' }, async () => {
    await needALook()
    await showOnPhone('light')
    const look = { ...desktop, colorScheme: 'dark' } as const
    const { page } = await openDashboard(browser, fixture, '/settings/connections', look)
    await page.getByRole('link', { name: 'greenhouse', exact: true }).first().click()
    await page.getByText('partner_status is required').first().waitFor()
    expect(await axe(page)).toEqual([])
  })

  /** Two connections, one of which was answered with an error. */
  async function needALook(): Promise<void> {
    const receiver = await startWebhookReceiver()
    const connection = await connect(fixture.account, 'greenhouse')
    const standIn = greenhouseStandIn(connection, receiver)
    await standIn.responseError({ api_call: 'test_status', errors: ['partner_status is required'] })
    await connect(fixture.account, 'scim')
  }

  async function showOnPhone(colorScheme: 'light' | 'dark'): Promise<void> {
    const look = { ...narrow, colorScheme }
    const { page } = await openDashboard(browser, fixture, '/settings/connections', look)
    await page.getByText('Needs a look').first().waitFor()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await width()).toBeLessThanOrEqual(0)
    const { PICTURES: folder } = process.env
    if (folder) await page.screenshot({ path: `${folder}/connections-${colorScheme}.png`, fullPage: true })
    await page.getByRole('link', { name: 'greenhouse', exact: true }).first().click()
    await page.getByText('partner_status is required').first().waitFor()
    expect(await width()).toBeLessThanOrEqual(0)
    if (folder) await page.screenshot({ path: `${folder}/connection-${colorScheme}.png`, fullPage: true })
    expect(await axe(page)).toEqual([])
  }
})
