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
    ])
    await page.getByText('1 row of totals is left out.').waitFor()

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

  test('asks whose address it is that has two names, and merges neither', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await field(page).fill(
      'Nachname;Vorname;E-Mail;Telefon\nKöhler;Jörg;jk@two.test;+49 151 12345670\nLee;Ann;ann@two.test;\n' +
        'Zwei;Sekretariat;jk@two.test;\nLÉE;ann;Ann@two.test;',
    )
    await send(page, 1).waitFor()
    expect(await rows(page)).toEqual([
      expect.stringMatching(
        /^jk@two\.test: Lines 2 and 4: two names at one address: Jörg Köhler, Sekretariat Zwei\. Which\?/,
      ),
      'Ann Lee ann@two.test: New, by email. Two lines joined',
    ])
    expect(await page.locator('.invite-tally').textContent()).toMatch('1 invite, 1 new, 1 to correct.')
    const choice = page.getByLabel('Name at jk@two.test')
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Choose a name',
      'Jörg Köhler (line 2)',
      'Sekretariat Zwei (line 4)',
    ])
    expect(await axe(page)).toEqual([])
    await choice.selectOption({ label: 'Sekretariat Zwei (line 4)' })
    await send(page, 2).waitFor()
    // Without the number of the other.
    expect((await rows(page))[0]).toMatch(
      /^Sekretariat Zwei jk@two\.test: New, by email\. Line 2 left out: another name/,
    )
    await page.getByRole('button', { name: 'Add 2 without inviting' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    const { body } = await fixture.account.call('GET', '/profiles?search=jk@two.test&state=all')
    expect(body.profiles).toMatchObject([{ firstName: 'Sekretariat', lastName: 'Zwei', phone: null }])

    // The other one is named, stays in the list, and can be added by a number of their own.
    await page.getByText('1 to correct, left in the list: Jörg Köhler.').waitFor()
    await page.getByRole('button', { name: 'Correct the rest' }).click()
    await page.getByText('Line 2: another name was chosen for this address').waitFor()
    await page.getByLabel('Add Jörg Köhler as well, by +4915112345670').check()
    await page.getByText('New, by SMS').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Add 1 without inviting' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    const found = await fixture.account.call('GET', '/profiles?search=15112345670&state=all')
    expect(found.body.profiles).toMatchObject([{ firstName: 'Jörg', email: null, phone: '+4915112345670' }])
    await page.getByRole('button', { name: 'Invite more' }).click()

    await field(page).fill('noor@two.test, Noor Okafor\nnoor@two.test, Noor Other\nnoor@two.test, Noor Third')
    await page.getByText('3 names at one address: Noor Okafor, Noor Other, Noor Third. Which?').waitFor()
    expect(faults).toEqual([])
  })

  test('asks for the country of numbers in a column without a name, and says what is wrong with others', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await fixture.account.call('PATCH', '/account/preferences', { timezone: 'Europe/Berlin' })
    await page.reload()
    await field(page).fill(
      'Nachname;Vorname;E-Mail;;Seit\nLee;Ann;ann@tel.test;0170 1000000;01.02.2005\nNg;Bo;;0151 23456001;02.02.2005\n' +
        'Yo;Cy;;0151 0000000;03.02.2005\nFox;Ed;ed@tel.test;0151 000000000;04.02.2005\nSumme;4;;;',
    )
    await page.getByText('1 row of totals is left out.').waitFor()
    expect(await page.getByLabel('Read Column 4 as').locator('option:checked').textContent()).toBe('Phone')
    expect(await page.getByLabel('Read Seit as').locator('option:checked').textContent()).toBe('Ignore')
    const country = page.getByLabel('Phone numbers without a country code are from')
    // Proposed, and not taken.
    await page.getByRole('button', { name: 'Use Germany (+49)' }).waitFor()
    expect(await country.locator('option:checked').textContent()).toBe('Choose a country')
    expect((await rows(page))[1]).toMatch('Bo Ng')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Use Germany (+49)' }).click()
    expect(await country.locator('option:checked').textContent()).toBe('Germany (+49)')
    await send(page, 3).waitFor()
    expect(await rows(page)).toEqual([
      'Ann Lee ann@tel.test +491701000000: New, by email',
      'Bo Ng +4915123456001: New, by SMS',
      'Cy Yo 01510000000: Line 4: the phone number has a digit too few for Germany',
      'Ed Fox ed@tel.test: New, by email. Phone left out: the phone number has a digit too many for Germany',
    ])
    expect(faults).toEqual([])
  })

  test('reads names in the order that addresses show, and asks for it once where none does', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/invite', desktop)
    await field(page).fill('Adams, Paul, paul.adams@order.test\nBloom, Ria, rb7@order.test')
    await send(page, 2).waitFor()
    expect(await rows(page)).toEqual([
      'Paul Adams paul.adams@order.test: New, by email',
      'Ria Bloom rb7@order.test: New, by email',
    ])
    const question = page.getByRole('group', { name: 'Which name comes first in this list?' })
    expect(await question.count()).toBe(0)
    await field(page).fill('Adams, Paul, info1@order.test\nBloom, Ria, info2@order.test')
    await question.waitFor()
    await question.getByLabel('First name Paul, last name Adams').check()
    await page.locator('.invite-row', { hasText: 'Ria Bloom' }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('shows all columns above the bar, and eight people apart from their sum', async () => {
    // As small as screens of laptops are.
    const { page } = await openDashboard(browser, fixture, '/invite', {
      viewport: { width: 1280, height: 800 },
    })
    const people = Array.from(
      { length: 12 },
      (_, n) => `${n};Family${n};Given${n};p${n}@eight.test;Sales;2019`,
    )
    await field(page).fill(['Nr;Nachname;Vorname;E-Mail;Abteilung;Seit', ...people].join('\n'))
    await send(page, 12).waitFor()
    const bar = (await page.locator('.invite-bar').boundingBox())?.y ?? 0
    const { y = 0, height = 0 } = (await page.getByLabel('Read Seit as').boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(bar)
    const list = await page.locator('.invite-rows').boundingBox()
    const eighth = await page.locator('.invite-row').nth(7).boundingBox()
    const end = (list?.y ?? 0) + (list?.height ?? 0)
    expect((eighth?.y ?? 0) + (eighth?.height ?? 0)).toBeLessThanOrEqual(end)
    expect(end).toBeLessThanOrEqual(bar)
    const sum = await page.getByText('12 people, scroll for the rest').boundingBox()
    expect((sum?.y ?? 0) - end).toBeGreaterThanOrEqual(8)
    const tally = await page.getByText('12 invites, 12 new').boundingBox()
    expect((tally?.y ?? 0) + (tally?.height ?? 0)).toBeLessThanOrEqual(bar)
  })

  test('asks, and says what is wrong, in every language', async () => {
    const { page } = await openDashboard(browser, fixture, '/invite', desktop)
    const seen = new Set<string>()
    for (const locale of ['de', 'es', 'fr', 'jp', 'ko', 'nl', 'pt_BR', 'zh_CN']) {
      const { default: words } = await import(`../../content/locales/${locale}/dashboard/invite.json`, {
        with: { type: 'json' },
      })
      await page.goto(`${fixture.url}/?locale=${locale}`)
      await page.goto(`${fixture.url}/invite`)
      await page
        .locator('textarea.invite-lines')
        .fill('Jo, Köhler, a@all.test\nNia, Zwei, a@all.test\nBo Ng, 0170 1000000\nTotal, 3')
      const start = (text: string) => text.split('{')[0]?.trim() ?? ''
      await page.locator('.invite-row', { hasText: start(words.problems.names.email.two) }).waitFor()
      await page.getByText(words.nameOrder.ask).waitFor()
      const row = page.locator('.invite-row', { hasText: 'Köhler' })
      expect(await row.locator('option').first().textContent()).toBe(words.preview.chooseName)
      expect(await row.textContent()).toMatch(/Jo.*Nia|Köhler.*Zwei/)
      expect(await page.locator('.invite-read-as').textContent()).toMatch(/1/)
      await page.locator('#invite-country').selectOption('US')
      await page
        .locator('.invite-row', { hasText: 'Bo' })
        .filter({ hasText: await regionInPage(page, 'US') })
        .waitFor()
      seen.add((await row.textContent()) ?? '')
      await page.locator('textarea.invite-lines').fill('')
    }
    expect(seen.size).toBe(8)
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

/** The name of a country in the page's language. */
async function regionInPage(page: Page, code: string): Promise<string> {
  const language = (await page.locator('html').getAttribute('lang')) ?? 'en'
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
}
