import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  type MembersVisitor,
  membersOf,
  openSignedInBrowser,
} from '../oauth/members-page.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { namesOf, shortThenAll } from '../support/short-first.ts'

const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 900 } }
const places = [
  { name: 'a phone in the dark', ...phone, colorScheme: 'dark' },
  { name: 'a phone in the light', ...phone, colorScheme: 'light' },
  { name: 'a desktop in the light', ...desktop, colorScheme: 'light' },
  { name: 'a desktop in the dark', ...desktop, colorScheme: 'dark' },
] as const

describe.skipIf(!browserAvailable)('the member pages', () => {
  let running: TestService
  let browser: Browser
  let account: TestAccount
  let owner: MembersVisitor
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
    ;({ account, owner } = await createOwnedAccount(running, 'Northwind'))
    await addSignedInMember(running, account, 'manager', `maya-${newPublicId()}@northwind.test`)
    const other = await createOwnedAccount(running, 'Blue Heron')
    await addSignedInMember(running, other.account, 'user', owner.email)
    const third = await createOwnedAccount(running, 'Kestrel')
    await third.owner.post('/members/invite', {
      account: third.account.id,
      invitee: owner.email,
      role: 'manager',
    })
    await owner.post('/members/invite', {
      account: account.id,
      invitee: `ines-${newPublicId()}@northwind.test`,
      role: 'user',
    })
  })
  afterAll(() => browser?.close())

  const tabs: Record<string, Page> = {}
  /** The one tab with scripts, or the one without, in the session of this visitor. */
  async function open(visitor: MembersVisitor, javaScriptEnabled = true): Promise<Page> {
    const kind = String(javaScriptEnabled)
    tabs[kind] ??= await (await browser.open({ ...phone, javaScriptEnabled })).newPage()
    const page = tabs[kind]
    const [name = '', value = ''] = visitor.cookie.split('=')
    await page.context().addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
    return page
  }

  for (const { cases, isLong, options } of shortThenAll(places)) {
    test(`have no accessibility errors and fit, on ${namesOf(cases)}`, options, async () => {
      const page = await open(owner)
      const check = async () => {
        for (const { name, viewport, colorScheme } of cases) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ colorScheme })
          expect(await axe(page), name).toEqual([])
          const { wide, high } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            high: [...document.querySelectorAll('.button, .field')].every((one) => one.clientHeight >= 34),
          }))
          expect([wide, high], name).toEqual([0, true])
        }
      }
      await page.goto(`${running.url}/members?account=${account.id}`)
      // The page with an error has all of it.
      if (isLong) await check()
      await page.getByLabel('Email address').fill('grace at home')
      await page.getByRole('button', { name: 'Send the invitation' }).click()
      await page.getByRole('alert').waitFor()
      await check()
      await page.getByRole('link', { name: /^Remove/ }).click()
      await page.getByRole('heading', { name: /^Remove maya-.* from Northwind\?$/ }).waitFor()
      await check()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('heading', { name: 'Members of Northwind' }).waitFor()
    })
  }

  test('align the controls of all rows', { tags: 'long' }, async () => {
    const page = await open(owner)
    await page.goto(`${running.url}/members?account=${account.id}`)
    for (const width of [720, 960, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const rows = await page.evaluate(() =>
        [...document.querySelectorAll('[aria-labelledby=members] .member-acts')].map((acts) =>
          [...acts.querySelectorAll('select, .button')].map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return { x, end: x + width, middle: y + height / 2 }
          }),
        ),
      )
      const [first = []] = rows
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows) {
        expect(new Set(row.map(({ middle }) => middle)).size, String(width)).toBe(1)
        expect(row.map(({ x, end }) => [x, end])).toEqual(first.map(({ x, end }) => [x, end]))
      }
    }
  })

  for (const { cases, options } of shortThenAll(['Connected apps', 'Members', 'Passkeys'])) {
    test(
      `share a menu with ${cases.join(', ')}, and sign-out, 320 and 1280 px wide, without JavaScript`,
      options,
      async () => {
        const page = await open(owner, false)
        await page.goto(`${running.url}/members`)
        const narrow = { width: 320, height: 640 }
        const menu = page.getByRole('navigation', { name: 'Pages' })
        const boxes: unknown[] = []
        for (const name of cases) {
          await page.setViewportSize(desktop.viewport)
          const { x, width } = (await menu.boundingBox()) ?? {}
          expect([x, width]).toEqual([0, 216])
          boxes.push(await menu.getByRole('link').evaluateAll((all) => all.map((one) => one.textContent)))
          await page.setViewportSize(narrow)
          if (name === 'Passkeys') await page.locator('.account').click()
          else await page.getByRole('link', { name: 'Open the menu' }).click()
          await page.getByRole('link', { name, exact: true }).click()
          await page.locator('[aria-current=page]', { hasText: name }).waitFor({ state: 'attached' })
          expect(await page.locator('[aria-current=page]').allTextContents()).toEqual([name])
          expect(await menu.isVisible()).toBe(false)
          await page.getByRole('link', { name: 'Open the menu' }).click()
          await menu.getByRole('link', { name: 'Settings' }).waitFor()
          await page.getByRole('link', { name: 'Close the menu' }).click()
          expect(await menu.isVisible()).toBe(false)
          await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
          const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
          const id = await everywhere.getAttribute('aria-describedby')
          expect(await page.locator(`#${id}`).textContent()).toMatch(/every browser .* every app/)
        }
        expect(boxes).toEqual(cases.map(() => boxes[0]))
      },
    )
  }

  test('offer the teams once the role of a coach is chosen, with room on a phone', async () => {
    const page = await open(owner)
    const long = 'Kundendienst Süddeutschland und Österreich'
    for (const label of ['Sales', long]) await account.call('POST', '/tag', { label, color: 'blue' })
    await page.goto(`${running.url}/members?account=${account.id}`)
    const teams = page.getByRole('group', { name: 'Teams of the coach' })
    expect(await teams.isVisible()).toBe(false)
    await page.getByRole('radio', { name: /^Coach/ }).check()
    await teams.getByRole('checkbox', { name: long }).check()
    for (const { name, viewport, colorScheme } of places) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      expect(await axe(page), name).toEqual([])
      await picture(page, `teams ${name}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('radio', { name: /^User/ }).check()
    expect(await teams.isVisible()).toBe(false)
  })

  test('lead a coach who is invited with teams to their people, without JavaScript', async () => {
    const own = await createOwnedAccount(running, 'Aster')
    await own.account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
    const page = await open(own.owner, false)
    await page.setViewportSize(desktop.viewport)
    await page.goto(`${running.url}/members`)
    const email = `${newPublicId()}@test.test`
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('radio', { name: /^Coach/ }).check()
    await page.getByRole('checkbox', { name: 'Sales' }).check()
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText(`Teams of ${email}: Sales.`).waitFor()
    await page.getByText('Sees the people of Sales.').waitFor()
    await open(await openSignedInBrowser(running, email), false)
    await page.goto(`${running.url}/members`)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('status').getByText('You see the people of Sales.').waitFor()
    expect(await page.getByRole('link', { name: 'See your people' }).getAttribute('href')).toBe('/people')
    // What is not for coaches is not in their menu, and says so to those who have its address.
    const menu = page.getByRole('navigation', { name: 'Pages' })
    const entries = await menu.getByRole('link').evaluateAll((all) => all.map((one) => one.textContent))
    expect(entries).toEqual(['People', 'Teams', 'Search', 'Connected apps', 'Members'])
    for (const path of ['clients', 'access', 'company']) {
      expect((await page.goto(`${running.url}/${path}`))?.status(), path).toBe(403)
      await page.getByText(/^Only owners of Aster .* Ask an owner of the account\.$/).waitFor()
    }
  })

  test('invite, change, accept and remove without JavaScript', { tags: 'long' }, async () => {
    const own = await createOwnedAccount(running, 'Aster')
    const page = await open(own.owner, false)
    await page.setViewportSize(phone.viewport)
    await page.goto(`${running.url}/members`)
    const email = `${newPublicId()}@test.test`
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way.').waitFor()

    const invited = await open(await openSignedInBrowser(running, email), false)
    await invited.goto(`${running.url}/members`)
    await invited.getByRole('button', { name: 'Accept' }).click()
    await invited.getByText('You are a member now.').waitFor()
    expect(await membersOf(running, own.account)).toMatchObject([{}, { email, role: 'user', accepted: true }])
    await open(own.owner, false)
    await page.goto(`${running.url}/members`)
    await page.getByLabel(`Role of ${email}`).selectOption('manager')
    await page.getByRole('button', { name: `Change ${email}` }).click()
    await page.getByText('The role is changed.').waitFor()
    await page.getByRole('link', { name: `Remove ${email}` }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The member is removed').waitFor()
    expect(await membersOf(running, own.account)).toHaveLength(1)
  })
})

async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/members ${name}.png`, fullPage: true })
}
