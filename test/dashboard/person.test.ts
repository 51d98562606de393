import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoPerson, retakeDisc } from '../../src/demo/person.ts'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { axe, layoutShifts } from '../support/person.ts'

describe.skipIf(!browserAvailable)('the page of one person', () => {
  let fixture: OAuthFixture
  let browser: Browser
  let [noor, kofi] = ['', '']
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    ;({ noor, kofi } = await settle(fixture))
  })
  afterAll(async () => browser?.close())

  test('shows the charts and creates a debrief, while the user leaves and returns', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people?search=noor', desktop)
    const link = page.getByRole('link', { name: /Noor Okafor/ }).first()
    await link.click()
    await heading(page, 'Noor Okafor')
    await page.getByText('asked on').waitFor()
    await page
      .getByRole('group', { name: /^Tone of thirty facets/ })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Focus' }).getByText('how many people in a hundred').waitFor()
    expect(await page.getByRole('region', { name: 'Core' }).getByRole('listitem').count()).toBe(13)
    const opening = page.locator('.person-takeaways')
    expect([await opening.locator('li').count(), await opening.textContent()]).toEqual([
      3,
      expect.not.stringMatching(/\byou/i),
    ])
    const stroke = page.locator('.tone-wide .tone-stroke').nth(3)
    await stroke.scrollIntoViewIfNeeded()
    const box = await stroke.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 2)
    const words = page.locator('.tone-words:visible')
    expect(await words.textContent()).toMatch(
      /^Innovativeness\s*\d+, [A-Z][a-z ]+\s*High: They prefer variety.*\s*Low: /,
    )
    await page.mouse.move(0, 0)
    expect(await words.count()).toBe(0)
    await page.locator('.tone-fact input').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await words.textContent()).toMatch(/^Aesthetic appreciation/)
    expect(await page.getByRole('list', { name: 'Facts' }).textContent()).toContain('Interpret with caution')
    expect(await page.locator('.person-facts time').getAttribute('title')).toMatch(/20\d\d.*(GMT|UTC)/)
    const debrief = page.getByRole('heading', { name: 'Debrief', exact: true })
    expect((await debrief.boundingBox())?.y).toBeGreaterThan(desktop.viewport.height)
    await page.getByRole('link', { name: 'Debrief' }).click()
    await expect
      .poll(async () => (await debrief.boundingBox())?.y)
      .toBeLessThan(desktop.viewport.height - 100)
    await page
      .getByText('The four scores are compared with each other, not with other people.')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Write the debrief' }).waitFor()

    const blocked = Promise.withResolvers<void>()
    await page.route('**/playbook/ai/debrief/*', async (route) => {
      if (route.request().method() === 'POST') await blocked.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Write the debrief' }).click()
    await page.getByText('The debrief is being written.').waitFor()
    await page.locator('.debrief-coming', { hasText: /[1-9] s/ }).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'Links sent' }).waitFor()
    await page.goBack()
    await page.getByText('The debrief is being written.').waitFor()
    blocked.resolve()
    await page.getByText('Generated from the scores by fixed rules').waitFor()
    const overview = page.locator('.debrief-section').first()
    const reference = await overview.locator('.debrief-reference').first().textContent()
    expect(await overview.locator('.debrief-number').allTextContents()).toContain(reference?.split(',')[0])
    await page.getByRole('heading', { name: 'With people' }).waitFor()
    await overview
      .getByRole('button', { name: /scores behind this sentence/ })
      .first()
      .click()
    expect(await overview.locator('.debrief-behind').textContent()).toMatch(/\p{L}/u)
    const statements = await page
      .locator(
        '.debrief-section:not(:has(#debrief-colleagues, #debrief-experiment, #debrief-questions)) .debrief-body',
      )
      .allInnerTexts()
    expect(statements.join(' ').match(/[^.?]*\byour?\b[^.?]*\./gi)).toBeNull()
    await page.getByRole('button', { name: 'Useful', exact: true }).click()
    await page.getByLabel('What makes you say so').fill('Clear and fair.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('So far 1 useful, 0 not useful.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'People', exact: true }).last().click()
    await page.waitForURL('**/people?search=noor')
    expect(faults).toEqual([])
  })

  test('writes the debrief in German too', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${noor}`, desktop)
    await heading(page, 'Noor Okafor')
    await page.getByLabel('Language of the text').selectOption('German')
    await page.getByRole('button', { name: 'Write the debrief' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Write the debrief' }).click()
    await page.locator('.debrief-body[lang=de]').first().waitFor()
    const german = await page
      .locator('.debrief-section', { has: page.locator('#debrief-impression') })
      .textContent()
    expect(german).toContain('Noor')
    expect(german).not.toMatch(/\b(Sie|Ihnen|Ihre?n?)\b/)
    expect(new URL(page.url()).searchParams.get('language')).toBe('de')
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('shows the overview where the address names a tab that does not exist', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${noor}?tab=nonsense`, narrow)
    await page
      .getByRole('group', { name: /^Tone of thirty facets/ })
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('edits tags, shows the difference and undoes, and sends, copies and saves', {
    tags: 'long',
  }, async () => {
    // Generates a debrief, or returns the existing one.
    const written = await fixture.account.call('POST', `/playbook/ai/debrief/${noor}`, {})
    expect([200, 201]).toContain(written.status)
    const { page, faults } = await openDashboard(browser, fixture, `/people/${noor}`, {
      ...desktop,
      colorScheme: 'dark',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const facts = page.getByRole('list', { name: 'Facts' })
    await page.locator('.person-debrief .debrief-section').first().waitFor()
    expect(await layoutShifts(page)).toEqual([])
    await page.getByText('As API call').click()
    expect(await page.locator('.api-call pre').textContent()).toContain(
      `curl -s '${fixture.url}/api/v4/profile/${noor}`,
    )
    await edit(page, async (dialog) => {
      await dialog.getByLabel('Leads').uncheck()
      await dialog.getByLabel('Field').check()
      expect(await dialog.locator('.tag-difference').textContent()).toBe('AddedFieldRemovedLeads')
    })
    await facts.getByText('Field').waitFor()
    await page.getByText('Added Field, removed Leads.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await facts.getByText('Leads').waitFor()
    await page.getByText('Undone.').waitFor()
    await facts.getByText('Field').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Quality & timing' }).click()
    await page.getByRole('heading', { name: 'From attempt 1 to 2' }).waitFor()
    await page.getByText('scales moved farther').waitFor()
    await page.getByRole('link', { name: 'Facets' }).click()
    await page.getByRole('table').nth(4).waitFor()
    expect(await page.getByRole('table').count()).toBe(5)

    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Email a link to the results' }).click()
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByText('A link is on its way').waitFor()
    await page.getByRole('rowheader', { name: 'Email' }).nth(2).waitFor()
    await page.getByRole('heading', { name: 'Ids and keys' }).click()
    await page.getByLabel('Another key').fill('crm-4711')
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('button', { name: 'Remove crm-4711' }).click()
    await page.getByText('Removed the key crm-4711.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove crm-4711' }).waitFor()
    await page.getByRole('button', { name: 'Copy id' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(noor)

    await page.getByRole('link', { name: 'Notes' }).click()
    await page.getByText('No notes about Noor yet.').waitFor()
    await page.getByLabel('New note').fill('Asks for the lead of the next retrospective.')
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Notes' }).click()
    await page.getByRole('button', { name: 'Add note' }).click()
    const note = page.getByRole('list', { name: 'Your notes, newest first' }).getByRole('listitem')
    await note.getByText('Asks for the lead of the next retrospective.').waitFor()
    await note.getByRole('button', { name: 'Edit' }).click()
    await page
      .getByRole('textbox', { name: 'Note', exact: true })
      .fill('Leads the next retrospective.\nAsk in May.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await note.getByText('Leads the next retrospective.').waitFor()
    expect(
      await note.getByRole('button', { name: 'Edit' }).evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await note.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await page.getByText('No notes about Noor yet.').waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const file = await (await download).path()
    expect(JSON.parse(await readFile(file, 'utf8')).aliases).toMatchObject([{ consumerKey: 'crm-4711' }])
    expect(faults).toEqual([])
  })

  test.each([
    ['answers', 'From attempt 1 to 2'],
    ['facets', 'Facets'],
    ['history', 'Links sent'],
    ['notes', 'Notes'],
  ])('passes axe on the tab %s', { tags: 'long' }, async (tab, text) => {
    const path = `/people/${noor}?tab=${tab}`
    const { page } = await openDashboard(browser, fixture, path, { ...desktop, colorScheme: 'dark' })
    await page.getByRole('main').getByText(text).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
    expect(await axe(page)).toEqual([])
  })

  test('leaves the tags as they are if the change is refused', { tags: 'long' }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${noor}`, {
      ...desktop,
      colorScheme: 'dark',
    })
    const facts = page.getByRole('list', { name: 'Facts' })
    await page.route('**/api/v4/tag/*/profiles', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'Somebody was quicker.', code: 'conflict' } } }),
    )
    await edit(page, async (dialog) => {
      await dialog.getByLabel('Field').check()
      expect(await axe(page)).toEqual([])
    })
    await page.getByText('The tags are as they were. Somebody was quicker.').waitFor()
    await facts.getByText('Field').waitFor({ state: 'detached' })
    expect(faults.splice(0)).toEqual([expect.stringContaining('409')])
  })

  test('shows progress on a phone, changes an address, and deletes after the name is typed', {
    tags: 'long',
  }, async () => {
    const { page, faults } = await openDashboard(browser, fixture, `/people/${kofi}`, narrow)
    await heading(page, 'Kofi Mensah')
    await page.getByRole('img', { name: '0 of 165 questions answered' }).waitFor()
    await page.getByText('Nothing has been sent yet. Send an invite.').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await layoutShifts(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

    const more = page.getByRole('button', { name: 'More about Kofi Mensah' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Edit name and addresses' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'More about Kofi Mensah',
    )
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit name and addresses' }).click()
    await page.getByLabel('Email', { exact: true }).fill('noor@test.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Another profile of this account has this address.').waitFor()
    expect(faults.splice(0)).toEqual([expect.stringContaining('409')])
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Email', { exact: true }).fill('kofi@elsewhere.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'kofi@elsewhere.test' }).waitFor()
    await page.getByRole('button', { name: 'Send invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send invite' })
    await dialog.getByLabel('Personal note').fill('See you on Friday.')
    await dialog.locator('.email-frame').getByText('See you on Friday.').waitFor()
    await dialog.getByRole('button', { name: 'Send 1 invite' }).click()
    await dialog.getByText('1 sent').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Latest invite by email').waitFor()
    await fixture.running.service.drainOutbox()
    const { campaigns } = (await fixture.account.call('GET', '/campaigns')).body
    expect(campaigns).toMatchObject([
      { name: 'Kofi Mensah', note: 'See you on Friday.', reminderDays: [3, 6], funnel: { invited: 1 } },
    ])
    await page.reload()
    await page.getByText('Last invite: today').waitFor()
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.getByText('Already invited today.').waitFor()
    await page.keyboard.press('Escape')

    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const forGood = page.getByRole('button', { name: 'Delete for good' })
    expect(await forGood.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Type Kofi Mensah').fill('Kofi Mensah')
    await forGood.click()
    await page.getByText('everything held on them is deleted').waitFor()
    await page.waitForURL('**/people')
    expect((await fixture.account.call('GET', `/profile/${kofi}`)).status).toBe(404)
    expect(faults).toEqual([])
    await page.goto(`${fixture.url}/people/${kofi}`)
    await heading(page, 'Not here')
  })
})

/** One person who took DISC twice, with unreliable answers and a deletion request, and one who is not invited. */
async function settle({ running, account }: OAuthFixture): Promise<{ noor: string; kofi: string }> {
  const { db } = running
  const { parts } = running.service
  const demo = { ...account, owner: 'owner@heron.test' }
  const person = {
    firstName: 'Noor',
    lastName: 'Okafor',
    mailbox: 'noor',
    locale: 'en' as const,
    tags: [],
    story: { kind: 'done' as const, daysAgo: 9 },
  }
  await createDemoPerson(parts, demo, person, [])
  await retakeDisc(parts, demo, { ...person, retookDaysAgo: 3 })
  await running.service.drainOutbox()
  const [{ id: noor = '' } = {}] = await db.admin<{ id: string }>(
    `update profile set quality = $2 where account_id = $1 and first_name = 'Noor' returning id`,
    [
      account.id,
      JSON.stringify({
        outcome: 'caution',
        reasons: [{ assessment: 'focus', index: 'speed', value: 2.4, limit: 3 }],
        notes: [],
      }),
    ],
  )
  await account.call('PATCH', `/profile/${noor}`, { email: 'noor@test.test' })
  await db.admin(
    `insert into erasure_request (account_id, profile_id, requested_at, told_since, told)
     values ($1, $2, now(), now(), 1)`,
    [account.id, noor],
  )
  await account.call('POST', '/tag', { label: 'Field', color: 'orange' })
  const { body } = await account.call('POST', '/tag', { label: 'Leads', color: 'emerald' })
  await account.call('POST', `/tag/${body.tag.id}/profiles`, { profileIds: [noor] })
  const added = await account.call('POST', '/profile', {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'kofi@test.test',
  })
  return { noor, kofi: String(added.body.profile.id) }
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function edit(
  page: Page,
  change: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
): Promise<void> {
  await page.getByRole('button', { name: 'Edit tags' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Field').waitFor()
  await change(dialog)
  await dialog.getByRole('button', { name: 'Save tags' }).click()
}
