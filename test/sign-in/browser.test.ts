import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserAvailable, launchBrowser } from '../support/browser.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { startCompanies } from './company.ts'

/** With PICTURES, pages are saved there. */
const { PICTURES: pictures } = process.env

describe.skipIf(!browserAvailable)('a person at a domain that requires its provider', () => {
  test('enters an address, is led to the provider and back, and is in', async () => {
    const companies = await startCompanies()
    const { running } = companies
    const company = await companies.open()
    const provider = await startIdentityProvider(`${running.url}${company.start}/callback`)
    const entered = { issuer: provider.issuer, client: provider.clientId, secret: provider.clientSecret }
    await company.press('oidc', { ...entered, join: 'user' })
    const email = `kofi@${company.domain}`
    provider.signInAs({ sub: 'kofi', email, email_verified: true, name: 'Kofi Mensah' })
    await running.db.admin('update identity_provider set used_at = now() where account_id = $1', [
      company.account.id,
    ])
    await company.press('require', { domain: company.domain, require: 'on' })

    const browser = await launchBrowser()
    afterFile(() => browser.close())
    const context = await browser.open({ viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const shoot = async (name: string) =>
      pictures && (await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true }))
    await page.goto(`${running.url}/sign-in?continue=members`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the code' }).click()
    const lead = page.getByRole('link', { name: `Sign in with ${company.domain}` })
    await lead.waitFor()
    await shoot('provider-phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot('provider-phone-dark')
    await lead.click()
    await page.getByText('Kofi Mensah').waitFor()
    expect(new URL(page.url()).pathname).toBe('/members')
    await shoot('members-phone-dark')
    await page.goto(`${running.url}/sessions`)
    expect(await page.locator('main').textContent()).toContain('Identity provider')
  })
})
