import { beforeAll, describe, expect, test } from 'vitest'
import { memberOperations } from '../../src/catalog.ts'
import { locales } from '../../src/contract/locale.ts'
import { maxNoticesPerDay } from '../../src/domain/notice/notify-owners.ts'
import { type OwnerNotice, renderOwnerNoticeEmail } from '../../src/domain/notice/owner-notice-email.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { signIn, startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages, openPerson } from '../support/signing-in.ts'
import { registerApp } from '../support/third-party.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  type MembersVisitor,
  openSignedInBrowser,
} from './members-page.ts'

let running: TestService
let now = new Date()
beforeAll(async () => {
  running = await startTestService({}, { clock: () => now })
})

/** Subjects of the emails that an address got, in alphabetical order. */
async function subjects(email: string): Promise<string[]> {
  await running.service.drainOutbox()
  return (await mailboxMessages(running.url, email)).map(({ subject }) => subject).sort()
}

const key = (account: { id: string }, name = 'CRM') => ({
  account: account.id,
  form: newPublicId(),
  name,
  scope: 'profiles:read',
})

/** Every writing operation on members, and whether it notifies owners. */
const heard: Record<string, boolean> = {
  invite_member: true,
  change_member_role: true,
  remove_member: true,
  accept_membership: true,
  create_client: true,
  rotate_client: true,
  revoke_client: true,
  revoke_own_clients: true,
  require_passkey: true,
  prove_sign_in_domain: true,
  remove_sign_in_domain: true,
  require_identity_provider: true,
  set_oidc_provider: true,
  set_saml_provider: true,
  remove_identity_provider: true,
  // No one gains or loses access.
  add_sign_in_domain: false,
  decline_membership: false,
  end_links: false,
  end_sessions: false,
  // A passkey has its own notice, from the authorization server.
  change_passkeys: false,
}

test('every change that members can make is listed here, with whether owners are notified', () => {
  const writing = Object.values(memberOperations).filter(({ effect }) => (effect as string) !== 'reads')
  expect(writing.map(({ name }) => name).sort()).toEqual(Object.keys(heard).sort())
})

describe('owners', () => {
  test('are notified of keys created, rotated and revoked, with actor and name', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const other = await addSignedInMember(running, account, 'owner')
    const invited = `${newPublicId()}@test.test`
    await running.db.admin(
      `insert into member (account_id, id, email, role, created_at, invitation_expires_at)
       values ($1, $2, $3, 'owner', now(), now() + interval '1 day')`,
      [account.id, newPublicId(), invited],
    )
    const made = await owner.post('/clients/create', key(account, 'Payroll https://evil.example'))
    const [client = ''] = /m2m_us_[\w-]{32}/.exec(made.text) ?? []
    const page = await owner.get(`/clients/rotate?account=${account.id}&client=${client}`)
    const newest = /name="newest" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    now = new Date(now.getTime() + 1_000)
    await owner.post('/clients/rotate', { account: account.id, client, overlap: 'now', newest })
    const name = 'Payroll https://evil.example'
    await owner.post('/clients/revoke', { account: account.id, client, name })
    const expected = [
      'API key of Heron & Co revoked',
      'New API key for Heron & Co',
      'New secret for an API key of Heron & Co',
    ]
    expect(await subjects(owner.email)).toEqual(expected)
    expect(await subjects(other.email)).toEqual(expected)
    expect(await subjects(invited)).toEqual([])
    const letters = await mailboxMessages(running.url, other.email)
    const about = letters.find(({ subject }) => subject.startsWith('New API key'))
    expect(about?.text).toContain(`${owner.email} created the API key “Payroll evil. example”`)
    expect(about?.links).toEqual([`${running.url}/access?account=${account.id}`])
  })

  test('are notified of members who are invited, join, change role, are removed or leave; other members are not', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    const email = `${newPublicId()}@test.test`
    await manager.post('/members/invite', { account: account.id, invitee: email, role: 'user' })
    const guest = await openSignedInBrowser(running, email)
    await guest.post('/members/accept', { account: account.id })
    const member = await guest.memberId(account)
    await owner.post('/members/role', { account: account.id, member, role: 'manager' })
    await guest.post('/members/remove', { account: account.id, member, state: 'accepted' })
    const id = await manager.memberId(account)
    await owner.post('/members/remove', { account: account.id, member: id, state: 'accepted' })
    expect(await subjects(owner.email)).toEqual([
      'Member left Heron & Co',
      'Member removed from Heron & Co',
      'New invitation to Heron & Co',
      'New member of Heron & Co',
      'Role changed in Heron & Co',
    ])
    expect(await subjects(manager.email)).toEqual([])
    const [first] = (await mailboxMessages(running.url, owner.email)).filter(({ subject }) =>
      subject.includes('invitation'),
    )
    expect(first?.text).toContain(`${manager.email} invited ${email} to Heron & Co`)
    expect(first?.text).toContain('Role: User.')
  })

  test(`get ${maxNoticesPerDay} emails of a kind a day, the last of which says so, and still one about a key`, async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    await inviteAndRemove(manager, account, maxNoticesPerDay + 3)
    expect(await subjects(owner.email)).toEqual(Array(maxNoticesPerDay).fill('New invitation to Heron & Co'))
    const letters = await mailboxMessages(running.url, owner.email)
    expect(letters.filter(({ text }) => text.includes('this is the last email about them'))).toHaveLength(1)
    await owner.post('/clients/create', key(account))
    expect(await subjects(owner.email)).toContain('New API key for Heron & Co')
    now = new Date(now.getTime() + 86_400_000)
    await inviteAndRemove(await openSignedInBrowser(running, manager.email), account, 1)
    expect(await subjects(owner.email)).toHaveLength(maxNoticesPerDay + 2)
  })
})

const ofApps = 'owners are notified of each app that a member connects and its scopes'
// The limit is the same one for all kinds: see invitations above.
test(ofApps, () => connectsApps(1))
test(`${ofApps}, at most ${maxNoticesPerDay} of a kind a day`, { tags: 'long' }, () =>
  connectsApps(maxNoticesPerDay + 2),
)

async function connectsApps(times: number): Promise<void> {
  const { account, owner } = await createOwnedAccount(running)
  const email = `${newPublicId()}@test.test`
  await addSignedInMember(running, account, 'manager', email)
  const manager = openPerson(running.url, email)
  const app = await registerApp(running.url)
  await app.connect(manager, { scopes: ['profiles:read'] })
  const [letter] = await heardBy(owner.email)
  expect(letter?.subject).toBe('New app connected to Heron & Co')
  expect(letter?.text).toMatch(new RegExp(`${email} connected the app “.+” to Heron & Co`))
  expect(letter?.text).toContain('It can read, but not change anything.')
  expect(letter?.links).toEqual([`${running.url}/access?account=${account.id}`])
  // The same app again and again, as an attacker would to hide one among many notices.
  for (let time = 1; time < times; time += 1) {
    await app.connect(manager, { scopes: ['profiles:read'] })
  }
  expect(await heardBy(owner.email)).toHaveLength(Math.min(times, maxNoticesPerDay))
  await app.connect(manager, { scopes: ['profiles:read', 'profiles:write'] })
  const all = await heardBy(owner.email)
  expect(all.filter(({ text }) => text.includes('It can make changes, not only read.'))).toHaveLength(1)
}

async function heardBy(email: string) {
  await running.service.drainOutbox()
  return mailboxMessages(running.url, email)
}

async function inviteAndRemove(by: MembersVisitor, account: { id: string }, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const invitee = `${newPublicId()}@test.test`
    await by.post('/members/invite', { account: account.id, invitee, role: 'user' })
    const [row] = await running.db.admin<{ id: string }>('select id from member where email = $1', [invitee])
    await by.post('/members/remove', { account: account.id, member: row?.id ?? '', state: 'invited' })
  }
}

describe.each(locales)('the email in %s', (locale) => {
  const kinds: OwnerNotice[] = [
    ...(['keyMade', 'keyRotated', 'keyRevoked'] as const).map((kind) => ({ kind, key: 'CRM' })),
    ...(['memberInvited', 'memberJoined', 'roleChanged'] as const).map(
      (kind) => ({ kind, member: 'bo@example.com', role: 'manager' }) as const,
    ),
    ...(['memberRemoved', 'memberLeft', 'passkeyAdded', 'passkeysRemoved'] as const).map((kind) => ({
      kind,
      member: 'bo@example.com',
    })),
    ...(['appConnected', 'appReads'] as const).map((kind) => ({ kind, app: 'Fieldnotes' })),
    ...(['passkeysRequired', 'passkeysOptional'] as const).map((kind) => ({ kind })),
  ]
  test.each(kinds)('fills every slot: $kind', (notice) => {
    const about = {
      locale,
      accountName: 'Heron & Co',
      link: 'https://timbre.test/access',
      at: now,
      timezone: 'UTC',
    }
    const { subject, text } = renderOwnerNoticeEmail({
      ...about,
      notice,
      who: 'ada@example.com',
      isLast: true,
    })
    expect(subject).toContain('Heron & Co')
    expect(subject + text).not.toMatch(/[{}]|undefined/)
    for (const word of Object.values({ ...notice, kind: '', role: '' })) expect(text).toContain(word)
  })
})

describe('signing out everywhere', () => {
  const out = (visitor: MembersVisitor, body: Record<string, string>) =>
    fetch(`${running.url}/sign-out/everywhere`, {
      method: 'POST',
      headers: { cookie: visitor.cookie },
      body: new URLSearchParams(body),
      redirect: 'manual',
    }).then(async (answer) => ({
      status: answer.status,
      location: answer.headers.get('location'),
      text: await answer.text(),
    }))
  const credentials = (text: string) => ({
    clientId: /m2m_us_[\w-]{32}/.exec(text)?.[0] ?? '',
    clientSecret: /tmb_secret_[\w-]{43}/.exec(text)?.[0] ?? '',
  })
  const ready = async () => {
    const { account, owner } = await createOwnedAccount(running)
    const other = await addSignedInMember(running, account, 'owner')
    const own = credentials((await owner.post('/clients/create', key(account, 'Mine'))).text)
    const theirs = credentials((await other.post('/clients/create', key(account, 'Theirs'))).text)
    return { account, owner, own, theirs }
  }
  const works = async (client: { clientId: string; clientSecret: string }) =>
    (await signIn(running.baseUrl, client)) !== undefined

  test('offers to revoke the keys that the person created, and revokes them', async () => {
    const { account, owner, own, theirs } = await ready()
    const page = await out(owner, {})
    expect([page.status, page.text.includes('Mine'), page.text.includes('Theirs')]).toEqual([
      200,
      true,
      false,
    ])
    expect((await owner.get('/passkeys')).status).toBe(200)
    const proof = /name="proof" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const forged = await out(owner, { keys: 'revoke', key: `${account.id} ${own.clientId}` })
    expect([forged.status, await works(own)]).toEqual([403, true])
    // Owners cannot revoke other people's keys here.
    const both = new URLSearchParams({ proof, keys: 'revoke', key: `${account.id} ${own.clientId}` })
    both.append('key', `${account.id} ${theirs.clientId}`)
    const headers = { cookie: owner.cookie }
    const address = `${running.url}/sign-out/everywhere`
    await fetch(address, { method: 'POST', headers, body: both, redirect: 'manual' })
    expect([await works(own), await works(theirs)]).toEqual([false, true])
    expect((await owner.get('/passkeys')).status).toBe(303)
  })

  test('keeps the keys if the person chooses so, and revokes one that they rotated', {
    tags: 'long',
  }, async () => {
    const { account, owner, own, theirs } = await ready()
    const page = await owner.get(`/clients/rotate?account=${account.id}&client=${theirs.clientId}`)
    const newest = /name="newest" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    now = new Date(now.getTime() + 1_000)
    const sent = { account: account.id, client: theirs.clientId, overlap: 'week', newest }
    await owner.post('/clients/rotate', sent)
    const question = await out(owner, {})
    expect(question.text).toContain('Theirs')
    expect((await out(owner, { keys: 'keep' })).status).toBe(303)
    expect([await works(own), await works(theirs)]).toEqual([true, true])
    expect((await owner.get('/passkeys')).status).toBe(303)
  })
})
