import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveFailures } from '../../src/domain/failed-sign-in/record.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, narrow, openDashboard, phone } from '../support/dashboard.ts'
import { axe, layoutShifts } from '../support/person.ts'
import { newEmail } from '../support/test-rows.ts'

// Account states that block work, and the audit log.
let fixture: OAuthFixture
let browser: Browser
beforeAll(async () => {
  fixture = await openOAuthFixture()
  if (browserAvailable) browser = await launchBrowser()
})
afterAll(async () => browser?.close())

/** A separate account with one person, whose owner has the dashboard open. */
async function settled(name: string) {
  const email = newEmail()
  const account = await fixture.running.account({ name, owner: email })
  const made = await account.call('POST', '/profile', {
    email: newEmail(),
    firstName: 'Noor',
    lastName: 'Okafor',
  })
  const turn = (change: string) =>
    fixture.running.db.admin(`update account set ${change} where id = $1`, [account.id])
  return { email, account, profileId: made.body.profile.id as string, turn }
}

const notice = (page: Page) => page.locator('.account-notice')
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

describe.skipIf(!browserAvailable)('an account that cannot do everything', () => {
  test('while paused, shows a notice instead of each page, without actions', { tags: 'long' }, async () => {
    const { email, profileId, turn } = await settled('Paused')
    const { page, faults } = await openDashboard(browser, fixture, `/people/${profileId}`, {
      ...desktop,
      email,
    })
    await turn(`paused = true, paused_at = '2026-11-20T12:00:00Z'`)
    // An open page notices the pause by the first refusal, and keeps showing what it had.
    await page.getByRole('button', { name: 'Send invite' }).click()
    await notice(page).getByText('This account is paused').waitFor()
    await heading(page, 'Noor Okafor')
    await page.getByRole('button', { name: 'Send invite' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Edit tags' }).count()).toBe(0)

    await page.reload()
    await heading(page, 'Paused')
    await page.getByText('Paused has been paused since 20 November 2026.').waitFor()
    expect(await page.locator('.account-name').textContent()).toBe('Paused')
    await notice(page)
      .getByText(`Ask the people who run ${new URL(fixture.url).host} to resume it.`)
      .waitFor()
    for (const path of ['welcome', 'invite', 'people', 'tags', 'teams', 'settings', 'audit', 'usage']) {
      await goWithin(page, `/${path}`)
      await heading(page, 'Paused')
      expect(await notice(page).count()).toBe(1)
      const main = page.locator('main')
      expect(await main.locator('input, textarea, select').count(), path).toBe(0)
      expect(await main.getByRole('button').allTextContents(), path).toEqual(['Look again'])
    }
    expect(await axe(page)).toEqual([])
    await turn('paused = false')
    await page.getByRole('button', { name: 'Look again' }).click()
    await heading(page, 'Usage')
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
  })

  test('once paused, an open dashboard says so on the page that asks for nothing, and on each one after it', async () => {
    const { email, turn } = await settled('Paused meanwhile')
    const { page } = await openDashboard(browser, fixture, '/tags', { ...desktop, email })
    await turn('paused = true')
    await goWithin(page, '/welcome')
    await heading(page, 'Paused')
    await notice(page).getByText('This account is paused').waitFor()
    await goWithin(page, '/settings')
    await heading(page, 'Paused')
    await turn('paused = false')
    await page.getByRole('button', { name: 'Look again' }).click()
    await heading(page, 'Settings')
  })

  test('after the trial, says that it has ended and who can give it a plan', async () => {
    const { email, turn } = await settled('Tried')
    await turn(`billing_status = 'trialing', trial_ends_at = now() - interval '1 day'`)
    const { page, context, faults } = await openDashboard(browser, fixture, '/people', { ...desktop, email })
    await notice(page)
      .getByText(`Ask the people who run ${new URL(fixture.url).host} for a plan.`)
      .waitFor()
    await page
      .locator('.meter')
      .getByText(/^Trial ended \d+ \w+$/)
      .waitFor()
    await goWithin(page, '/usage')
    await page.getByText(/^The trial ended \d+ \w+ \d+\.$/).waitFor()
    // The notice above the page has said it, so the page doesn't.
    const ended = page.getByText('The trial has ended: what is here can be read')
    expect(await ended.count()).toBe(1)
    await goWithin(page, '/invite')
    await page.locator('.empty').getByText('exports are there as before').waitFor()
    expect(await ended.count()).toBe(1)
    expect(faults).toEqual([])
    await context.close()
  })

  test('with an exhausted trial, reads, exports and tags; refused actions show the reason', {
    tags: 'long',
  }, async () => {
    const { email, profileId, turn } = await settled('Used up')
    await turn(
      `billing_status = 'trialing', trial_reports_used = 10, trial_ends_at = now() + interval '9 days'`,
    )
    const { page, faults } = await openDashboard(browser, fixture, '/welcome', { ...narrow, email })
    const why = 'All 10 reports of the trial are used'
    await page.locator('.first-step').getByText(why).waitFor()
    await page.locator('.meter').getByText('10 of 10 reports').waitFor({ state: 'attached' })
    expect(await page.getByLabel('Your email address').count()).toBe(0)
    await goWithin(page, '/invite')
    await notice(page).getByText(why).waitFor()
    await page.locator('.empty').getByText('exports are there as before').waitFor()
    expect(await page.getByText(why).count()).toBe(1)
    expect(await page.locator('main textarea').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await goWithin(page, '/people')
    await page.locator('button:enabled', { hasText: 'Export' }).waitFor()
    expect(await page.getByRole('link', { name: 'Invite people' }).count()).toBe(0)
    await goWithin(page, `/people/${profileId}`)
    await page.getByRole('button', { name: 'Edit tags' }).waitFor()
    expect(await page.getByRole('button', { name: /^Send a link/ }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(faults).toEqual([])
  })
})

test.skipIf(!browserAvailable)('an installation with a contact names it, as a link', async () => {
  const contacted = await openOAuthFixture({ OPERATOR_CONTACT: 'help@timbre.example' })
  const turn = (change: string) =>
    contacted.running.db.admin(`update account set ${change} where id = $1`, [contacted.account.id])
  await turn(`billing_status = 'trialing', trial_ends_at = now() - interval '1 day'`)
  const { page } = await openDashboard(browser, contacted, '/people', desktop)
  await notice(page).getByText('Ask help@timbre.example for a plan.').waitFor()
  const link = notice(page).getByRole('link', { name: 'help@timbre.example' })
  expect(await link.getAttribute('href')).toBe('mailto:help@timbre.example')
  // Who makes the archive of the account.
  await goWithin(page, '/settings')
  const everything = page.locator('.setting-sentences').filter({ hasText: 'Everything in this account' })
  await everything.getByRole('link', { name: 'help@timbre.example' }).waitFor()
  await turn('paused = true')
  await page.reload()
  await heading(page, 'Paused')
  await page.getByText('Heron & Co is paused.').waitFor()
  await notice(page).getByText('Ask help@timbre.example to resume it.').waitFor()
})

describe.skipIf(!browserAvailable)('the audit log', () => {
  test('names actors and targets, with ids on demand, without names of deleted ones', async () => {
    const { email, account, profileId } = await settled('Named')
    await account.call('POST', '/tag', { label: 'Night shift', color: 'red' })
    const { page, faults } = await openDashboard(browser, fixture, '/audit', {
      ...desktop,
      email,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const row = (words: string) => page.locator('.audit-table tbody tr', { hasText: words })
    const [client] = await fixture.running.db.admin<{ name: string }>(
      'select name from machine_client where client_id = $1',
      [account.clientId],
    )
    await row('Create profile').getByRole('link', { name: 'Noor Okafor' }).waitFor()
    expect(await row('Create tag').textContent()).toMatch(
      new RegExp(`${client?.name}[^]*API key[^]*Night shift`),
    )
    // Signing in has one entry, marked as their own.
    expect(await row('Sign in').textContent()).toMatch(new RegExp(`${email}[^]*Member[^]*Themselves`))
    expect(await row('Sign in').count()).toBe(1)
    expect(await row('Connect app').count()).toBe(0)

    await row('Create profile').locator('summary').click()
    await page.getByRole('button', { name: 'Copy id, to what' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(profileId)
    expect(await axe(page)).toEqual([])
    await row('Create profile')
      .getByRole('link', { name: client?.name ?? '' })
      .click()
    await page.getByRole('button', { name: `By ${client?.name}` }).waitFor()
    await page.waitForURL(/actorId=/)
    await row('Sign in').waitFor({ state: 'detached' })

    await account.call('DELETE', `/profile/${profileId}`)
    await page.goto(`${fixture.url}/audit`)
    await row('Delete profile').getByText('Person, no longer here').waitFor()
    expect(await page.locator('.audit-table').textContent()).not.toContain('Noor')
    expect(await layoutShifts(page)).toEqual([])
    await page.setViewportSize(phone.viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(faults).toEqual([])
  })

  test('shows the number of failed sign-ins per member, with dates', { tags: 'long' }, async () => {
    const { email, account } = await settled('Tried')
    const { database } = fixture.running.db
    const { clock, newId, installation } = fixture.running.service.parts
    const [member] = await fixture.running.db.admin<{ id: string }>(
      'select id from member where account_id = $1',
      [account.id],
    )
    const [since, until] = ['2026-11-01T09:00:00.000Z', '2026-11-01T09:40:00.000Z']
    await receiveFailures(
      { database, clock, newId, secretKey: installation.secretKey },
      {
        accountId: account.id,
        hour: since,
        members: [{ memberId: member?.id, count: 12, since, until }],
        others: { members: 20, count: 1_200, since, until },
      },
    )
    const { page, faults } = await openDashboard(browser, fixture, '/audit', { ...desktop, email })
    const row = (words: string) => page.locator('.audit-table tbody tr', { hasText: words })
    await row('12 failed sign-ins').waitFor()
    expect(await row('12 failed sign-ins').textContent()).toMatch(
      new RegExp(`Someone unknown[^]*Counted by the service[^]*${email}[^]*Member[^]*Since`),
    )
    expect(await row('1,200 failed sign-ins').textContent()).toContain('20 other members')
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(phone.viewport)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
