import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  type MembersVisitor,
  openSignedInBrowser,
} from '../oauth/members-page.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { namesOf, shortThenAll } from '../support/short-first.ts'

const places = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk-light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'desk-dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const
type Place = (typeof places)[number]

describe.skipIf(!browserAvailable)('the access and sessions pages', () => {
  let running: TestService
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  for (const { cases, isLong, options } of shortThenAll(places)) {
    test(
      `have no accessibility errors on ${namesOf(cases)}, and ask about keys at sign-out`,
      options,
      async () => {
        const { account, owner } = await createOwnedAccount(running, 'Northwind')
        await addSignedInMember(running, account, 'manager')
        await openSignedInBrowser(running, owner.email)
        await owner.post('/clients/create', {
          account: account.id,
          form: newPublicId(),
          name: 'Payroll export',
          scope: 'profiles:read',
        })
        const person = { firstName: 'Ada', lastName: 'King', email: `${newPublicId()}@test.test` }
        const { body } = await account.call('POST', '/profile', person)
        await account.call('POST', `/profile/${body.profile.id}/invite/email`)
        await account.call('POST', '/assessment-invite', { assessmentIds: ['disc'] })
        const context = await browser.open()
        const [name = '', value = ''] = owner.cookie.split('=')
        await context.addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
        const page = await context.newPage()
        const watched = watch(page, running.url)
        await page.goto(`${running.url}/access`)
        await page.getByRole('heading', { name: 'Who can reach Northwind' }).waitFor()
        await check(page, 'access', cases)
        await page.goto(`${running.url}/sessions`)
        if (isLong) await check(page, 'sessions', cases)
        await page.goto(`${running.url}/sessions?done=1`)
        await check(page, 'sessions-ended', cases)
        await page.getByRole('button', { name: 'Sign out everywhere' }).click()
        await page.getByRole('button', { name: 'Revoke selected keys and sign out' }).waitFor()
        await check(page, 'sign-out', cases)
        await running.db.admin('update account set require_passkey = true where id = $1', [account.id])
        await page.goto(`${running.url}/members`)
        await page.getByRole('link', { name: 'Sign in with a passkey' }).waitFor()
        await check(page, 'needed', cases)
        // The last page is a 403, which the browser logs.
        expect(watched.faults.filter((fault) => !fault.includes('403'))).toEqual([])
        await context.close()
      },
    )
  }

  test('have none when empty, with many entries and for a member who is not an owner', {
    tags: 'long',
  }, async () => {
    const bare = await createOwnedAccount(running, 'Bare')
    const full = await createOwnedAccount(running, 'Full of links')
    const other = await addSignedInMember(running, full.account, 'user')
    await addSignedInMember(running, full.account, 'owner')
    await fillWithLinks(running, full.account.id, full.owner.email)
    const context = await browser.open()
    const page = await context.newPage()
    const watched = watch(page, running.url)
    const as = async ({ cookie }: MembersVisitor, path: string, state: string) => {
      const [name = '', value = ''] = cookie.split('=')
      await context.clearCookies()
      await context.addCookies([{ name, value, url: running.url, httpOnly: true, sameSite: 'Lax' }])
      await page.goto(running.url + path)
      await check(page, state)
    }
    await as(bare.owner, '/access', 'access-bare')
    await as(bare.owner, '/sessions', 'sessions-bare')
    await as(full.owner, '/access', 'access-full')
    await page.locator('summary', { hasText: 'Report links' }).click()
    await check(page, 'access-open')
    await page.getByRole('link', { name: 'Show more Report links' }).click()
    await page.getByRole('link', { name: 'Back to the start' }).waitFor()
    await check(page, 'access-second')
    await as(full.owner, '/sessions', 'sessions-full')
    await as(other, '/access', 'access-user')
    await page.getByText('Only owners of Full of links').waitFor()
    expect(watched.faults.filter((fault) => !fault.includes('403'))).toEqual([])
  })
})

/** Checks accessibility and width in these sizes and themes; saves pictures if PICTURES is set. */
async function check(page: Page, state: string, at: readonly Place[] = places): Promise<void> {
  const folder = process.env.PICTURES
  for (const place of at) {
    await page.setViewportSize(place.viewport)
    await page.emulateMedia({ colorScheme: place.colorScheme })
    if (folder) await page.screenshot({ path: `${folder}/${state} ${place.name}.png`, fullPage: true })
    expect(await axe(page), `${state} ${place.name}`).toEqual([])
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide, `${state} ${place.name}`).toBe(0)
  }
}

/** Links of every kind over several pages, with names of every length, and sessions in several browsers. */
async function fillWithLinks({ db }: TestService, accountId: string, email: string): Promise<void> {
  const names = ['Noor', 'Wolfeschlegelsteinhausenbergerdorff', '', 'Ada Maria Magdalena Philippa']
  const made = `now() - n * interval '7 hours', now() + interval '20 days'`
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, email, first_name, last_name, state,
        available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'p' || n || '@test.test',
            nullif(($2::text[])[1 + n % 4], ''), case when n % 4 = 2 then null else 'Okafor' end, 'pending', '{}', '{}'
       from generate_series(1, 30) n`,
    [accountId, names],
  )
  await db.admin(
    `insert into report_link (account_id, id, created_at, expires_at, kind, profile_id, token_hash, made_by, member_id)
     select $1::public_id, left(md5('r' || n), 24), ${made}, 'person', lpad(to_hex(n), 24, '0'), sha256(('r' || n)::bytea),
            case when n % 3 = 0 then 'person' else 'account' end,
            case when n % 3 = 1 then (select id from member where account_id = $1::public_id and email = $2) end
       from generate_series(1, 30) n`,
    [accountId, email],
  )
  await db.admin(
    `insert into person_session (person_id, token_hash, method, created_at, last_seen_at, expires_at, agent)
     select person.id, sha256(('s' || n)::bytea), 'code', now() - n * interval '9 hours',
            now() - n * interval '1 hour', now() + interval '9 days', 'Firefox on Windows'
       from generate_series(1, 12) n, person where person.email = $1`,
    [email],
  )
}
