import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { addMember, membersOf, openOwned, type Visitor, visit } from '../oauth/members-page.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe } from '../support/person.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 900 } }

describe.skipIf(!browserAvailable)('the pages of members', () => {
  let running: TestService
  let browser: Browser
  let account: TestAccount
  let owner: Visitor
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
    ;({ account, owner } = await openOwned(running, 'Northwind'))
    await addMember(running, account, 'manager', `maya-${newPublicId()}@northwind.test`)
    const other = await openOwned(running, 'Blue Heron')
    await addMember(running, other.account, 'user', owner.email)
    const third = await openOwned(running, 'Kestrel')
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

  async function open(visitor: Visitor, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.open(options)
    const [name = '', value = ''] = visitor.cookie.split('=')
    await context.addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
    return context.newPage()
  }

  test.each([
    ['a phone in the light', { ...phone, colorScheme: 'light' }],
    ['a phone in the dark', { ...phone, colorScheme: 'dark' }],
    ['a desk in the light', { ...desktop, colorScheme: 'light' }],
    ['a desk in the dark', { ...desktop, colorScheme: 'dark' }],
  ] as const)('are for everybody, and fit, on %s', async (_, options) => {
    const page = await open(owner, options)
    const check = async () => {
      expect(await axe(page)).toEqual([])
      const { wide, high } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        high: [...document.querySelectorAll('.button, .field')].every((one) => one.clientHeight >= 34),
      }))
      expect([wide, high]).toEqual([0, true])
    }
    await page.goto(`${running.url}/members?account=${account.id}`)
    await check()
    await page.getByLabel('Email address').fill('grace at home')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByRole('alert').waitFor()
    await check()
    await page.getByRole('link', { name: /^Remove/ }).click()
    await page.getByRole('heading', { name: /^Remove maya-.* from Northwind\?$/ }).waitFor()
    await check()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Members of Northwind' }).waitFor()
    await page.context().close()
  })

  test('put the controls of every row in one line, one under the other', async () => {
    for (const width of [720, 960, 1280]) {
      const page = await open(owner, { viewport: { width, height: 900 } })
      await page.goto(`${running.url}/members?account=${account.id}`)
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
      await page.context().close()
    }
  })

  test.each([{ width: 320, height: 640 }, desktop.viewport])(
    'are one place with apps and passkeys: one head, ways to each other, and signing out, $width wide',
    async (viewport) => {
      const page = await open(owner, { viewport, javaScriptEnabled: false })
      await page.goto(`${running.url}/members`)
      const boxes = []
      for (const name of ['Connected apps', 'Members', 'Passkeys']) {
        await page.getByRole('navigation', { name: 'Your access' }).getByRole('link', { name }).click()
        const current = page.locator('[aria-current=page]')
        expect(await current.allInnerTexts()).toEqual([name])
        boxes.push([
          await page.getByText('Timbre', { exact: true }).boundingBox(),
          await page.getByText('English', { exact: true }).boundingBox(),
          await page.getByRole('navigation', { name: 'Your access' }).boundingBox(),
        ])
        await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
        const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
        const id = await everywhere.getAttribute('aria-describedby')
        expect(await page.locator(`#${id}`).textContent()).toMatch(/every browser .* every app/)
      }
      expect(boxes[1]).toEqual(boxes[0])
      expect(boxes[2]).toEqual(boxes[0])
      await page.context().close()
    },
  )

  test('invite, change, accept and remove without JavaScript', async () => {
    const own = await openOwned(running, 'Aster')
    const page = await open(own.owner, { ...phone, javaScriptEnabled: false })
    await page.goto(`${running.url}/members`)
    const email = `${newPublicId()}@test.test`
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way.').waitFor()

    const invited = await open(await visit(running, email), { ...phone, javaScriptEnabled: false })
    await invited.goto(`${running.url}/members`)
    await invited.getByRole('button', { name: 'Accept' }).click()
    await invited.getByText('You are a member now.').waitFor()
    expect(await membersOf(running, own.account)).toMatchObject([{}, { email, role: 'user', accepted: true }])
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
