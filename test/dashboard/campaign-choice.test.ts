import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { newEmail } from '../support/test-rows.ts'

describe.skipIf(!browserAvailable)('the campaign in which people are invited', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  const campaigns = async () =>
    (await fixture.running.db.admin<{ name: string }>('select name from campaign order by created_at')).map(
      ({ name }) => name,
    )

  async function person(firstName: string, email = newEmail()): Promise<{ id: string; email: string }> {
    const { body } = await fixture.account.call('POST', '/profile', { email, firstName })
    return { id: body.profile.id, email }
  }

  async function unsubscribe(email: string): Promise<void> {
    await fixture.running.service.drainOutbox()
    const [message] = await mailboxMessages(fixture.url, email)
    const link = message?.links.find((one: string) => one.includes('/unsubscribe/')) ?? ''
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(link, { method: 'POST', body })).status).toBeLessThan(300)
  }

  test('is the same for the rest of a list once it is corrected, and its words do not stay for another list', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    const [one, two] = [newEmail(), newEmail()]
    await lines(page).fill(`${one}, Two One\n${two.split('@')[0]}@x, Two Two`)
    await openWords(page)
    await page.getByLabel('Campaign name').fill('Two step')
    await page.getByLabel('Last day').fill(inDays(20))
    await page.getByRole('button', { name: 'Send 1 invite' }).click()
    await page.getByText('1 of 1 sent.').waitFor()
    await page.getByRole('button', { name: 'Correct the rest' }).click()
    await page.getByText('The people on this list are invited in the campaign “Two step”.').waitFor()
    await page.reload()
    await page.getByText('The people on this list are invited in the campaign “Two step”.').waitFor()
    expect(await axe(page)).toEqual([])
    await lines(page).fill(`${two}, Two Two`)
    await page.getByRole('button', { name: 'Send 1 invite' }).click()
    await page.getByText('1 of 1 sent.').waitFor()
    await page.getByRole('link', { name: 'See campaign' }).click()
    await page.getByRole('heading', { name: 'Two step', level: 1 }).waitFor()
    await expect.poll(() => page.locator('#campaign-people tbody tr').count()).toBe(2)
    expect((await campaigns()).filter((name) => name === 'Two step')).toHaveLength(1)

    await goWithin(page, '/invite')
    await lines(page).fill(`${newEmail()}, Three One\nnobody@x, Three Two`)
    await openWords(page)
    await page.getByLabel('Campaign name').fill('Three step')
    await page.getByRole('button', { name: 'Send 1 invite' }).click()
    await page.getByRole('button', { name: 'Correct the rest' }).click()
    await page.getByText('invited in the campaign “Three step”').waitFor()
    await lines(page).fill('')
    await page.getByText('Only the list is needed.').waitFor()
    await lines(page).fill(`${newEmail()}, Somebody Else`)
    await openWords(page)
    await expect.poll(() => page.getByLabel('Campaign name').inputValue()).toBe('')
    expect(await page.getByLabel('Last day').inputValue()).toBe('')
    await lines(page).fill('')
    expect(faults).toEqual([])
  })

  test('is not created for people of whom none can be invited: the preview says why, and so does the result', async () => {
    const [noor, kai] = [await person('Noor'), await person('Kai')]
    for (const { id } of [noor, kai]) await fixture.account.call('POST', `/profile/${id}/invite/email`)
    await unsubscribe(noor.email)
    const before = await campaigns()
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await lines(page).fill(noor.email)
    await page.locator('.invite-row').getByText('Skipped: asked for no more emails').waitFor()
    await page.getByText('0 invites, 0 new, 1 left out.').waitFor()
    await page.getByText('No one here can be invited now, so nothing is sent.').waitFor()
    const none = page.getByRole('button', { name: 'Send invites' })
    expect(await none.getAttribute('aria-disabled')).toBe('true')
    await none.click({ force: true })
    expect(await axe(page)).toEqual([])
    await lines(page).fill(`${noor.email}\n${kai.email}`)
    await page.getByText('1 invite, 0 new, 1 resent, 1 left out.').waitFor()

    // Since the preview was loaded.
    await lines(page).fill(kai.email)
    await page.getByText('1 invite, 0 new, 1 resent.').waitFor()
    await unsubscribe(kai.email)
    await page.getByRole('button', { name: 'Send 1 invite' }).click()
    await page.getByText('0 of 1 sent. 1 not sent.').waitFor()
    await page.getByText('Skipped: asked for no more emails').waitFor()
    await page.getByRole('link', { name: 'Go to People' }).waitFor()
    expect(await page.getByRole('link', { name: 'See campaign' }).count()).toBe(0)
    expect(await campaigns()).toEqual(before)

    // The same for people who are selected.
    const lea = await person('Lea')
    await goWithin(page, `/people?search=${encodeURIComponent(noor.email)}`)
    await page.getByRole('row', { name: /Noor/ }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 skipped: asked for no more emails. No one here can be invited now').waitFor()
    expect(await dialog.getByRole('button', { name: 'Send invites' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await goWithin(page, '/people')
    for (const { id } of [noor, lea])
      await page.locator(`[data-person="${id}"]`).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send invites' }).click()
    await dialog.getByText('1 skipped: asked for no more emails.').waitFor()
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent, 1 skipped: asked for no more emails').waitFor()
    expect(await campaigns()).toHaveLength(before.length + 1)
    expect(faults.filter((one) => !one.includes('409'))).toEqual([])
  })

  test('is the one that a person is in, whose page then has one schedule of reminders; others may have none', async () => {
    const [kofi, mei] = [await person('Kofi'), await person('Mei')]
    await fixture.account.call('POST', '/campaign', {
      ...{ name: 'Autumn round', note: 'See you in autumn.', profileIds: [kofi.id], deadline: inDays(20) },
    })
    const before = await campaigns()
    const { page, faults } = await openDashboard(browser, fixture, `/people/${kofi.id}`, desktop)
    await fixture.running.service.drainOutbox()
    await page.reload()
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send invite' })
    const chosen = dialog.getByLabel('Campaign', { exact: true })
    await dialog.getByText('This person is in it already.').waitFor()
    expect(await optionsOf(chosen)).toEqual(
      expect.arrayContaining(['Autumn round', 'A campaign of their own']),
    )
    expect(await optionsOf(chosen)).not.toContain('No campaign')
    await dialog.locator('.email-frame').getByText('See you in autumn.').waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'invite one in a campaign')
    const { y = 0, height = 0 } =
      (await dialog.getByRole('button', { name: 'Send 1 invite' }).boundingBox()) ?? {}
    expect(y + height).toBeLessThan(desktop.viewport.height)
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent').waitFor()
    await dialog.getByRole('link', { name: 'See campaign' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await campaigns()).toEqual(before)
    await expect.poll(() => page.getByRole('list', { name: 'Campaigns' }).locator('li').count()).toBe(1)

    // One of their own ends the reminders of the other.
    await page.getByRole('button', { name: 'Send invite' }).click()
    await chosen.selectOption('A campaign of their own')
    await dialog.getByText('Reminders then come from the new campaign only.').waitFor()
    await dialog.getByLabel('Campaign name').waitFor()
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const list = page.getByRole('list', { name: 'Campaigns' })
    await expect.poll(() => list.locator('li').count()).toBe(2)
    expect((await list.textContent())?.match(/next reminder/g)).toHaveLength(1)
    expect(await list.locator('li', { hasText: 'Autumn round' }).textContent()).toContain('no more reminders')

    const all = await campaigns()
    await goWithin(page, `/people/${mei.id}`)
    await page.getByRole('button', { name: 'Send invite' }).click()
    expect(await chosen.inputValue()).toBe('')
    await chosen.selectOption('No campaign')
    await dialog.getByText('The account’s usual email, without a last day or a note. No reminders.').waitFor()
    expect(await dialog.getByLabel('Campaign name').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent').waitFor()
    expect(await dialog.getByRole('link', { name: 'See campaign' }).count()).toBe(0)
    expect(await campaigns()).toEqual(all)
    expect(faults).toEqual([])
  })

  test('is no new one because that of the people can not be read for a moment', async () => {
    const kofi = await person('Kofi')
    const body = { name: 'Winter round', profileIds: [kofi.id] }
    const { campaign } = (await fixture.account.call('POST', '/campaign', body)).body
    await fixture.running.service.drainOutbox()
    const before = await campaigns()
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    const failing = async (path: string) => {
      const json = { error: { message: 'Not now.', code: 'unavailable' } }
      await page.route(path, (route) => route.fulfill({ status: 503, json }))
      return () => page.unroute(path)
    }
    const send = (part: Page | ReturnType<Page['getByRole']>) =>
      part.getByRole('button', { name: 'Send 1 invite' })
    const isOff = (part: Page | ReturnType<Page['getByRole']>) => send(part).getAttribute('aria-disabled')

    const end = await failing(`**/api/v4/campaign/${campaign.id}`)
    await goWithin(page, `/invite?campaignId=${campaign.id}`)
    await lines(page).fill(newEmail())
    await page.getByText('1 invite, 1 new.').waitFor()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    expect(await isOff(page)).toBe('true')
    await send(page).click({ force: true })
    await end()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('invited in the campaign “Winter round”').waitFor()
    await expect.poll(() => isOff(page)).toBe('false')
    await lines(page).fill('')

    const endOther = await failing(`**/api/v4/profile/${kofi.id}/campaigns?**`)
    await goWithin(page, `/people/${kofi.id}`)
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('Not now.').waitFor()
    expect(await isOff(dialog)).toBe('true')
    await endOther()
    await dialog.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('This person is in it already.').waitFor()
    await expect.poll(() => isOff(dialog)).toBe('false')
    expect(await campaigns()).toEqual(before)
    expect(faults.filter((one) => !one.includes('503'))).toEqual([])
  })

  test('leaves the focus where it is if another one is chosen while the words of the new one are checked', async () => {
    const mei = await person('Mei')
    const { campaign } = (await fixture.account.call('POST', '/campaign', { name: 'Spring round' })).body
    const { page } = await openDashboard(browser, fixture, `/people/${mei.id}`, desktop)
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog')
    const chosen = dialog.getByLabel('Campaign', { exact: true })
    const send = dialog.getByRole('button', { name: 'Send 1 invite' })
    await dialog.getByLabel('Personal note').fill('Look at www.evil.example first.')
    await dialog.getByText('Leave out web and email addresses').waitFor()
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false')
    const isChosen = Promise.withResolvers<void>()
    await page.route('**/api/v4/campaigns/preview', async (route) => {
      await isChosen.promise
      await route.continue()
    })
    const refused = page.waitForResponse('**/api/v4/campaigns/preview')
    await send.click()
    await chosen.selectOption('Spring round')
    isChosen.resolve()
    await refused
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false')
    await chosen.focus()
    await chosen.selectOption('')
    await dialog.getByLabel('Personal note').waitFor()
    expect(await chosen.evaluate((field) => field === document.activeElement)).toBe(true)
    await fixture.account.call('POST', `/campaign/${campaign.id}/end`)
  })

  test('can be an open one: its page adds people, and the list of campaigns is on the page for invites', async () => {
    const [ada, bo] = [await person('Ada'), await person('Bo')]
    const made = await fixture.account.call('POST', '/campaign', {
      ...{ name: 'Sales team', note: 'Welcome to sales.', profileIds: [ada.id], reminderDays: [3, 6] },
    })
    await fixture.account.call('POST', '/campaign', { name: 'Board', profileIds: [bo.id] })
    const before = await campaigns()
    for (const size of [desktop, narrow]) {
      const { page, faults } = await openDashboard(
        browser,
        fixture,
        `/campaigns/${made.body.campaign.id}`,
        size,
      )
      await page.getByText(new RegExp(`^3 and 6 days after each invite: ${daysFromNow(3, 6)}$`)).waitFor()
      await picture(page, `campaign with dates ${size.viewport.width}`)
      await page.getByRole('link', { name: 'Add people' }).click()
      await page.getByText('The people on this list are invited in the campaign “Sales team”.').waitFor()
      await lines(page).fill(newEmail())
      await openWords(page)
      await page.locator('.email-frame').getByText('Welcome to sales.').waitFor()
      expect(await page.getByLabel('Campaign name').count()).toBe(0)
      const choice = page.getByLabel('Campaign', { exact: true })
      expect(await optionsOf(choice)).toEqual(
        expect.arrayContaining(['Sales team', 'A new campaign', 'Board']),
      )
      await choice.selectOption('Board')
      await page.getByText('invited in the campaign “Board”').waitFor()
      await choice.selectOption('A new campaign')
      await page.getByText('Only the list is needed.').waitFor()
      await choice.selectOption('Sales team')
      await picture(page, `invite into a campaign ${size.viewport.width}`)
      await page.getByText('invited in the campaign “Sales team”').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.viewport.width)
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: 'Send 1 invite' }).click()
      await page.getByText('1 of 1 sent.').waitFor()
      await page.getByRole('link', { name: 'See campaign' }).click()
      await page.getByRole('heading', { name: 'Sales team', level: 1 }).waitFor()
      expect(faults).toEqual([])
    }
    expect(await campaigns()).toEqual(before)
    const { body } = await fixture.account.call('GET', `/campaign/${made.body.campaign.id}`)
    expect(body.campaign.funnel.invited).toBe(3)
  })

  test('has reminders on days that end with its last day, before it is sent and after', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await lines(page).fill(newEmail())
    const summary = page.locator('.invite-folded-text')
    await summary.getByText(new RegExp(`Reminders on ${daysFromNow(3, 6)}\\.`)).waitFor()
    await openWords(page)
    await page
      .locator('#campaign-days-note')
      .getByText(new RegExp(`Reminders on ${daysFromNow(3, 6)}\\.`))
      .waitFor()
    await page.getByLabel('Message').selectOption('reminder')
    await page
      .locator('.email-preview')
      .getByText(new RegExp(`Reminders on ${daysFromNow(3, 6)}\\.`))
      .waitFor()
    await page.getByLabel('Last day').fill(inDays(4))
    await page
      .locator('#campaign-days-note')
      .getByText(new RegExp(`Reminders on ${daysFromNow(3)}\\.`))
      .waitFor()
    await page.getByLabel('Last day').fill(inDays(1))
    await page.locator('#campaign-days-note').getByText('No reminders: the last day comes first.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByText('Email and reminders').click()
    await summary.getByText('No reminders: the last day comes first.').waitFor()
    await page.getByRole('button', { name: 'Send 1 invite' }).click()
    await page.getByRole('link', { name: 'See campaign' }).click()
    await page.getByText('None: the last day comes first').waitFor()
    expect(faults).toEqual([])
  })
})

const lines = (page: Page) => page.getByLabel('One person per line: email or phone, then name')
const openWords = (page: Page) => page.getByText('Email and reminders').click()

function optionsOf(select: ReturnType<Page['getByLabel']>): Promise<string[]> {
  return select.locator('option').allTextContents()
}

const day = 86_400_000

function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10)
}

/**
 * A pattern of days such as “2 Dec, 5 Dec”: what is due at night is sent in the morning. The page may have been drawn before
 * nine in the evening or midnight, and be read after it.
 */
function daysFromNow(...days: number[]): string {
  const form = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const texts = [begun, Date.now()].map((at) =>
    days.map((after) => form.format(at + after * 86_400_000 + 3 * 3_600_000)).join(', '),
  )
  return `(?:${texts.join('|')})`
}

const begun = Date.now()

async function picture(page: Page, name: string) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/campaigns ${name}.png` })
}
