import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { clippedElements } from '../support/clipping.ts'
import { desktop, goWithin, narrow, openDashboard } from '../support/dashboard.ts'
import { tabTo } from '../support/keyboard.ts'
import { axe } from '../support/person.ts'
import type { TestAccount } from '../support/service.ts'
import { insertFailedMessage, newEmail } from '../support/test-rows.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

describe.skipIf(!browserAvailable)('the pages of webhooks, events and messages', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    fixture = await openOAuthFixture({ WEBHOOKS: 'on', WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' })
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  const settled = () => fixture.running.service.drainWebhooks()
  const createTag = (label: string) => fixture.account.call('POST', '/tag', { label, color: 'blue' })

  test('lead an owner from nothing to a signed request, a failed one and one sent again', async () => {
    await leadAnOwner(fixture.account, { email: fixture.owner.email, everyStep: false })
  })

  test('are accessible at each of these steps, and show the signed request as a command', {
    tags: 'long',
  }, async () => {
    const email = newEmail()
    await leadAnOwner(await fixture.running.account({ name: 'Each step', owner: email }), {
      email,
      everyStep: true,
    })
  })

  /** Examines the page of an endpoint, and each step if asked, which also runs the command that the page shows. */
  async function leadAnOwner(
    account: TestAccount,
    { email, everyStep }: { email: string; everyStep: boolean },
  ) {
    const createTag = (label: string) => account.call('POST', '/tag', { label, color: 'blue' })
    receiver.answer(204)
    receiver.received.length = 0
    const { page, faults } = await openDashboard(browser, fixture, '/settings', { ...desktop, email })
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    if (everyStep) await isAccessible(page)

    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('textbox', { name: /^Address/ }).fill('http://10.0.0.1/hooks')
    await page.getByRole('radio', { name: 'Only some' }).check()
    await page.getByLabel('Search types').fill('tag was')
    await page.getByRole('checkbox', { name: /tag\.created/ }).check()
    await page.getByLabel('Search types').fill('profile.deleted')
    await page.getByRole('checkbox', { name: /^profile\.deleted/ }).uncheck()
    await page.getByLabel('Search types').fill('profile.comp')
    await page.getByRole('checkbox', { name: /^profile\.completed/ }).uncheck()
    if (everyStep) expect(await axe(page)).toEqual([])
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Add webhook' })
    await submit.click()
    await page.getByText('The address must have a host name, not a number.').waitFor()
    await page.getByRole('textbox', { name: /^Address/ }).fill(receiver.url('/crm'))
    await page.getByRole('textbox', { name: /^Name/ }).fill('CRM')
    await submit.click()
    await page.getByRole('heading', { name: 'Webhook added' }).waitFor()
    const secret = (await page.locator('.hook-secret code').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    if (everyStep) expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Done' }).click()

    await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain('whsec_')
    await createTag('Sales')
    await settled()
    const [first] = receiver.received
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'tag.created' })
    new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>)
    receiver.answer({ status: 500, body: 'try later' })
    await createTag('Support')
    await settled()
    await page.reload()
    await page.getByText('Failing', { exact: true }).waitFor()
    await page.getByRole('img', { name: /^Attempts in \d of the last 24 hours, failures in 1$/ }).waitFor()
    await page.getByText('2 deliveries').waitFor()
    await page.getByRole('combobox', { name: /^State/ }).selectOption('Waiting')
    await page.getByText('1 delivery').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('waiting')
    await isAccessible(page)

    await page.getByRole('link', { name: /delivery of event/ }).click()
    await page.getByText('Answered 500').first().waitFor()
    await page.getByText('try later').first().waitFor()
    if (everyStep) expect(await axe(page)).toEqual([])
    receiver.answer(204)
    let sent = receiver.received.at(-1)
    if (everyStep) {
      await page.getByText('As a signed request from your shell').click()
      const command = (await page.locator('.hook-delivery .api-call pre').first().textContent()) ?? ''
      receiver.received.length = 0
      const env = { ...process.env, WEBHOOK_SECRET: secret }
      // Not synchronously: the receiver is in this process.
      await promisify(execFile)('sh', ['-c', command], { env, timeout: 170_000 })
      sent = receiver.received[0]
    }
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ type: 'tag.created' })
    new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>)
    const before = receiver.received.length

    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sending again.').waitFor()
    await settled()
    expect(receiver.received).toHaveLength(before + 1)
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(sent?.headers['webhook-id'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('delivery')).toBe(false)
    await page.reload()
    await page.getByText('Healthy', { exact: true }).waitFor()
    await page.getByText('No delivery matches. Try removing a filter.').waitFor()
    // The address that was refused.
    expect(faults).toEqual([expect.stringMatching(/400 .*\/api\/v4\/webhook$/)])
  }

  test('say in the open dialog why a delivery is not sent again', async () => {
    receiver.answer(204)
    const email = newEmail()
    const account = await fixture.running.account({ name: 'Refused', owner: email })
    const { body } = await account.call('POST', '/webhook', {
      url: receiver.url('/refused'),
      types: ['tag.created'],
    })
    await account.call('POST', '/tag', { label: 'Once', color: 'blue' })
    await settled()
    const path = `/settings/webhooks/${body.webhook.id}`
    const { page } = await openDashboard(browser, fixture, path, { ...desktop, email })
    await page.route('**/retry', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'Somebody was quicker.', code: 'conflict' } } }),
    )
    await page.getByRole('link', { name: /delivery of event/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('alert').getByText('Somebody was quicker.').waitFor()
    await page.unroute('**/retry')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('status').getByText('Sending again.').waitFor()
    await settled()
    await page.keyboard.press('Escape')
  })

  test('test, rotate, replay, disable, enable and delete an endpoint', { tags: 'long' }, async () => {
    receiver.answer({ status: 200, body: 'ok' })
    const { body } = await fixture.account.call('POST', '/webhook', {
      url: receiver.url('/all'),
      name: 'All',
      types: ['tag.created'],
    })
    const { page, faults } = await openDashboard(
      browser,
      fixture,
      `/settings/webhooks/${body.webhook.id}`,
      desktop,
    )
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByLabel('Event').selectOption('tag.created')
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await dialog.getByText('Answered 200').waitFor()
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'tag.created' })
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('heading', { name: 'Secret rotated' }).waitFor()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('The former secret signs too for another 23 hours').waitFor()
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await dialog.getByText('Another rotation now ends both at once').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Webhook disabled.').waitFor()
    await page.getByText('A member or an app disabled it.').waitFor()
    expect(await page.getByRole('button', { name: 'Send test' }).count()).toBe(0)
    for (const label of ['One', 'Two', 'Three']) await createTag(label)
    receiver.received.length = 0
    await page.getByRole('button', { name: 'Enable' }).click()
    await dialog.getByRole('button', { name: 'Send the 3 missed' }).click()
    await page.getByText('Sending 3 events.').waitFor()
    await settled()
    expect(receiver.received.filter(({ path }) => path === '/all')).toHaveLength(3)

    await page.getByRole('button', { name: 'Replay events' }).click()
    await dialog.getByRole('radio', { name: 'All, delivered ones too' }).check()
    await dialog.getByRole('button', { name: /^Send \d+ events$/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByLabel('Since').fill('2099-01-01T00:00')
    await dialog.getByText('No event matches that is not waiting').waitFor()
    expect(await dialog.getByRole('button', { name: 'Send events' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel(/^Type All/).fill('all')
    await page.keyboard.press('Enter')
    await page.getByText('All deleted.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    const { body: left } = await fixture.account.call('GET', '/webhooks')
    expect(left.webhooks.map(({ name }: { name: string }) => name)).not.toContain('All')
    expect(faults).toEqual([])
  })

  test('show the feed with where each event was sent, and a person their own', { tags: 'long' }, async () => {
    receiver.answer({ status: 200, body: 'ok' })
    await fixture.account.call('POST', '/webhook', { url: receiver.url('/people'), types: ['profile.*'] })
    const { body } = await fixture.account.call('POST', '/profile', {
      firstName: 'Noor',
      lastName: 'Okafor',
    })
    await settled()
    const { page, faults } = await openDashboard(browser, fixture, '/events', narrow)
    const row = page.getByRole('row').filter({ hasText: 'profile.created' })
    await row.getByText('Noor Okafor', { exact: true }).first().waitFor()
    await row.getByText('Deliveries and data').click()
    await row.getByText(/: delivered, 1 attempt/).waitFor()
    await isAccessible(page)
    await page.getByLabel('Type').selectOption('tag.*')
    await row.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('type')).toBe('tag.*')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await row.getByText('Deliveries and data').click()
    await page.getByRole('link', { name: /^Only this person/ }).click()
    await page.getByRole('button', { name: /About Noor Okafor/ }).waitFor()

    await page.goto(`${fixture.url}/people/${body.profile.id}?tab=history`)
    const events = page.getByRole('region', { name: 'Events' })
    await events.getByRole('heading').click()
    await events.getByText('profile.created').waitFor()
    await events.getByRole('link', { name: /In the feed/ }).click()
    await row.getByText('Deliveries and data').click()
    await row.getByRole('link', { name: /127\.0\.0\.1/ }).click()
    await page.getByRole('dialog').getByText('Answered 200').waitFor()
    expect(faults).toEqual([])
  })

  test('do not keep events from being shown where names cannot be read, and campaigns have theirs', async () => {
    const { account } = fixture
    const { body } = await account.call('POST', '/profile', { firstName: 'Efua', email: newEmail() })
    const made = { name: 'Round of spring', profileIds: [body.profile.id], channel: 'email' }
    await account.call('POST', '/campaign', made)
    const { page } = await openDashboard(browser, fixture, '/settings/webhooks', desktop)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.route('**/api/v4/profiles?**', (route) => route.fulfill({ status: 400, json: {} }))
    await goWithin(page, '/events')
    const row = (type: string) => page.getByRole('row').filter({ hasText: type })
    await row('campaign.created').first().getByRole('link', { name: 'Round of spring' }).waitFor()
    const id = body.profile.id.slice(-8)
    await row('profile.created').getByRole('link', { name: id }).first().waitFor()
    expect(asked).not.toContain('/api/v4/campaigns')
  })

  test('can be used with the keyboard alone', { tags: 'long' }, async () => {
    receiver.answer(204)
    const { page, faults } = await openDashboard(browser, fixture, '/settings/webhooks', desktop)
    const dialog = page.getByRole('dialog')
    const press = (key: string) => page.keyboard.press(key)
    const add = page.getByRole('button', { name: 'Add webhook' }).first()
    await tabTo(page, add)
    await press('Enter')
    // Where the form opens, people type at once.
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true)

    await press('Enter')
    await tabTo(page, dialog.getByRole('textbox', { name: /^Address/ }))
    await page.keyboard.type(receiver.url('/keys'))
    await tabTo(page, dialog.getByRole('textbox', { name: /^Name/ }))
    await page.keyboard.type('Keys')
    await tabTo(page, dialog.getByRole('button', { name: 'Add webhook' }))
    await press('Space')
    await page.getByRole('heading', { name: 'Webhook added' }).waitFor()
    await tabTo(page, page.getByRole('link', { name: 'Done' }))
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()

    await createTag('By keyboard')
    await settled()
    await page.reload()
    const delivery = page.getByRole('link', { name: /delivery of event/ }).first()
    await tabTo(page, delivery)
    await press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Send again' }))
    await press('Enter')
    await page.getByText('Sending again.').waitFor()
    await settled()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await tabTo(page, page.getByRole('button', { name: 'Delete' }))
    await press('Enter')
    await tabTo(page, dialog.getByLabel(/^Type Keys/))
    await page.keyboard.type('Keys')
    await press('Enter')
    await page.getByText('Keys deleted.').waitFor()

    await page.goto(`${fixture.url}/events`)
    const row = page.getByRole('row').filter({ hasText: 'tag.created' }).first()
    await row.getByRole('link', { name: 'By keyboard' }).waitFor()
    await tabTo(page, row.locator('summary'))
    await press('Enter')
    await row
      .getByText(/: delivered, 2 attempts|: delivered, 1 attempt/)
      .first()
      .waitFor()
    expect(faults).toEqual([])
  })

  test('say which emails failed and why, send them again and discard them', async () => {
    const { running, account } = fixture
    const { body } = await account.call('POST', '/profile', { firstName: 'Ama', lastName: 'Boateng' })
    const [refused, unwanted] = [
      await insertFailedMessage(running, account.id, body.profile.id),
      await insertFailedMessage(running, account.id, null),
    ]
    await running.db.admin(
      `update outbox set kind = 'security', failure = 'policy', failure_code = '550 MAIL' where id = $1`,
      [unwanted],
    )
    const { page, faults } = await openDashboard(browser, fixture, '/settings', desktop)
    await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
    const missing = page.getByRole('region', { name: 'Not delivered' })
    await missing.getByText('The address was refused: 1 message.').waitFor()
    const row = (words: string) => page.getByRole('row').filter({ hasText: words })
    await row('Ama Boateng').getByText('The address was refused (550 RCPT TO)').waitFor()
    // It is about nobody in People.
    await row('550 MAIL')
      .filter({ hasText: 'Security notice' })
      .getByText('To an owner of the account')
      .waitFor()
    await isAccessible(page)

    await row('Ama Boateng').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Sending it again.').waitFor()
    await missing.getByText('The address was refused: 1 message.').waitFor({ state: 'detached' })
    await running.service.drainOutbox()
    await page.reload()
    await row('Ama Boateng').getByText('Sent', { exact: true }).waitFor()
    await row('550 MAIL').getByRole('button', { name: 'Discard' }).click()
    await row('550 MAIL').getByText('Failed and discarded').waitFor()
    await missing.waitFor({ state: 'detached' })
    expect(await row('550 MAIL').getByRole('button').count()).toBe(0)
    await page.getByLabel('State').selectOption('Waiting')
    await page.getByText('No message matches.').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('waiting')
    const [stored] = await running.db.admin('select state, retries from outbox where id = $1', [refused])
    expect(stored).toEqual({ state: 'sent', retries: 1 })
    expect(faults).toEqual([])
  })

  test('say to a member who only reads which emails failed', { tags: 'long' }, async () => {
    const { running, account } = fixture
    const id = await insertFailedMessage(running, account.id, null)
    await running.db.admin(`update outbox set failure = 'policy', failure_code = '550 MAIL' where id = $1`, [
      id,
    ])
    const member = await fixture.member({ [account.id]: 'user' })
    const reader = await openDashboard(browser, fixture, '/messages', { ...desktop, email: member.email })
    await reader.page.getByRole('row').filter({ hasText: '550 MAIL' }).first().waitFor()
    expect(await reader.page.getByRole('button', { name: /^Try|^Discard/ }).count()).toBe(0)
  })

  test('pass axe in the dark', { tags: 'long' }, async () => {
    const { running } = fixture
    const email = newEmail()
    const account = await running.account({ name: 'In the dark', owner: email })
    const look = { ...desktop, colorScheme: 'dark', email } as const
    const { page, faults } = await openDashboard(browser, fixture, '/settings/webhooks', look)
    await page.getByText('No webhooks yet.').waitFor()
    expect(await axe(page)).toEqual([])

    receiver.answer({ status: 500, body: 'try later' })
    const { body } = await account.call('POST', '/webhook', { url: receiver.url('/dark') })
    const person = await account.call('POST', '/profile', { firstName: 'Ama', lastName: 'Boateng' })
    await settled()
    receiver.answer(204)
    await insertFailedMessage(running, account.id, person.body.profile.id)
    await goWithin(page, `/settings/webhooks/${body.webhook.id}`)
    await page.getByText('Failing', { exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    await goWithin(page, '/events')
    await page.getByText('Deliveries and data').first().click()
    await page
      .getByText(/: failed|: waiting/)
      .first()
      .waitFor()
    expect(await axe(page)).toEqual([])
    await goWithin(page, '/messages')
    await page.getByText('The address was refused (550 RCPT TO)').waitFor()
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('let managers read, without addresses, answers and actions', { tags: 'long' }, async () => {
    const { body } = await fixture.account.call('GET', '/webhooks')
    const webhook = body.webhooks.find(({ name }: { name: string | null }) => name === 'CRM')
    const member = await fixture.member({ [fixture.account.id]: 'manager' })
    const { page, faults } = await openDashboard(browser, fixture, '/settings/webhooks', {
      ...desktop,
      email: member.email,
    })
    await page.getByText('Only owners of the account change them.').waitFor()
    await page.getByRole('link', { name: 'CRM' }).click()
    await page.getByText('Only owners of the account change it.').waitFor()
    const main = page.getByRole('main')
    await main
      .getByRole('link', { name: /delivery of event/ })
      .first()
      .click()
    await page.getByText('Only owners of the account see what the receiver answered.').waitFor()
    for (const name of ['Send again', 'Edit', 'Delete', 'Rotate secret', 'Disable'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    expect(await page.locator('body').textContent()).not.toContain(webhook.url)
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

/** No violation, and nothing cut off on a narrow phone. */
async function isAccessible(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desktop.viewport
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => clippedElements(page)).toEqual([])
  await page.setViewportSize(before)
}
