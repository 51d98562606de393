import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { createAppGranter } from '../support/delegates.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { isSignedIn, sendForm, signInByEmail } from './sign-in-requests.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

describe.skipIf(!browserAvailable)('a person who signs in', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('can use keyboard and forms only, without a script, and correct a typo in each field', async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const context = await browser.open({ javaScriptEnabled: false })
    const page = await context.newPage()
    const { faults } = watch(page, running.url)
    await page.goto(`${running.url}/sign-in?continue=passkeys`)
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Change', 'Send the code'])
    await page.keyboard.type('ada@nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('This is not an email address').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText('sent it a six-digit code').waitFor()
    expect(await page.getByLabel('Code').getAttribute('autocomplete')).toBe('one-time-code')
    expect(await page.getByLabel('Code').getAttribute('inputmode')).toBe('numeric')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByText('Enter the six digits').waitFor()
    await running.service.drainOutbox()
    const [letter] = await mailboxMessages(running.url, email)
    await page.keyboard.type(/\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/passkeys')
    await page.getByText(`You’re signed in as ${email}`).waitFor()
    await page.getByText('Adding a passkey needs JavaScript').waitFor()
    await page.goto(`${running.url}/sign-in?continue=passkeys`)
    await page.getByRole('link', { name: 'Continue' }).press('Enter')
    await page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
    await page.getByLabel('Email').waitFor()
    await page.goto(`${running.url}/passkeys`)
    expect(page.url()).toBe(`${running.url}/sign-in?continue=passkeys`)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await context.close()
  })

  async function seesNoErrors(width: number, colorScheme: 'dark' | 'light'): Promise<void> {
    const context = await browser.open({ viewport: { width, height: 740 }, colorScheme })
    const page = await context.newPage()
    await page.goto(`${running.url}/sign-in`)
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Email').fill('nobody@nowhere.test')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('That code isn’t right').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await context.close()
  }

  test('sees pages without accessibility errors on a phone in dark mode', () => seesNoErrors(360, 'dark'))

  test('sees pages without accessibility errors on a wide screen', { tags: 'long' }, () =>
    seesNoErrors(1280, 'light'),
  )
})

describe('signing out everywhere', () => {
  test('ends the sessions of every browser, and revokes the tokens of every app: 401 immediately', async () => {
    const account = await running.account()
    const grantApp = await createAppGranter(running)
    const app = await grantApp(account)
    const other = await grantApp(account)
    const email = `${app.personId}@test.test`
    const [here, there] = [await signInByEmail(running, email), await signInByEmail(running, email)]
    expect((await app.call('GET', '/tags')).status).toBe(200)
    const { status, location } = await sendForm(`${running.url}/sign-out/everywhere`, {}, here)
    expect([status, location]).toEqual([303, '/sign-in'])
    expect(here.has('person')).toBe(false)
    expect(await isSignedIn(running, there)).toBe(false)
    expect((await app.call('GET', '/tags')).status).toBe(401)
    expect((await other.call('GET', '/tags')).status).toBe(200)
    const [entry] = await running.db.admin<{ changes: object }>(
      `select changes from audit_entry where account_id = $1 and action = 'disconnect_app'`,
      [account.id],
    )
    expect(entry?.changes).toMatchObject({ reason: 'signed_out_everywhere' })
  })
})
