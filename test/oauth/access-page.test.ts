import { beforeAll, expect, test } from 'vitest'
import { dashboardSessionOf } from '../support/dashboard-session.ts'
import { invite } from '../support/person.ts'
import { callAs, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { addSignedInMember, createOwnedAccount, type MembersVisitor } from './members-page.ts'

let running: TestService
let now = new Date()
beforeAll(async () => {
  running = await startTestService({}, { clock: () => now })
})

const hour = 3_600_000

/** The text of one section of `/access`, without tags. */
async function section(owner: MembersVisitor, kind: 'report' | 'share' | 'invite'): Promise<string> {
  const { text } = await owner.get('/access')
  const [, found = ''] =
    new RegExp(`<section[^>]*aria-labelledby="${kind}">([^]*?)</section>`).exec(text) ?? []
  return found.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

/** Opens a link as a browser does, and waits until the use is written. */
async function open(address: string): Promise<number> {
  const { status } = await fetch(address, { redirect: 'manual' })
  await running.service.flushUses()
  return status
}

async function publicLink(account: TestAccount): Promise<string> {
  const { body } = await account.call('POST', '/assessment-invite', { assessmentIds: ['disc'] })
  return body.link
}

/** How often this account's row was updated, judged by its versions. */
async function versionOf(table: string, account: TestAccount): Promise<{ version: string; at: string }[]> {
  return running.db.admin(
    `select xmin::text as version, last_opened_at::text as at from ${table} where account_id = $1`,
    [account.id],
  )
}

test('pages that belong to the settings lead back there, and the menu says where they are', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const marked = (text: string) =>
    [...text.matchAll(/class="navigation-entry"[^>]*aria-current="(\w+)"[^>]*>([^<]+)/g)].map(
      ([, how, name]) => [name, how],
    )
  for (const page of ['access', 'company', 'sessions', 'passkeys']) {
    const { text } = await owner.get(`/${page}`)
    expect(text, page).toMatch(/<p class="settings-back"><a href="\/settings">.*?Settings<\/a>/)
    expect(marked(text), page).toEqual([['Settings', 'true']])
  }
  const { text: apps } = await owner.get('/apps')
  expect(marked(apps)).toEqual([['Connected apps', 'page']])
  expect(apps).toContain('settings-back')
  const coach = await addSignedInMember(running, account, 'coach')
  expect((await coach.get('/sessions')).text).not.toContain('href="/settings"')
})

test('company sign-in has three addresses to copy, and the steps of providers', async () => {
  const { owner } = await createOwnedAccount(running)
  const { text } = await owner.get('/company')
  const labels = [...text.matchAll(/class="button button-small copy"[^>]*aria-label="([^"]+)"/g)].map(
    ([, label]) => label,
  )
  expect(labels).toEqual([
    'Copy the text for Redirect URI (OpenID Connect)',
    'Copy the text for Assertion consumer service URL (SAML)',
    'Copy the text for Entity ID of Timbre (SAML)',
  ])
  const guide = /<a href="([^"]+)"[^>]*>Steps for Microsoft Entra ID, Okta and Google Workspace/.exec(
    text,
  )?.[1]
  const page = await (await fetch(guide ?? '')).text()
  for (const name of ['Microsoft Entra ID', 'Okta', 'Google Workspace'])
    expect(page).toContain(`>${name}</h3>`)
})

test('a public link shows when it was last opened, written at most once an hour', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const link = await publicLink(account)
  expect(await section(owner, 'share')).toContain('Not used yet')
  expect(await open(link)).toBe(200)
  expect(await section(owner, 'share')).toContain('Last used: Less than a minute ago')
  const first = await versionOf('share_link', account)
  now = new Date(now.getTime() + hour - 60_000)
  for (let time = 0; time < 20; time += 1) expect(await open(link)).toBe(200)
  expect(await versionOf('share_link', account)).toEqual(first)
  now = new Date(now.getTime() + 2 * 60_000)
  await open(link)
  expect(await versionOf('share_link', account)).not.toEqual(first)
  now = new Date(now.getTime() + 3 * hour)
  expect(await section(owner, 'share')).toContain('Last used: 3 hours ago')
})

test('a report link does too, and opening one that shows nothing writes nothing', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const taker = await openTaker(running, account, { assessmentIds: ['disc'] })
  await take(running, taker, 1, ['disc'])
  const { profileId } = taker
  const { url, id } = (await account.call('POST', '/report-link', { profileId })).body.data
  expect(await section(owner, 'report')).toContain('Not used yet')
  expect(await open(`${url.slice(0, -4)}AAAA`)).toBe(404)
  expect(await section(owner, 'report')).toContain('Not used yet')
  expect(await open(url)).toBe(200)
  expect(await section(owner, 'report')).toContain('Last used: Less than a minute ago')
  // A link older than the column may have been opened or not.
  await running.db.admin('update report_link set last_opened_at = null where account_id = $1', [account.id])
  expect(await section(owner, 'report')).not.toMatch(/Last used|Not used/)
  await account.call('DELETE', `/report-link/${id}`)
  now = new Date(now.getTime() + 2 * hour)
  expect(await open(url)).toBe(404)
  expect(await versionOf('report_link', account)).toMatchObject([{ at: null }])
})

test('an invite link shows who had it sent, and reading its page changes nothing', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const { link } = await invite(running, account)
  const [client] = await running.db.admin<{ name: string }>(
    'select name from machine_client where account_id = $1',
    [account.id],
  )
  const first = await section(owner, 'invite')
  expect(first).toContain(`Created by: ${client?.name}`)
  expect(first).toContain('Not used yet')
  expect(await open(link)).toBe(200)
  expect(await section(owner, 'invite')).toBe(first)
})

test('an invite that a member sent from the dashboard names the member; one that a person requested names the person', async () => {
  const { account, owner } = await createOwnedAccount(running)
  const { tokens } = await dashboardSessionOf(running, owner.email)
  const call = callAs(running.baseUrl, tokens.accessToken)
  const { body } = await call('POST', '/profile', { firstName: 'Ada', email: newEmail() })
  await call('POST', `/profile/${body.profile.id}/invite/email`)
  expect(await section(owner, 'invite')).toContain(`Created by: ${owner.email}`)
  await call(
    'POST',
    `/profile/${(await call('POST', '/profile', { email: newEmail() })).body.profile.id}/invite/email`,
  )
  const links = async (query: string) =>
    (await owner.get(`/access?q=${query}`)).text.match(/name="link"/g)?.length
  expect([await links('ADA'), await links('test')]).toEqual([1, 2])
  expect((await owner.get('/access?q=%3Cada')).text).toContain('There is no link for “&lt;ada”.')
  await running.db.admin(
    `update invite set origin = 'person', client_id = null, grant_id = null,
    member_id = null where account_id = $1`,
    [account.id],
  )
  expect(await section(owner, 'invite')).toContain('Created by: The person')
})
