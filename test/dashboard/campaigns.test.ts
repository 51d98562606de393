import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { axe } from '../support/person.ts'
import { mailboxMessages } from '../support/signing-in.ts'

describe.skipIf(!browserAvailable)('campaigns in the dashboard', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  /** Nobody is reminded on the day of the invite. */
  async function letADayPass(campaignId: string): Promise<void> {
    for (const [table, time] of [
      ['invite', 'created_at'],
      ['campaign_person', 'messaged_at'],
    ])
      await fixture.running.db.admin(
        `update ${table} set ${time} = ${time} - '1 day'::interval where campaign_id = $1`,
        [campaignId],
      )
  }

  // Signing in is in the tests of every page, and a list that is sent in those of inviting.
  test('a newcomer gets from the sign-in to a campaign of 20 that was sent, with four clicks', {
    tags: 'long',
  }, async () => {
    const context = await browser.open(desktop)
    const page = await context.newPage()
    const began = Date.now()
    let clicks = 0
    const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      clicks += 1
      await page.getByRole(role, { name }).first().click()
    }
    await page.goto(fixture.url)
    await page.getByLabel('Email', { exact: true }).fill(fixture.owner.email)
    await press('Send the code')
    const code = page.locator('input[name=code]')
    await code.waitFor()
    await code.fill(await codeFor(fixture))
    await press('Sign in')
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
    await press('Invite people', 'link')
    await page.getByLabel('One person per line: email or phone, then name').focus()
    await page.keyboard.insertText(peopleOf(20))
    await page
      .getByRole('button', { name: 'Send 20 invites' })
      .and(page.locator(':not([aria-disabled=true])'))
      .waitFor()
    await press('Send 20 invites')
    await page.getByText('20 of 20 sent.').waitFor()
    process.stdout.write(
      `a campaign of 20: ${clicks} clicks, ${((Date.now() - began) / 1_000).toFixed(1)} s\n`,
    )
    expect(clicks).toBeLessThanOrEqual(4)
    await page.getByRole('link', { name: 'See campaign' }).click()
    await page.getByRole('heading', { name: /^Invites of /, level: 1 }).waitFor()
    await expect.poll(() => funnelOf(page)).toEqual(['20', '20', '0', '0', '0'])
    expect(await axe(page)).toEqual([])
    await context.close()
  })

  test('the email is shown as it is typed, in another language, and in the dark', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await page.getByLabel('One person per line: email or phone, then name').fill('ada@example.com, Ada Osei')
    const email = page.locator('.email-frame')
    await openWords(page)
    await email.getByText('Hello Ada,').waitFor()
    await page.getByLabel('Personal note').fill('We talk about it <b>together</b>.')
    await page.getByLabel('Last day').fill(inAMonth())
    await page.getByText('Each link works for 7 days. People').waitFor()
    await email.getByText('if you open it later, you can ask for a new one').waitFor()
    await page.getByLabel('Sender name').fill('Ria Sen')
    await email.getByText('Ria Sen writes:').waitFor()
    await email.getByText('We talk about it <b>together</b>.').waitFor()
    await page.getByText('Ria Sen (Heron & Co)').waitFor()
    await page.getByLabel('Language').last().selectOption('de')
    await email.getByText('Ria Sen schreibt:').waitFor()
    const paper = () =>
      email
        .locator('.paper')
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(await paper()).toBe('rgb(245, 247, 244)')
    await page.getByLabel('Theme').last().selectOption('dark')
    await expect.poll(paper).toBe('rgb(15, 20, 18)')
    expect(await axe(page)).toEqual([])
    expect(faults.filter((one) => !one.includes('400'))).toEqual([])
    await page.getByLabel('One person per line: email or phone, then name').fill('')
  })

  test('the email is shown on a phone, as a reminder and as text; and a link is refused there', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await page.getByLabel('One person per line: email or phone, then name').fill('ada@example.com, Ada Osei')
    const email = page.locator('.email-frame')
    await openWords(page)
    await page.getByLabel('Personal note').fill('We talk about it together.')
    await page.getByLabel('Sender name').fill('Ria Sen')
    await page.getByLabel('Language').last().selectOption('de')
    await email.getByText('Ria Sen schreibt:').waitFor()
    await page.getByLabel('Theme').last().selectOption('dark')
    await page.getByLabel('Seen on').selectOption('phone')
    await expect
      .poll(() =>
        email
          .locator('.paper')
          .first()
          .evaluate((one) => one.clientWidth),
      )
      .toBeLessThan(400)
    await page.getByLabel('Message').selectOption('reminder')
    await page.getByText(/^Erinnerung: /).waitFor()
    await page.getByLabel('Personal note').fill('Go to evil.example/now')
    await page.getByText('Leave out web and email addresses').waitFor()
    await page.getByText('Out of date: your last change is not in it.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Seen on').selectOption('text')
    await page.locator('.email-preview-text', { hasText: 'Ria Sen schreibt:' }).waitFor()
    expect(faults.filter((one) => !one.includes('400'))).toEqual([])
    await page.getByLabel('One person per line: email or phone, then name').fill('')
  })

  test('one is listed with its funnel, and its page reminds those who have not completed, once', async () => {
    const profileIds = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const person = { email: `p${n}@campaign.test`, firstName: `Person ${n}` }
        return (await fixture.account.call('POST', '/profile', person)).body.profile.id as string
      }),
    )
    const made = await fixture.account.call('POST', '/campaign', {
      ...{ name: 'Sales team', note: 'See you on Friday.', deadline: inAMonth(), profileIds },
    })
    const { id } = made.body.campaign
    await fixture.running.service.drainOutbox()
    await letADayPass(id)
    await fixture.running.db.admin(
      `update campaign_person set opened_at = case when profile_id = any($2::text[]) then now() end,
          started_at = case when profile_id = $3 then now() end,
          assessment = case when profile_id = $3 then 'focus' end
        where campaign_id = $1`,
      [id, profileIds.slice(0, 3), profileIds[0]],
    )
    await fixture.running.db.admin('update profile set is_completed = true where id = $1', [profileIds[7]])
    await fixture.running.db.admin(
      `update campaign_person set opened_at = now(), started_at = now(), completed_at = now(), active_seconds = 1290
        where profile_id = $1`,
      [profileIds[7]],
    )
    const { page, faults } = await openDashboard(browser, fixture, '/campaigns', desktop)
    const row = page.getByRole('row', { name: /Sales team/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/Sales team.*8.*4.*2.*1 13%7$/)
    await page.getByRole('columnheader', { name: 'To remind' }).waitFor()
    expect(await axe(page)).toEqual([])
    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'Sales team', level: 1 }).waitFor()
    expect(await funnelOf(page)).toEqual(['8', '8', '4', '2', '1'])
    // The fill covers its track from top to bottom.
    const track = page.locator('.campaign-bar').nth(2)
    const filled = track.locator('span')
    const [outer, inner] = [await track.boundingBox(), await filled.boundingBox()]
    expect([inner?.y, inner?.height]).toEqual([outer?.y, outer?.height])
    expect((inner?.width ?? 0) / (outer?.width ?? 1)).toBeCloseTo(0.5)
    await page.getByText('Median time to complete: 21.5 minutes.').waitFor()
    await page.getByRole('link', { name: 'In Focus' }).click()
    await page.getByRole('row', { name: /Person 0/ }).waitFor()
    await expect.poll(() => page.locator('#campaign-people tbody tr').count()).toBe(1)
    await page.getByLabel('Which people').selectOption('Everyone')
    await expect
      .poll(() => page.locator('#campaign-people tbody th').allTextContents())
      .toEqual(Array.from({ length: 8 }, (_, n) => `Person ${n}`))
    await page.getByRole('button', { name: 'Remind 7' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remind 7 people?' })
    await dialog.getByText(/^Reminder: /).waitFor()
    await dialog.locator('.email-frame').getByText('See you on Friday.').waitFor()
    expect(await axe(page)).toEqual([])
    const send = await dialog.getByRole('button', { name: 'Send 7 reminders' }).boundingBox()
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThan(desktop.viewport.height)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await remindersOf(fixture, id)).toBe(0)
    await page.getByRole('button', { name: 'Remind 7' }).click()
    await dialog.getByRole('button', { name: 'Send 7 reminders' }).click()
    await page.getByText('7 reminded').first().waitFor()
    expect(await remindersOf(fixture, id)).toBe(7)
    await page.getByRole('button', { name: 'Remind', exact: true }).waitFor()
    // At night the reminder waits for the morning.
    const reason = page.getByText(/^No one can be reminded now|^\d+ reminders? leaves? on /)
    await reason.waitFor()
    const below = async () =>
      ((await reason.boundingBox())?.y ?? 0) -
      ((await page.getByRole('button', { name: 'Remind', exact: true }).boundingBox())?.y ?? 0)
    expect(await below()).toBeLessThan(110)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Remind after days').fill('2, 5')
    await page.getByRole('button', { name: 'Save campaign' }).click()
    // They were invited a day ago.
    await page.getByText(new RegExp(`^2 and 5 days after each invite: ${daysFromNow(1, 4)}$`)).waitFor()
    await page.getByRole('button', { name: 'End campaign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End campaign' }).click()
    await page.getByText('Campaign ended. No one gets another reminder.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Remind/ }).count()).toBe(0)
    await page.getByText('No more', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('why nobody is reminded is said in the dialog that is open', async () => {
    const { account } = fixture
    const { body } = await account.call('POST', '/profile', {
      email: 'ende@campaign.test',
      firstName: 'Ende',
    })
    const made = await account.call('POST', '/campaign', { name: 'Ends soon', profileIds: [body.profile.id] })
    await fixture.running.service.drainOutbox()
    await letADayPass(made.body.campaign.id)
    const path = `/campaigns/${made.body.campaign.id}`
    const { page } = await openDashboard(browser, fixture, path, desktop)
    await page.getByRole('button', { name: 'Remind 1' }).click()
    const dialog = page.getByRole('dialog')
    await account.call('POST', `/campaign/${made.body.campaign.id}/end`)
    await dialog.getByRole('button', { name: /^Send 1/ }).click()
    await dialog.getByRole('alert').getByText(/ended/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a person and their messages name the campaign, with the last day and the next reminder', async () => {
    const { account, running } = fixture
    const person = { email: 'mei.zhou@campaign.test', firstName: 'Mei', lastName: 'Zhou' }
    const mei = (await account.call('POST', '/profile', person)).body.profile.id as string
    const made = await account.call('POST', '/campaign', {
      ...{ name: 'Autumn round', deadline: inAMonth(), note: 'See you in May.', profileIds: [mei] },
    })
    await running.service.drainOutbox()
    const path = `/campaigns/${made.body.campaign.id}`
    const { page, faults } = await openDashboard(browser, fixture, `/people/${mei}`, desktop)
    const facts = page.getByRole('list', { name: 'Facts' })
    expect(await facts.getByRole('link', { name: 'Autumn round' }).getAttribute('href')).toBe(path)
    const next = /Autumn round\s*last day \d+ \w+ \d{4}\s*next reminder \d+ \w+ \d{4}/
    expect(await page.getByRole('list', { name: 'Campaigns' }).textContent()).toMatch(next)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'Links sent' }).waitFor()
    // It is named above, and nowhere else while there is only one.
    await page.getByRole('rowheader', { name: 'Email', exact: true }).waitFor()
    expect(await page.getByText('Autumn round').count()).toBe(1)
    expect(await axe(page)).toEqual([])

    await goWithin(page, '/messages')
    await page.getByRole('searchbox', { name: 'Person' }).fill('mei.zh')
    await page.waitForURL(/person=mei.zh/)
    const row = page.getByRole('row', { name: /Mei Zhou/ })
    await row.waitFor()
    await expect.poll(() => page.locator('.message-table tbody tr').count()).toBe(1)
    await row.getByRole('link', { name: 'Autumn round' }).waitFor()
    expect(await axe(page)).toEqual([])
    await row.getByRole('link', { name: 'Invite' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invite' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Invite' }).waitFor()
    const main = page.getByRole('main')
    await main.getByText('Not stored').waitFor()
    expect(await main.textContent()).toMatch(
      /Person\s*Mei Zhou\s*Address\s*mei\.zhou@campaign\.test[\s\S]*Campaign\s*Autumn round\s*Sent as\s*Email\s*Queued[\s\S]*Sent\s*\d[\s\S]*Not stored: the text is deleted once a message is sent\./,
    )
    await main.locator('.email-frame').getByText('See you in May.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.goBack()
    await page.getByRole('searchbox', { name: 'Person' }).fill('nobody')
    await page.getByText('No message matches.').waitFor()
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect.poll(() => page.locator('.message-table tbody tr').count()).toBeGreaterThan(5)
    expect(await page.getByRole('searchbox', { name: 'Person' }).inputValue()).toBe('')
    await page.locator('.message-table').getByText('Reminder', { exact: true }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('the page of one passes axe on a desktop, and on a phone in the dark', { tags: 'long' }, async () => {
    const { body } = await fixture.account.call('POST', '/profile', { email: 'q@campaign.test' })
    await fixture.account.call('POST', '/campaign', { name: 'Board', profileIds: [body.profile.id] })
    await fixture.running.service.drainOutbox()
    const { page } = await openDashboard(browser, fixture, '/campaigns', desktop)
    await page.getByRole('row', { name: /Board/ }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor()
    await page.locator('#campaign-people tbody tr').waitFor()
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(narrow.viewport)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axe(page)).toEqual([])
  })
})

const openWords = (page: Page) => page.getByText('Email and reminders').click()

/** Reminders of the campaign that were asked for. */
async function remindersOf({ running }: OAuthFixture, campaignId: string): Promise<number> {
  const [row] = await running.db.admin<{ count: number }>(
    'select count(*)::integer as count from invite where campaign_id = $1 and reminds is not null',
    [campaignId],
  )
  return row?.count ?? 0
}

async function codeFor({ running, url, owner }: OAuthFixture): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      await running.service.drainOutbox()
      const [message] = await mailboxMessages(url, owner.email)
      code = /^\d{6}$/m.exec(message?.text ?? '')?.[0]
      return code
    })
    .toBeDefined()
  return code ?? ''
}

function peopleOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `n${n}@newcomer.test, Given${n} Family`).join('\n')
}

function inAMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
}

/** The numbers of the funnel, from those invited to those who have completed. */
async function funnelOf(page: Page): Promise<string[]> {
  const texts = await page.locator('.campaign-funnel .figures').allTextContents()
  return texts.map((text) => text.trim().split(/\s/)[0] ?? '')
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
