import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSignedInMember, createOwnedAccount } from '../oauth/members-page.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { signIn, startTestService, type TestService } from '../support/service.ts'
import { namesOf, shortThenAll } from '../support/short-first.ts'

/** Every state is checked on both, each in another theme; the second is long. */
const places = [
  { name: 'a phone in the light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'a desktop in the dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('the pages of API keys', () => {
  let running: TestService
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  for (const { cases, isLong, options } of shortThenAll(places)) {
    test(`create, copy, download, rotate and revoke one, on ${namesOf(cases)}`, options, async () => {
      const { owner } = await createOwnedAccount(running, 'Northwind')
      const second = await createOwnedAccount(running, 'Blue Heron')
      const member = await addSignedInMember(running, second.account, 'user', owner.email)
      const context = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] })
      const [name = '', value = ''] = member.cookie.split('=')
      await context.addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
      const page = await context.newPage()
      const watched = watch(page, running.url)
      const check = async (state: string) => {
        const folder = process.env.PICTURES
        for (const place of cases) {
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

      // An owner of one account and a user of another starts in the one they own.
      await page.goto(`${running.url}/clients`)
      await page.getByRole('heading', { name: 'API keys of Northwind' }).waitFor()
      expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(['API keys'])
      await page.getByRole('button', { name: 'Create the key' }).click()
      await page.getByRole('alert').waitFor()
      await check('nameless')
      await page.getByLabel('Name', { exact: true }).fill('Payroll export')
      await page.getByLabel('Manage tags').check()
      await page.getByRole('button', { name: 'Create the key' }).click()
      await page.getByRole('heading', { name: 'The secret of Payroll export' }).waitFor()
      await check('secret')
      await page.getByRole('button', { name: 'Copy the text for Client secret' }).click()
      await page.getByText('Copied').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      const files = []
      for (const kind of ['JSON', '.env']) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: `Download as ${kind}` }).click(),
        ])
        files.push([download.suggestedFilename(), await readFile(await download.path(), 'utf8')] as const)
      }
      const [json, env] = files
      const { client_id: clientId, client_secret: clientSecret, token_url } = JSON.parse(json?.[1] ?? '')
      expect(clientSecret).toBe(copied)
      expect(env).toEqual([
        'timbre-client.env',
        `TIMBRE_BASE_URL=${running.baseUrl}\nTIMBRE_CLIENT_ID=${clientId}\nTIMBRE_CLIENT_SECRET=${copied}\n`,
      ])
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(token_url, { method: 'POST', headers, body: json?.[1] as string })).status).toBe(
        200,
      )

      await page.getByRole('link', { name: 'Back to the API keys' }).click()
      await page.getByText(`ends in ${copied.slice(-4)}`, { exact: true }).waitFor()
      if (isLong) await check('list')
      await page.getByRole('link', { name: 'Rotate secret Payroll export' }).click()
      await page.getByLabel('In 7 days').check()
      await page.getByRole('button', { name: 'Create the new secret' }).click()
      await page.getByText('The older secret works until').waitFor()
      expect(await signIn(running.baseUrl, { clientId, clientSecret })).toBeTruthy()
      await page.getByRole('link', { name: 'Back to the API keys' }).click()
      await page.getByRole('link', { name: 'Rotate secret Payroll export' }).click()
      await page.getByText('Which one goes on meanwhile?').waitFor()
      if (isLong) await check('rotation of two')
      await page.getByRole('link', { name: 'Cancel' }).click()

      await page.getByRole('link', { name: 'Revoke Payroll export' }).click()
      await page.getByLabel('To confirm, type the name').fill('payroll')
      await page.getByRole('button', { name: 'Revoke for good' }).click()
      await page.getByRole('alert').waitFor()
      await check('revocation')
      await page.getByLabel('To confirm, type the name').fill('Payroll export')
      await page.getByRole('button', { name: 'Revoke for good' }).click()
      await page.getByText('Revoked. From now on this key can do nothing.').waitFor()
      await page.getByText('1 revoked key').click()
      expect(await signIn(running.baseUrl, { clientId, clientSecret })).toBeUndefined()
      await page
        .getByRole('navigation', { name: 'Account' })
        .getByRole('link', { name: 'Blue Heron' })
        .click()
      await page.getByText('Only owners of Blue Heron').waitFor()
      if (isLong) await check('not an owner')
      await page.locator('.account').click()
      await page.getByRole('link', { name: 'Passkeys' }).click()
      expect(new URL(page.url()).search).toBe(`?account=${second.account.id}`)
      const denied = /Failed to load resource: the server responded with a status of 40[03]/
      expect(watched.faults.filter((fault) => !denied.test(fault))).toEqual([])
      await context.close()
    })
  }
})
