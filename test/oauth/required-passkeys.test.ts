import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type GrantApp } from '../support/delegates.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  type MembersVisitor,
  openSignedInBrowser,
} from './members-page.ts'

let running: TestService
let grantApp: GrantApp
beforeAll(async () => {
  running = await startTestService()
  grantApp = await createAppGranter(running)
})

/** Marks the visitor's session as opened with a passkey. */
const withPasskey = ({ cookie }: MembersVisitor) =>
  running.db.admin(`update person_session set method = 'passkey' where token_hash = $1`, [
    hashSecret(cookie.slice('person='.length)),
  ])

/** Submits a form of the page with its CSRF token. */
async function press(by: MembersVisitor, path: string, fields: Record<string, string>) {
  const proof = /name="proof" value="([^"]+)"/.exec((await by.get(`/${path.split('/')[1]}`)).text)?.[1] ?? ''
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { cookie: by.cookie },
    body: new URLSearchParams({ proof, ...fields }),
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') }
}

async function required() {
  const { account, owner } = await createOwnedAccount(running)
  await withPasskey(owner)
  const member = await addSignedInMember(running, account, 'manager')
  const on = await press(owner, '/access/require-passkey', { account: account.id, require: 'on' })
  return { account, owner, member, on }
}

describe('an account that requires passkeys', () => {
  test('is set by an owner who signed in with one; 403 with a code, and nothing changes', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const tried = await press(owner, '/access/require-passkey', { account: account.id, require: 'on' })
    expect(tried.status).toBe(403)
    await withPasskey(owner)
    await press(owner, '/access/require-passkey', { account: account.id, require: 'on' })
    const stored = () =>
      running.db.admin('select require_passkey as on from account where id = $1', [account.id])
    expect(await stored()).toEqual([{ on: true }])
    const [entry] = await running.db.admin(
      `select changes from audit_entry where account_id = $1 and action = 'require_passkey'`,
      [account.id],
    )
    expect(entry).toEqual({ changes: { requirePasskey: true } })
    await running.service.drainOutbox()
    const subjects = (await mailboxMessages(running.url, owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Heron & Co now requires passkeys')
    await press(owner, '/access/require-passkey', { account: account.id, require: 'off' })
    expect(await stored()).toEqual([{ on: false }])
  })

  test("can't be changed with a token", async () => {
    const { account } = await required()
    const sent = { requirePasskey: false, preferences: { requirePasskey: false } }
    await account.call('PATCH', '/account/preferences', sent)
    const [row] = await running.db.admin('select require_passkey as on from account where id = $1', [
      account.id,
    ])
    expect(row).toEqual({ on: true })
  })

  test('shows nothing to a member who signed in with a code, and links to passkeys', async () => {
    const { account, member, on } = await required()
    expect(on.status).toBe(303)
    for (const page of ['members']) {
      const shown = await member.get(`/${page}?account=${account.id}`)
      expect([shown.status, shown.text.includes('Heron &amp; Co requires a passkey')]).toEqual([403, true])
      expect(shown.text).toContain(`/sign-in?continue=${page}&amp;again=passkey`)
    }
    const invited = await member.post('/members/invite', {
      account: account.id,
      invitee: `${newPublicId()}@test.test`,
      role: 'user',
    })
    expect(invited.status).toBe(403)
    await withPasskey(member)
    expect((await member.get(`/members?account=${account.id}`)).status).toBe(200)
  })

  test('401 for apps connected without one, immediately; apps connected with one keep working', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const without = await grantApp(account)
    const withOne = await without.issueToken({ amr: ['pop'] })
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${running.baseUrl}/test`, { headers })).status
    }
    expect([await status(without.token), await status(withOne)]).toEqual([200, 200])
    await withPasskey(owner)
    await press(owner, '/access/require-passkey', { account: account.id, require: 'on' })
    expect([await status(without.token), await status(withOne)]).toEqual([401, 200])
    expect((await account.call('GET', '/test')).status).toBe(200)
  })
})

describe('the access page', () => {
  test('shows keys, apps, members and links to owners, and revokes a link or all links of a person', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const { body } = await account.call('POST', '/profile', {
      firstName: 'Ada',
      lastName: 'King',
      email: 'ada@test.test',
    })
    const id = body.profile.id
    await account.call('POST', `/profile/${id}/invite/email`)
    await account.call('POST', '/report-link', { profileId: id })
    await account.call('POST', '/assessment-invite', { assessmentIds: ['disc'] })
    const page = await owner.get(`/access?account=${account.id}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(owner.email)
    expect(page.text).toContain('Ada King')
    const count = (kind: string, text: string) =>
      new RegExp(`${kind} <span class="muted">\\((\\d+)\\)`).exec(text)?.[1]
    expect(count('Invite links', page.text)).toBe('1')
    const form = { account: account.id, kind: 'invite', link: id, person: id }
    expect((await press(owner, '/access/end', form)).location).toBe(
      `/access?account=${account.id}&done=invite`,
    )
    const after = await owner.get(`/access?account=${account.id}`)
    expect(count('Invite links', after.text)).toBe('0')
    expect(count('Report links', after.text)).toBe('0')
    const manager = await addSignedInMember(running, account, 'manager')
    const refused = await manager.get(`/access?account=${account.id}`)
    expect([refused.status, refused.text.includes('Ada King')]).toEqual([403, false])
  })

  test('has pages for many links, each link once', async () => {
    const { account, owner } = await createOwnedAccount(running)
    await running.db.admin(
      `insert into share_link (account_id, id, token_hash, token_sealed, fingerprint, tag_ids, assessment_ids,
          created_at, expires_at, starts_left, starts_at)
       select $1, lpad(to_hex(n), 24, '0'), decode(md5(n::text), 'hex'), '', '', '{}', '{disc}',
          now() - n * interval '1 second', now() + interval '1 day', 1, now() from generate_series(1, 60) n`,
      [account.id],
    )
    const seen: string[] = []
    for (let path: string | undefined = `/access?account=${account.id}`; path; ) {
      const { text } = await owner.get(path)
      seen.push(...[...text.matchAll(/name="link" value="([0-9a-f]{24})"/g)].map(([, one]) => one as string))
      path = /href="(\/access\?[^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
  })
})

describe('sessions', () => {
  test('are listed, can be ended one by one or all except this one, with audit entries', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const others = [
      await openSignedInBrowser(running, owner.email),
      await openSignedInBrowser(running, owner.email),
    ]
    const page = await owner.get('/sessions')
    const ids = [...page.text.matchAll(/name="session" value="([0-9a-f]{24})"/g)].map(
      ([, id]) => id as string,
    )
    expect([page.status, ids.length, page.text.includes('(This browser)')]).toEqual([200, 2, true])
    const stranger = (await createOwnedAccount(running)).owner
    await press(stranger, '/sessions/end', { session: ids[0] ?? '' })
    const ofStranger = `select 1 from audit_entry where action = 'end_sessions'`
    expect(await running.db.admin(ofStranger), 'nothing ended').toEqual([])
    const open = async () =>
      (await Promise.all(others.map((other) => other.get('/passkeys')))).filter(
        ({ status }) => status === 200,
      )
    expect(await open()).toHaveLength(2)
    await press(owner, '/sessions/end', { session: ids[0] ?? '' })
    expect(await open()).toHaveLength(1)
    await press(owner, '/sessions/end', {})
    expect(await open()).toHaveLength(0)
    expect((await owner.get('/sessions')).status).toBe(200)
    const entries = await running.db.admin(
      `select changes ->> 'which' as which from audit_entry where account_id = $1 and action = 'end_sessions' order by seq`,
      [account.id],
    )
    expect(entries).toEqual([{ which: 'one' }, { which: 'others' }])
  })
})
