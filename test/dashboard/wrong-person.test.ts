import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoPerson } from '../../src/demo/person.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, openDashboard, phone } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { followLink } from '../web/taker-requests.ts'

// What an owner sees of a message that reached someone else, and of one that was opened before a newer one was sent.
describe.skipIf(!browserAvailable)('the way of an invite', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  /** A person in a campaign, whose first link someone has. */
  async function invited(firstName: string, email = newEmail()) {
    const { account, running } = fixture
    const { body } = await account.call('POST', '/profile', { firstName, lastName: 'Okeke', email })
    const profileId: string = body.profile.id
    const made = await account.call('POST', '/campaign', {
      name: `For ${firstName}`,
      profileIds: [profileId],
    })
    await running.service.drainOutbox()
    const [message] = await mailsTo(email)
    return { profileId, email, campaignId: made.body.campaign.id as string, link: message?.links[0] ?? '' }
  }

  async function mailsTo(email: string): Promise<{ links: string[] }[]> {
    await fixture.running.service.drainOutbox()
    return (await fetch(`${fixture.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
  }

  const now = (page: Page) => page.locator('.person-now')
  const buttonsOf = (page: Page) => now(page).getByRole('button').allTextContents()
  const steps = (page: Page) => page.locator('.person-steps').first()

  test('to the wrong person is told on the person, in history, list and campaign, and goes there again only after a question', async () => {
    const { profileId, email, campaignId, link } = await invited('Chidi')
    await fetch(link, { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })
    const { page, faults } = await openDashboard(browser, fixture, `/people/${profileId}`, desktop)
    await now(page).getByText('Someone who opened the link said they aren’t this person.').waitFor()
    await now(page)
      .getByRole('heading', { name: /^Reached the wrong person, \d+ \w+ \d{4}$/ })
      .waitFor()
    expect(await steps(page).textContent()).toMatch(/^ ?Reached the wrong person, .*Opened not yet/)
    await page.getByText('Latest invite by email: reached the wrong person').waitFor()
    expect(await buttonsOf(page)).toEqual(['Correct the address', 'This address is right'])
    expect(await axe(page)).toEqual([])

    await goWithin(page, `/people/${profileId}?tab=history`)
    await page.getByRole('cell', { name: /^Reached the wrong person, \d+ \w+ \d{4}$/ }).waitFor()
    expect(await page.getByText('A newer link or another address took its place.').count()).toBe(0)

    await goWithin(page, '/people')
    const row = page.getByRole('row', { name: /Chidi Okeke/ })
    await row.getByText('Wrong person today').waitFor()
    expect(await row.getByRole('button', { name: /Resend/ }).count()).toBe(0)
    const tab = page.getByRole('link', { name: /^Wrong person/ })
    expect(await tab.textContent()).toBe('Wrong person1')
    await tab.click()
    await page.waitForURL(/status=wrongPerson/)
    await row.waitFor()

    await goWithin(page, `/campaigns/${campaignId}`)
    const places = page.locator('.campaign-places')
    await places.getByText('Reached the wrong person').waitFor()
    expect(await places.getByRole('listitem').allTextContents()).toEqual(['Reached the wrong person1'])
    await places.getByRole('link').click()
    await page.locator('.campaign-place').getByText('Reached the wrong person').waitFor()

    await goWithin(page, '/people')
    await page.getByRole('checkbox', { name: /Chidi Okeke/ }).check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 skipped: someone there said they aren’t this person').waitFor()
    expect(await dialog.locator('.button-main').getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await mailsTo(email)).toHaveLength(1)

    await goWithin(page, `/people/${profileId}`)
    await page.getByRole('button', { name: 'This address is right' }).click()
    const question = page.getByRole('dialog', { name: 'Send to this address again?' })
    await question.getByText(`Someone at ${email} said they aren’t Chidi Okeke.`).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await question.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await mailsTo(email)).toHaveLength(1)
    await page.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByLabel('Email', { exact: true }).fill(newEmail())
    await page.getByRole('button', { name: 'Save' }).click()
    await now(page).getByRole('button', { name: 'Send invite' }).waitFor()
    expect(await mailsTo(email)).toHaveLength(1)
    expect(faults).toEqual([])
  })

  test('is still confirmed in the history once something was sent elsewhere', async () => {
    const { profileId, email, link } = await invited('Ifeoma')
    await fetch(link, { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })
    await fixture.account.call('PATCH', `/profile/${profileId}`, { phone: newMobile() })
    const sent = await fixture.account.call('POST', `/profile/${profileId}/invite/sms`)
    expect(sent.status).toBe(204)
    const { page, faults } = await openDashboard(browser, fixture, `/people/${profileId}`, desktop)
    await now(page).getByRole('button', { name: 'Send invite' }).waitFor()
    expect(await buttonsOf(page)).not.toContain('This address is right')
    await goWithin(page, `/people/${profileId}?tab=history`)
    await page.getByRole('button', { name: 'This address is right' }).click()
    const question = page.getByRole('dialog', { name: 'Send to this address again?' })
    await question.getByText(`Someone at ${email} said they aren’t Ifeoma Okeke.`).waitFor()
    await question.getByRole('button', { name: 'Send invite' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await mailsTo(email)).toHaveLength(2)
    expect(faults).toEqual([])
  })

  test('keeps its first opening when a newer link is sent', async () => {
    const { profileId, link, campaignId } = await invited('Emeka')
    await followLink(link)
    const { page, faults } = await openDashboard(browser, fixture, `/people/${profileId}`, desktop)
    const before = await steps(page).textContent()
    expect(before).toMatch(/Opened (?!not yet)/)
    await fixture.account.call('POST', `/profile/${profileId}/invite/email`)
    await fixture.running.service.drainOutbox()
    await page.reload()
    await now(page).getByText('They have opened the link and not answered yet.').waitFor()
    expect(await steps(page).textContent()).toBe(before)
    await goWithin(page, `/people/${profileId}?tab=history`)
    await page.getByRole('rowheader', { name: 'Email' }).nth(1).waitFor()
    expect(await steps(page).textContent()).toBe(before)

    await goWithin(page, '/people?status=opened')
    await page
      .getByRole('row', { name: /Emeka Okeke/ })
      .getByText(/^Opened/)
      .waitFor()
    await goWithin(page, `/campaigns/${campaignId}`)
    await page.locator('.campaign-places').getByText('Opened, no answer yet').waitFor()
    expect(faults).toEqual([])
  })

  test('to someone’s results asks first', async () => {
    const { account, running } = fixture
    const demo = { ...account, owner: fixture.owner.email }
    const done = { kind: 'done' as const, daysAgo: 9 }
    const noor = { firstName: 'Noor', lastName: 'Okafor', mailbox: 'noor', locale: 'en' as const, tags: [] }
    await createDemoPerson(running.service.parts, demo, { ...noor, story: done }, [])
    await running.service.drainOutbox()
    const { profiles } = (await account.call('GET', '/profiles?status=completed&limit=1')).body
    const { id, email } = profiles[0]
    const sent = await mailsTo(email)
    const { page, faults } = await openDashboard(browser, fixture, `/people/${id}?tab=history`, {
      ...phone,
    })
    await page.getByRole('button', { name: 'Email a link to the results' }).click()
    const question = page.getByRole('dialog', { name: 'Email a link to the results?' })
    await question.getByText(email).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await running.service.drainOutbox()
    expect(await mailsTo(email)).toHaveLength(sent.length)
    await page.getByRole('button', { name: 'Email a link to the results' }).click()
    await question.getByRole('button', { name: 'Send email' }).click()
    await page.getByText('A link is on its way').waitFor()
    await question.waitFor({ state: 'detached' })
    expect(await mailsTo(email)).toHaveLength(sent.length + 1)
    expect(faults).toEqual([])

    const link = (await mailsTo(email))[0]?.links.find((one) => one.includes('/t/')) ?? ''
    await fetch(link, { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })
    await page.getByRole('button', { name: 'Email a link to the results' }).click()
    await question.getByRole('button', { name: 'Send email' }).click()
    const again = page.getByRole('dialog', { name: 'Send to this address again?' })
    await again.getByText(`Someone at ${email} said they aren’t Noor Okafor.`).waitFor()
    expect(await again.getByRole('alert').count()).toBe(0)
    expect(await mailsTo(email)).toHaveLength(sent.length + 1)
    await again.getByRole('button', { name: 'Send email' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await mailsTo(email)).toHaveLength(sent.length + 2)
    // The browser tells of the refusal itself.
    expect(faults.filter((fault) => !fault.includes('status of 409'))).toEqual([])
  })
})
