import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { desktop, openDashboard } from '../support/dashboard.ts'
import { newEmail } from '../support/test-rows.ts'

describe.skipIf(!browserAvailable)('search', () => {
  let fixture: OAuthFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openOAuthFixture()
    browser = await launchBrowser()
    const { account, running } = fixture
    const add = async (firstName: string, lastName: string) =>
      (await account.call('POST', '/profile', { firstName, lastName })).body.profile.id as string
    const first = await add('Marta', 'Kowalska')
    await add('Elif', 'Kaya')
    for (const lastName of ['Sanz', 'Rey', 'Bello', 'Ruiz', 'Vega']) await add('María', lastName)
    await account.call('POST', '/campaign', { name: 'Autumn round' })
    await account.call('POST', '/saved-team', {
      name: 'Research core',
      color: 'emerald',
      profileIds: [first],
    })
    await running.db.admin(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, '0123456789abcdef01234567', 'maya@northwind.test', 'manager', now(), now())`,
      [account.id],
    )
  })
  afterAll(async () => browser?.close())

  test('by Ctrl K finds campaigns, saved teams and members, before people who are only similar', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people', desktop)
    const options = page.getByRole('dialog').getByRole('option')
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /campaign/ }).fill(text)
    }
    await find('maya')
    await options.filter({ hasText: 'Elif Kaya' }).waitFor()
    expect(await options.allTextContents()).toEqual(['maya@northwind.test Member', 'Elif Kaya Person'])
    await page.keyboard.press('Escape')
    await find('core')
    await options.filter({ hasText: 'Research core' }).waitFor()
    expect(await options.first().textContent()).toBe('Research core Saved team')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/teams?savedTeamIds=*')
    await find('autumn')
    await options.filter({ hasText: 'Autumn round' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Autumn round' }).waitFor()
    await find('maya')
    await options.first().click()
    await page.waitForURL('**/members?account=*#member-0123456789abcdef01234567')
    expect(await page.locator('#member-0123456789abcdef01234567').textContent()).toContain('maya@')
    expect(faults).toEqual([])
  })

  test('in the list of people shows the nearest match first, and says so; another order can be chosen', async () => {
    const { page, faults } = await openDashboard(browser, fixture, '/people?search=marta', desktop)
    const names = page.locator('tbody a[href*="/people/"]')
    const order = page.getByRole('combobox', { name: 'Order' })
    const firstName = () => names.first().textContent()
    await expect.poll(firstName).toBe('Marta Kowalska')
    expect(await order.locator('option:checked').textContent()).toBe('Best match first')
    await order.selectOption('Newest first')
    await expect.poll(firstName).toBe('María Vega')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('newest')
    await page.goto(`${fixture.url}/people`)
    await names.first().waitFor()
    expect(await order.locator('option').allTextContents()).not.toContain('Best match first')
    expect(faults).toEqual([])
  })

  test('events say who caused them, also what Timbre sends later for a member', async () => {
    const { account, running } = fixture
    const { page } = await openDashboard(browser, fixture, '/people', desktop)
    const email = newEmail()
    const { body } = await account.call('POST', '/profile', { firstName: 'Kofi', email })
    await account.call('POST', `/profile/${body.profile.id}/invite/email`)
    await running.db.admin(
      `update invite set client_id = null, member_id = (select id from member where email = $2) where profile_id = $1`,
      [body.profile.id, fixture.owner.email],
    )
    await running.service.drainOutbox()
    await page.goto(`${fixture.url}/events`)
    const row = page.getByRole('row').filter({ hasText: 'invite.sent' }).first()
    await row.waitFor()
    const [when = '', , , by] = await row.getByRole('cell').allTextContents()
    expect(by).toBe(`TimbreInvited by ${fixture.owner.email}`)
    expect(when).toMatch(/\d{1,2} \w{3,4} 20\d\d/)
  })
})
