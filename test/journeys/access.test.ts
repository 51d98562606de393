import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { addMember, openOwned, visit } from '../oauth/members-page.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'

const places = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk-light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'desk-dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('the pages of access and sessions', () => {
  let running: TestService
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('are clean on a phone and on a desk, light and dark, and ask about keys at sign-out', async () => {
    const { account, owner } = await openOwned(running, 'Northwind')
    await addMember(running, account, 'manager')
    await visit(running, owner.email)
    await owner.post('/clients/create', {
      ...{ account: account.id, form: newPublicId(), name: 'Payroll export', scope: 'profiles:read' },
    })
    const person = { firstName: 'Ada', lastName: 'King', email: `${newPublicId()}@test.test` }
    const { body } = await account.call('POST', '/profile', person)
    await account.call('POST', `/profile/${body.profile.id}/invite/email`)
    await account.call('POST', '/assessment-invite', { assessmentIds: ['disc'] })
    const context = await browser.open()
    const [name = '', value = ''] = owner.cookie.split('=')
    await context.addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    const watched = watch(page, running.url)
    const check = async (state: string) => {
      const folder = process.env.PICTURES
      for (const place of places) {
        await page.setViewportSize(place.viewport)
        await page.emulateMedia({ colorScheme: place.colorScheme })
        if (folder) await page.screenshot({ path: `${folder}/${state} ${place.name}.png`, fullPage: true })
        expect(await axe(page), `${state} ${place.name}`).toEqual([])
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(wide, `${state} ${place.name}`).toBe(0)
      }
    }
    await page.goto(`${running.url}/access`)
    await page.getByRole('heading', { name: 'Who can reach Northwind' }).waitFor()
    await check('access')
    await page.goto(`${running.url}/sessions`)
    await check('sessions')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Revoke selected keys and sign out' }).waitFor()
    await check('sign-out')
    await running.db.admin('update account set require_passkey = true where id = $1', [account.id])
    await page.goto(`${running.url}/members`)
    await page.getByRole('link', { name: 'Sign in with a passkey' }).waitFor()
    await check('needed')
    // The last page is a refusal (403), which the console of a browser reports.
    expect(watched.faults.filter((fault) => !fault.includes('403'))).toEqual([])
  })
})
