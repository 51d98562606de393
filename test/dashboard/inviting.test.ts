import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import type { Json } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

describe.skipIf(!browserAvailable)('what is checked, and sent, by the service', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let ahead = 0
  /** The time that stands still, or undefined. */
  let held: number | undefined
  const passMinutes = (count: number) => {
    ahead += count * 61_000
  }
  beforeAll(async () => {
    // With the limit of 60 invites a minute.
    const clock = () => new Date((held ?? Date.now()) + ahead)
    fixture = await openOAuthFixture({ RATE_LIMITS: '100000/100000' }, { clock })
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())
  beforeEach(() => {
    held = undefined
    passMinutes(1)
  })

  const counted = async (table: 'profile' | 'campaign' | 'invite') =>
    (await fixture.running.db.admin(`select from ${table}`)).length

  /** How many emails each of these has got. */
  async function emailsTo(addresses: readonly string[]): Promise<number[]> {
    await fixture.running.service.drainOutbox()
    return Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(`${fixture.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`)
        return ((await answer.json()) as Json[]).length
      }),
    )
  }

  test('while a field is wrong nobody is added, and Send leads there', async () => {
    const before = [await counted('profile'), await counted('campaign')]
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    const addresses = [newEmail(), newEmail()]
    await lines(page).fill(addresses.join('\n'))
    await openWords(page)
    const note = page.getByLabel('Personal note')
    await note.fill('Welcome.')
    await page.locator('.email-frame').getByText('Welcome.').waitFor()
    await note.fill('Look at www.evil.example first.')
    await page.getByText('Out of date: your last change is not in it.').waitFor()
    expect(await page.locator('.email-frame').getByText('Welcome.').isVisible()).toBe(true)
    const send = page.getByRole('button', { name: 'Send 2 invites' })
    await send.click()
    await expect.poll(() => focused(page)).toBe('campaign-note')
    await page.getByText('Leave out web and email addresses').waitFor()
    // Also while the part is folded.
    await page.getByText('Email and reminders').click()
    await expect.poll(() => note.count()).toBe(0)
    await send.click()
    await expect.poll(() => focused(page)).toBe('campaign-note')
    expect(await page.locator('.campaign-fields').textContent()).not.toContain('note must')
    await note.fill('Welcome again.')
    await page.getByLabel('Remind after days').fill('3 weeks')
    await page.getByLabel('Campaign name').focus()
    await send.click()
    await expect.poll(() => focused(page)).toBe('campaign-days')
    await page.getByText('Up to three days from 1 to 30').waitFor()
    await page.getByLabel('Remind after days').fill('3')
    await page.getByLabel('Last day').fill('2020-01-31')
    await send.click()
    await expect.poll(() => focused(page)).toBe('campaign-deadline')
    await page.getByText('Choose today or a later day.').waitFor()
    expect([await counted('profile'), await counted('campaign')]).toEqual(before)
    expect(await axe(page)).toEqual([])
    await page.locator('#campaign-deadline').fill('')
    await send.dblclick()
    await page.getByText('2 of 2 sent.').waitFor()
    expect(await counted('campaign')).toBe((before[1] ?? 0) + 1)
    expect(await emailsTo(addresses)).toEqual([1, 1])
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('only the list is needed, and Send is in sight on a phone and a desktop, also over an open part', async () => {
    for (const size of [desktop, narrow]) {
      const { page } = await openDashboard(browser, fixture, '/invite', size)
      await page.getByText('Only the list is needed.').waitFor()
      await lines(page).fill(newEmail())
      const send = page.getByRole('button', { name: 'Send 1 invite' })
      await send.waitFor()
      for (const part of [undefined, 'Email and reminders', 'Options']) {
        if (part) await page.getByText(part, { exact: true }).click()
        const { y = 0, height = 0 } = (await send.boundingBox()) ?? {}
        expect(y + height).toBeLessThanOrEqual(size.viewport.height)
      }
      // What has the focus is not under the bar.
      await page.getByLabel('Personal note').focus()
      const [field, bar] = await Promise.all([
        page.getByLabel('Personal note').boundingBox(),
        page.locator('.invite-bar').boundingBox(),
      ])
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.viewport.width)
      expect(await axe(page)).toEqual([])
      await page.evaluate(() => sessionStorage.removeItem('timbre.invite-draft'))
      await lines(page).fill('')
    }
  })

  test('of 64 the service sends the last four after the page was closed, each once', async () => {
    const addresses = Array.from({ length: 64 }, newEmail)
    const { page } = await openDashboard(browser, fixture, '/invite', desktop)
    await lines(page).fill(addresses.join('\n'))
    await page.getByRole('button', { name: 'Send 64 invites' }).click()
    await page.getByText('60 of 64 sent.').waitFor()
    // A minute may pass before the pages are looked at, and the service looks for who is due every few seconds.
    held = Date.now()
    await page.getByText('4 more follow. Timbre sends them, in about 1 minute.').waitFor()
    expect(await page.getByText('Follows, sent by Timbre').count()).toBe(4)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'See campaign' }).click()
    await page.getByText('4 more people will be invited as the limits allow').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'End campaign' }).click()
    await page.getByText('4 people who still wait for an invite get none.').waitFor()
    await page.keyboard.press('Escape')
    await goWithin(page, '/people')
    await expect.poll(() => page.getByText('Waiting to be sent', { exact: true }).count()).toBe(4)
    await page
      .getByRole('row')
      .filter({ hasText: 'Waiting to be sent' })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page
      .getByText(
        /^The invite of the campaign “.+” waits until the account’s limits allow it, from \d\d:\d\d\./,
      )
      .waitFor()
    expect(await page.getByRole('button', { name: 'Send invite' }).count()).toBe(0)
    await page.goto('about:blank')
    passMinutes(1)
    await fixture.running.service.sendWaitingInvites()
    expect(new Set(await emailsTo(addresses))).toEqual(new Set([1]))
  })

  test('the page of a person says when the last reminder left, and invites in the words of invites', async () => {
    const { body } = await fixture.account.call('POST', '/profile', { email: newEmail(), firstName: 'Mei' })
    const { id } = body.profile
    await fixture.account.call('POST', `/profile/${id}/invite/email`)
    await fixture.running.service.drainOutbox()
    await fixture.running.db.admin(
      `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, sent_at,
          reminds, reminder_day)
       select account_id, $2, profile_id, channel, recipient, $3, created_at + interval '1 second', expires_at,
          now() - interval '40 days', id, 101
         from invite where profile_id = $1`,
      [id, newPublicId(), randomBytes(32)],
    )
    const { page, faults } = await openDashboard(browser, fixture, `/people/${id}`, desktop)
    await page.getByText(/^Last reminder: \d+ \w+/).waitFor()
    await page.getByText('Latest reminder by email: sent').waitFor()
    await page.getByText('A new invite may help after some days.').waitFor()
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send invite' })
    await dialog.locator('.email-frame').getByText('Hello Mei,').waitFor()
    expect(await dialog.getByText(/today/).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(faults).toEqual([])
  })

  test('an answer that was lost is asked for again: nobody gets a second email, in no campaign and in an open one', async () => {
    const made = await fixture.account.call('POST', '/campaign', { name: 'Open round' })
    for (const campaign of ['No campaign', 'Open round']) {
      const email = newEmail()
      const { body } = await fixture.account.call('POST', '/profile', { email, firstName: 'Mei' })
      const { page } = await openDashboard(browser, fixture, `/people/${body.profile.id}`, desktop)
      await page.getByRole('button', { name: 'Send invite' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send invite' })
      await dialog.getByLabel('Campaign', { exact: true }).selectOption({ label: campaign })
      const keys = new Set<string | undefined>()
      let lost = 0
      await page.route('**/api/v4/profiles/invite', async (route) => {
        const { dryRun } = route.request().postDataJSON()
        if (dryRun) return route.continue()
        keys.add(route.request().headers()['idempotency-key'])
        if (lost++ > 0) return route.continue()
        await route.fetch()
        await route.abort('connectionreset')
      })
      await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
      await dialog.getByRole('alert').waitFor()
      expect(await dialog.getByRole('button', { name: /^Send/ }).count()).toBe(0)
      expect(await dialog.getByText('Not tried').count()).toBe(0)
      passMinutes(2)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByText('1 sent').waitFor()
      expect([lost, keys.size]).toEqual([2, 1])
      expect(await emailsTo([email])).toEqual([1])
      await page.unroute('**/api/v4/profiles/invite')
    }
    await fixture.account.call('POST', `/campaign/${made.body.campaign.id}/end`)
  })

  test('those who may be invited later are tried again, with the results of the others in sight', async () => {
    const [first, second] = await Promise.all(
      ['Ida', 'Ivo'].map(async (firstName) => {
        const { body } = await fixture.account.call('POST', '/profile', { email: newEmail(), firstName })
        return body.profile
      }),
    )
    const { page } = await openDashboard(browser, fixture, '/people', desktop)
    for (const { firstName } of [first, second]) await page.getByRole('checkbox', { name: firstName }).check()
    await page.getByRole('button', { name: 'Send invites' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Send invites' })
    await dialog.getByRole('button', { name: 'Send 2 invites' }).waitFor()
    // Just before Send, someone else invites one of them.
    await fixture.account.call('POST', `/profile/${second.id}/invite/email`)
    await dialog.getByRole('button', { name: 'Send 2 invites' }).click()
    await dialog.getByText(/^1 sent, 1 skipped/).waitFor()
    await page.route('**/api/v4/profiles/invite', (route) => route.abort('connectionreset'), { times: 1 })
    await dialog.getByRole('button', { name: 'Try 1 again' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('list', { name: 'Results' }).textContent()).toMatch(/Ida.*Sent/)
    expect(
      await dialog.getByRole('list', { name: 'Results' }).evaluate((list) => list === document.activeElement),
    ).toBe(true)
    expect(await dialog.getByRole('button', { name: /^Send/ }).count()).toBe(0)
    passMinutes(2)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('2 sent').waitFor()
    expect(await emailsTo([first.email, second.email])).toEqual([1, 2])
  })

  test('the dialog of a person stays open with its results when they are waiting for the invite meanwhile', async () => {
    const { body } = await fixture.account.call('POST', '/profile', { email: newEmail(), firstName: 'Lea' })
    const { page } = await openDashboard(browser, fixture, `/people/${body.profile.id}`, desktop)
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send invite' })
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent').waitFor()
    // The mail server is slow, and the page reads the progress again when its window is looked at.
    await page.route('**/api/v4/profiles/progress?**', async (route) => {
      const json = await (await route.fetch()).json()
      for (const { invite } of json.progress) Object.assign(invite, { state: 'queued', sentAt: null })
      await route.fulfill({ json })
    })
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 31_000
      window.dispatchEvent(new Event('visibilitychange'))
    })
    await page.locator('.person-next').getByText('The email will be sent in a moment.').waitFor()
    expect(await dialog.getByText('1 sent').isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('an open page shows what the service has sent since, and who got nothing', {
    tags: 'long',
  }, async () => {
    const addresses = Array.from({ length: 62 }, newEmail)
    const { page } = await openDashboard(browser, fixture, '/invite', narrow)
    await lines(page).fill(addresses.join('\n'))
    await page.getByRole('button', { name: 'Send 62 invites' }).click()
    await page.getByText('60 of 62 sent.').waitFor()
    const { db, service } = fixture.running
    await db.admin(
      `insert into deactivation select account_id, profile_id, now() from campaign_waiting where refused is null limit 1`,
    )
    passMinutes(1)
    await service.sendWaitingInvites()
    await page.getByText('61 of 62 sent. 1 not sent.').waitFor()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    await page.getByText('Skipped: was deactivated by a directory').waitFor()
  })
})

const lines = (page: Page) => page.getByLabel('One person per line: email or phone, then name')
const openWords = (page: Page) => page.getByText('Email and reminders').click()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)
