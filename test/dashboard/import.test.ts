import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, narrow, openDashboard } from '../support/dashboard.ts'
import { type ExportedPerson, messyExport } from '../support/messy-export.ts'
import { axe } from '../support/person.ts'

describe.skipIf(!browserAvailable)('importing a list', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    await fixture.running.db.admin(`update account set billing_status = 'active'`)
  })
  afterAll(async () => browser?.close())

  test('that is an export of 200 people with all its oddities adds no person wrong', async () => {
    const { bytes, people, onlyByPhone, toCorrect, nationalNumbers } = messyExport()
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await takeFile(page, 'export.csv', Buffer.from(bytes))
    await page.getByText('Read as Windows-1252. Check letters such as ä').waitFor()
    await page.getByText('2 lines above the column names are left out.').waitFor()
    const left = nationalNumbers - onlyByPhone.length
    await page.getByText(`${left} numbers need their country code and are left out.`).waitFor()
    // By email to all who have an address, whatever their number is; by SMS to the one with a whole number.
    await send(page, people.length).waitFor()
    const tally = page.locator('.invite-tally')
    expect(await tally.textContent()).toMatch(
      `${people.length} invites, ${people.length} new, ${toCorrect + onlyByPhone.length} to correct.`,
    )
    expect((await rows(page)).slice(0, 2)).toEqual([
      'Anna Müller person.0@acme.test: New, by email. Phone left out: no country code',
      'Björn O’Brien person.1@acme.test: New, by email. Phone left out: no country code',
    ])
    await page.getByText('Email and reminders').click()
    await page.locator('.email-preview-head').waitFor()
    await page.getByLabel('Seen on').selectOption({ label: 'Plain text' })
    await page.locator('.email-preview-text', { hasText: 'Guten Tag Anna' }).waitFor()

    const country = page.getByLabel('Phone numbers without a country code are from')
    await country.selectOption({ label: 'Germany (+49)' })
    await page.getByText(`${nationalNumbers} numbers are read with +49.`).waitFor()
    const all = people.length + onlyByPhone.length
    await send(page, all).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Only the').check()
    expect((await rows(page)).map((row) => row.replace(/^.*: (Line )/, '$1'))).toEqual([
      'Line 33: there is no email address or phone number',
      'Line 35: this email address looks incomplete',
      'Line 41: the address has more than one @',
      'Line 45: the address has more than one @',
      expect.stringContaining('there is no email address or phone number'),
    ])

    await page.getByRole('button', { name: `Add ${all} without inviting` }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    const wanted = [...people, ...onlyByPhone]
    expect((await addedPeople(fixture)).map(asText).sort()).toEqual(wanted.map(asText).sort())
    await page.getByRole('button', { name: 'Correct the rest' }).click()
    const remaining = (await field(page).inputValue()).split('\n')
    expect(remaining).toHaveLength(toCorrect + 1)
    expect(remaining[0]).toBe(
      'Employee No;Surname;Given name;Work e-mail;Mobile;Department;Language;Start date',
    )
    expect(faults).toEqual([])
  })

  test('lets a column without a name be chosen, and remembers nothing of it for the next list', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', narrow)
    await field(page).fill('Name,,Team\nAnn Lee,ann.lee@acme.test,Red\nBo Li,(see list),Blue\nCy Yo,,Blue')
    await page.getByRole('button', { name: 'Choose what each column is' }).click()
    const column = page.getByLabel('Read Column 2 as')
    for (const label of ['Phone', 'Ignore', 'Email']) {
      await column.selectOption({ label })
      expect(await column.locator('option:checked').textContent()).toBe(label)
    }
    await send(page, 1).waitFor()
    expect((await rows(page))[0]).toBe('Ann Lee ann.lee@acme.test: New, by email')
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    // The column of the next list has the same number, and is of another kind.
    await field(page).fill('Blue,Di Ray,di.ray@acme.test\nRed,Ed Fox,ed.fox@acme.test')
    await page.getByRole('button', { name: 'Choose what each column is' }).click()
    expect(await page.getByLabel('Read Column 2 as').inputValue()).toBe('ignore')
    expect(await page.getByLabel('Read Column 3 as').inputValue()).toBe('email')
    await send(page, 2).waitFor()
    expect(faults).toEqual([])
  })

  test('keeps a title of a list out of the email and the names', async () => {
    const { page } = await openDashboard(browser, fixture, '/invite', desktop)
    await field(page).fill('HR export 28.11.2026\nAnn Lee, ann.lee@acme.test')
    await send(page, 1).waitFor()
    expect((await rows(page))[0]).toMatch('Line 1: there is no email address or phone number')
    await page.getByText('Email and reminders').click()
    await page.getByLabel('Seen on').selectOption({ label: 'Plain text' })
    await page.locator('.email-preview-text', { hasText: 'Hello Ann' }).waitFor()
  })
})

const field = (page: Page) => page.getByLabel('One person per line: email or phone, then name')
const takeFile = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
const send = (page: Page, count: number) =>
  page.locator('.button-main:not([aria-disabled=true])', { hasText: `Send ${count} invite` })

/** Each row of the preview as “name: outcome”. */
async function rows(page: Page): Promise<string[]> {
  return page
    .locator('.invite-rows .invite-row')
    .evaluateAll((all) => all.map((row) => Array.from(row.children, (part) => part.textContent).join(': ')))
}

/** Those of the export, as they are on the account. */
async function addedPeople({ account }: OAuthFixture): Promise<ExportedPerson[]> {
  const people: ExportedPerson[] = []
  for (let page = 1; page <= 5; page += 1) {
    const { body } = await account.call('GET', `/profiles?limit=50&page=${page}&includeTags=true&state=all`)
    for (const one of body.profiles) {
      if (one.customIds.length === 0) continue
      people.push({
        ...(one.email && { email: one.email.toLowerCase() }),
        ...(one.phone && { phone: one.phone }),
        ...(one.firstName && { firstName: one.firstName }),
        ...(one.lastName && { lastName: one.lastName }),
        ...(one.locale && { locale: one.locale }),
        customId: one.customIds[0],
        ...(one.tags.length > 0 && { tags: one.tags.map(({ label }: { label: string }) => label) }),
      })
    }
  }
  return people
}

function asText(person: ExportedPerson): string {
  return JSON.stringify(Object.entries(person).sort())
}
