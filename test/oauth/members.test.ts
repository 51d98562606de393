import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { callAs, signIn, startTestService, type TestService } from '../support/service.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  membersOf,
  openSignedInBrowser,
  readMembersPage,
} from './members-page.ts'

let running: TestService
let now = new Date('2026-11-21T09:00:00Z')
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'on' }, { clock: () => now })
})

const someone = () => `${newPublicId()}@test.test`

/** The emails to this address, newest first. */
async function lettersTo(email: string): Promise<{ subject: string; text: string; links: string[] }[]> {
  await running.service.drainOutbox()
  return (await fetch(`${running.url}/dev/mailbox.json?to=${email}`)).json() as never
}

async function entriesOf({ id }: { id: string }, action: string) {
  return running.db.admin<Record<string, string> & { changes: Record<string, unknown> }>(
    `select actor_kind, actor_id, target_type, target_id, changes from audit_entry
      where account_id = $1 and action = $2 order by seq`,
    [id, action],
  )
}

describe('an invitation', () => {
  test('303 and an email to its address that names inviter, account and role, without a secret', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const email = someone()
    const sent = await owner.post('/members/invite', { account: account.id, invitee: email, role: 'manager' })
    expect([sent.status, sent.location]).toEqual([303, `/members?account=${account.id}&done=invited`])
    const letters = await lettersTo(email)
    const stop = expect.stringContaining(`${running.url}/unsubscribe/tmb_stop_`)
    expect(letters).toMatchObject([
      {
        subject: `${owner.email} invites you to Heron & Co on Timbre`,
        links: [`${running.url}/members`, stop],
      },
    ])
    expect(letters[0]?.text).toContain('You are invited as a manager.')
    expect(letters[0]?.text).toContain('28 November 2026')
    expect(letters[0]?.text).not.toMatch(/tmb_(?!stop_)/)
    expect(await membersOf(running, account)).toMatchObject([{}, { email, role: 'manager', accepted: false }])
    const [entry] = await entriesOf(account, 'invite_member')
    expect(entry).toMatchObject({
      actor_kind: 'member',
      actor_id: await owner.memberId(account),
      target_type: 'member',
      changes: { role: 'manager' },
    })
    expect(JSON.stringify(entry)).not.toContain(email)
  })

  test('has its email among the messages, with the address for those who may see members', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const email = someone()
    await owner.post('/members/invite', { account: account.id, invitee: email, role: 'coach' })
    const [member] = await running.db.admin<{ id: string }>('select id from member where email = $1', [email])
    const listed = async (scope: string) => {
      const call = callAs(running.baseUrl, await signIn(running.baseUrl, account, scope))
      const { status, body, text } = await call('GET', '/messages')
      expect(status, text).toBe(200)
      const byKind = (kind: string) =>
        body.messages.find((message: { kind: string }) => message.kind === kind)
      const one = await call('GET', `/message/${byKind('member').id}`)
      expect(one.body.message.member).toEqual(byKind('member').member)
      return [byKind('member').member, byKind('security').member]
    }
    const ownerId = await owner.memberId(account)
    expect(await listed('account:read profiles:read')).toEqual([
      { id: member?.id, email },
      { id: ownerId, email: owner.email },
    ])
    expect(await listed('account:read')).toEqual([
      { id: member?.id, email: null },
      { id: ownerId, email: null },
    ])
    // Who has declined is no member any more.
    const invited = await openSignedInBrowser(running, email)
    await invited.post('/members/decline', { account: account.id })
    expect((await listed('account:read profiles:read'))[0]).toEqual({ id: member?.id, email: null })
  })

  test('is shown after signing in with its address, and creates a membership only when accepted', async () => {
    const { account, owner } = await createOwnedAccount(running, 'Blue Heron')
    const email = someone()
    await owner.post('/members/invite', { account: account.id, invitee: email, role: 'user' })
    const invited = await openSignedInBrowser(running, email)
    const page = await invited.get('/members')
    for (const words of ['Blue Heron', `Invited by ${owner.email}`, 'Open until 28 November']) {
      expect(page.text).toContain(words)
    }
    expect((await invited.get(`/members?account=${account.id}`)).status).toBe(404)
    const accepted = await invited.post('/members/accept', { account: account.id })
    expect([accepted.status, accepted.location]).toEqual([
      303,
      `/members?account=${account.id}&done=accepted`,
    ])
    const member = await invited.get(accepted.location ?? '')
    expect([member.status, member.text.includes('Members of Blue Heron')]).toEqual([200, true])
    expect(await membersOf(running, account)).toMatchObject([{}, { email, role: 'user', accepted: true }])
    expect(await entriesOf(account, 'accept_membership')).toMatchObject([
      { actor_kind: 'member', actor_id: await invited.memberId(account) },
    ])
  })

  test('creates no membership when declined', { tags: 'long' }, async () => {
    const { account, owner } = await createOwnedAccount(running)
    const invited = await openSignedInBrowser(running, someone())
    await owner.post('/members/invite', { account: account.id, invitee: invited.email, role: 'user' })
    const declined = await invited.post('/members/decline', { account: account.id })
    expect(declined.location).toBe('/members?done=declined')
    expect(await membersOf(running, account)).toMatchObject([{ email: owner.email }])
    expect((await invited.get('/members')).text).toContain('You aren’t a member of any account.')
    expect(await entriesOf(account, 'decline_membership')).toHaveLength(1)
  })

  test('404 after seven days, until it is sent again', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const invited = await openSignedInBrowser(running, someone())
    const invite = () =>
      owner.post('/members/invite', { account: account.id, invitee: invited.email, role: 'user' })
    await invite()
    const before = now
    try {
      now = new Date(now.getTime() + 7 * 86_400_000)
      const [late, again] = [
        await openSignedInBrowser(running, invited.email),
        await openSignedInBrowser(running, owner.email),
      ]
      expect((await late.get('/members')).text).not.toContain('Invitations to you')
      const refused = await late.post('/members/accept', { account: account.id })
      expect([refused.status, refused.text.includes('This invitation has expired.')]).toEqual([404, true])
      expect((await again.get('/members')).text).toContain('The invitation has expired.')
      await again.post('/members/invite', { account: account.id, invitee: invited.email, role: 'manager' })
      expect((await late.post('/members/accept', { account: account.id })).status).toBe(303)
      expect(await membersOf(running, account)).toMatchObject([{}, { role: 'manager', accepted: true }])
    } finally {
      now = before
    }
  })

  test('429 for a second one within a minute, and after twenty emails in a day from any sender', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const email = someone()
    const invite = async (to = account, by = owner) => {
      const { status, text, headers } = await by.post('/members/invite', {
        account: to.id,
        invitee: email,
        role: 'user',
      })
      const said = text.includes('less than a minute') ? 'just now' : text.includes('today') ? 'today' : ''
      return [status, said, headers.has('retry-after')]
    }
    expect(await invite()).toEqual([303, '', false])
    expect(await invite()).toEqual([429, 'just now', true])
    for (let letters = 1; letters < 20; letters += 1) {
      const other = await createOwnedAccount(running)
      expect(await invite(other.account, other.owner)).toEqual([303, '', false])
    }
    const last = await createOwnedAccount(running)
    expect(await invite(last.account, last.owner)).toEqual([429, 'today', true])
    expect(await membersOf(running, last.account)).toHaveLength(1)
    expect(await lettersTo(email)).toHaveLength(20)
  })

  test('409 for a member, and 400 for an invalid address, which stays in the field', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const again = await owner.post('/members/invite', {
      account: account.id,
      invitee: owner.email,
      role: 'user',
    })
    expect([again.status, again.text.includes('is a member already')]).toEqual([409, true])
    const wrong = await owner.post('/members/invite', {
      account: account.id,
      invitee: 'grace at home',
      role: 'manager',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('value="grace at home"')
    expect(wrong.text).toMatch(/value="manager" checked/)
  })
})

describe('a role', () => {
  test('defines who may invite whom: owners anyone, managers users, users no one', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    const user = await addSignedInMember(running, account, 'user')
    const invite = async (by: typeof owner, role: string) =>
      (await by.post('/members/invite', { account: account.id, invitee: someone(), role })).status
    expect([
      await invite(owner, 'owner'),
      await invite(owner, 'manager'),
      await invite(owner, 'user'),
    ]).toEqual([303, 303, 303])
    expect([await invite(manager, 'manager'), await invite(manager, 'user')]).toEqual([403, 303])
    expect(await invite(user, 'user')).toBe(403)
    const [managers, users] = [await manager.get('/members'), await user.get('/members')]
    expect(managers.text).toContain('Invite a member')
    expect(managers.text).not.toMatch(/type="radio" name="role" value="(owner|manager)"/)
    expect(users.text).not.toContain('Invite a member')
  })

  test('403 for a manager or an invited owner who raises it by another invitation', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    const email = someone()
    await owner.post('/members/invite', { account: account.id, invitee: email, role: 'owner' })
    const again = await manager.post('/members/invite', { account: account.id, invitee: email, role: 'user' })
    expect(again.status).toBe(403)
    expect(await membersOf(running, account)).toContainEqual({ email, role: 'owner', accepted: false })
  })

  test('is changed by owners; 403 for a manager', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    const user = await addSignedInMember(running, account, 'user')
    const change = async (by: typeof owner, of: typeof owner, role: string) =>
      by.post('/members/role', { account: account.id, member: await of.memberId(account), role })
    expect((await change(manager, user, 'manager')).status).toBe(403)
    expect((await change(manager, manager, 'owner')).status).toBe(403)
    expect((await change(owner, user, 'manager')).location).toBe(
      `/members?account=${account.id}&done=changed&member=${await user.memberId(account)}`,
    )
    expect(await membersOf(running, account)).toContainEqual({
      email: user.email,
      role: 'manager',
      accepted: true,
    })
    expect(await entriesOf(account, 'change_member_role')).toMatchObject([
      { target_id: await user.memberId(account), changes: { from: 'user', to: 'manager' } },
    ])
  })

  test('defines who may remove whom: owners anyone, managers users, everyone themselves', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const [first, second] = [
      await addSignedInMember(running, account, 'manager'),
      await addSignedInMember(running, account, 'manager'),
    ]
    const users = [
      await addSignedInMember(running, account, 'user'),
      await addSignedInMember(running, account, 'user'),
    ] as const
    const remove = async (by: typeof owner, of: typeof owner) =>
      (
        await by.post('/members/remove', {
          account: account.id,
          member: await of.memberId(account),
          state: 'accepted',
        })
      ).status
    expect([
      await remove(first, second),
      await remove(first, owner),
      await remove(users[0], users[1]),
    ]).toEqual([403, 403, 403])
    expect([await remove(first, users[1]), await remove(users[0], users[0])]).toEqual([303, 303])
    expect([await remove(first, first), await remove(owner, second)]).toEqual([303, 303])
    expect(await membersOf(running, account)).toMatchObject([{ email: owner.email }])
    expect((await first.get('/members')).text).toContain('You aren’t a member of any account.')
  })
})

describe('open invitations sent by a member', () => {
  /** An account with a second owner who has invited one person in each role. */
  async function invitedByTwo() {
    const { account, owner } = await createOwnedAccount(running)
    const other = await addSignedInMember(running, account, 'owner')
    const invitedBy = await other.memberId(account)
    const byRole = { owner: someone(), manager: someone(), user: someone(), kept: someone() }
    const invite = (by: typeof owner, invitee: string, role: string) =>
      by.post('/members/invite', { account: account.id, invitee, role })
    for (const role of ['owner', 'manager', 'user'] as const) await invite(other, byRole[role], role)
    await invite(owner, byRole.kept, 'owner')
    const open = async () => {
      const members = await membersOf(running, account)
      const standing = members.filter(({ accepted }) => !accepted).map(({ email }) => email)
      return Object.entries(byRole).flatMap(([name, email]) => (standing.includes(email) ? [name] : []))
    }
    return { account, owner, other, invitedBy, byRole, open }
  }

  const canceled = 'with audit entries; those of others stay open'
  test(`are canceled when the member is removed, ${canceled}`, () => endWithTheMember(false))
  test(`are canceled when the member leaves, ${canceled}`, { tags: 'long' }, () => endWithTheMember(true))

  async function endWithTheMember(leaves: boolean): Promise<void> {
    const { account, owner, other, invitedBy, byRole, open } = await invitedByTwo()
    const foot = await openSignedInBrowser(running, byRole.owner)
    const question = await owner.get(`/members/remove?account=${account.id}&member=${invitedBy}`)
    expect(question.text).toContain('their open invitations to members end')
    await (leaves ? other : owner).post('/members/remove', { account: account.id, member: invitedBy })
    expect(await open()).toEqual(['kept'])
    const accepted = await foot.post('/members/accept', { account: account.id })
    expect(accepted.status).toBe(404)
    const ended = await entriesOf(account, 'take_back_invitation')
    const roles = ['manager', 'owner', 'user']
    expect(ended.map(({ changes }) => changes.role).sort()).toEqual(roles)
    expect(new Set(ended.map(({ changes }) => changes.invitedBy))).toEqual(new Set([invitedBy]))
  }

  test("are canceled if a lower role doesn't allow them; others stay open", { tags: 'long' }, async () => {
    const { account, owner, invitedBy, open } = await invitedByTwo()
    const give = (role: string) =>
      owner.post('/members/role', { account: account.id, member: invitedBy, role })
    await give('manager')
    expect(await open()).toEqual(['user', 'kept'])
    await give('user')
    expect(await open()).toEqual(['kept'])
    expect(await entriesOf(account, 'take_back_invitation')).toHaveLength(3)
  })

  test('stay memberships once they have been accepted', { tags: 'long' }, async () => {
    const { account, owner, invitedBy, byRole } = await invitedByTwo()
    await (await openSignedInBrowser(running, byRole.user)).post('/members/accept', { account: account.id })
    await owner.post('/members/remove', { account: account.id, member: invitedBy })
    const member = { email: byRole.user, role: 'user', accepted: true }
    expect(await membersOf(running, account)).toContainEqual(member)
  })
})

describe('the last owner', () => {
  test('409 when leaving or taking a lower role, also with another owner invited', async () => {
    const { account, owner } = await createOwnedAccount(running)
    await owner.post('/members/invite', { account: account.id, invitee: someone(), role: 'owner' })
    const member = await owner.memberId(account)
    const left = await owner.post('/members/remove', { account: account.id, member })
    const less = await owner.post('/members/role', { account: account.id, member, role: 'user' })
    for (const { status, text } of [left, less]) {
      expect([status, text.includes('This is the account’s last owner.')]).toEqual([409, true])
    }
    expect((await owner.get(`/members/remove?account=${account.id}&member=${member}`)).status).toBe(404)
  })

  test('remains when two owners remove each other, or leave, at the same time', () => remains(1))
  test('so it does in three more rounds', { tags: 'long' }, () => remains(3))

  async function remains(rounds: number): Promise<void> {
    for (const way of ['each other', 'themselves']) {
      for (let round = 0; round < rounds; round += 1) {
        const { account, owner } = await createOwnedAccount(running)
        const other = await addSignedInMember(running, account, 'owner')
        const ids = [await owner.memberId(account), await other.memberId(account)] as const
        const [firstTarget, secondTarget] = way === 'each other' ? [ids[1], ids[0]] : ids
        const answers = await Promise.all([
          owner.post('/members/remove', { account: account.id, member: firstTarget ?? '' }),
          other.post('/members/remove', { account: account.id, member: secondTarget ?? '' }),
        ])
        expect(
          answers.filter(({ status }) => status === 303),
          way,
        ).toHaveLength(1)
        expect(await membersOf(running, account), way).toMatchObject([{ role: 'owner', accepted: true }])
      }
    }
  }
})

describe('member pages', () => {
  test('303 to sign-in without a session, for any request', async () => {
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ account: 'x' }) }]) {
      const path = init.method ? '/members/remove' : '/members'
      const { status, location } = await readMembersPage(
        await fetch(running.url + path, { ...init, redirect: 'manual' }),
      )
      expect([status, location]).toEqual([303, '/sign-in?continue=members'])
    }
  })

  test('403 without the CSRF token, with that of another session, and from another site', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const other = await openSignedInBrowser(running, owner.email)
    const theirs = /name="proof" value="([^"]*)"/.exec((await other.get('/members')).text)?.[1] ?? ''
    const fields = { account: account.id, invitee: someone(), role: 'user' }
    expect((await owner.post('/members/invite', { ...fields, proof: '' })).status).toBe(403)
    expect((await owner.post('/members/invite', { ...fields, proof: theirs })).status).toBe(403)
    const mine = /name="proof" value="([^"]*)"/.exec((await owner.get('/members')).text)?.[1] ?? ''
    const send = (headers: Record<string, string>) =>
      fetch(`${running.url}/members/invite`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: owner.cookie, ...headers },
        body: new URLSearchParams({ ...fields, proof: mine }),
      })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'https://evil.test' })).status).toBe(403)
    expect(await membersOf(running, account)).toHaveLength(1)
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  test('ask for confirmation before a removal, and opening the question removes no one', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const user = await addSignedInMember(running, account, 'user')
    const question = await owner.get(
      `/members/remove?account=${account.id}&member=${await user.memberId(account)}`,
    )
    expect([question.status, question.text.includes(`Remove ${user.email} from Heron &amp; Co?`)]).toEqual([
      200,
      true,
    ])
    expect(await membersOf(running, account)).toHaveLength(2)
  })

  test("404 for another account, the same as for one that doesn't exist", async () => {
    const [mine, theirs] = [
      await createOwnedAccount(running),
      await createOwnedAccount(running, 'Hidden account'),
    ]
    const member = await theirs.owner.memberId(theirs.account)
    const paths = (account: string) => [
      `/members?account=${account}`,
      `/members/remove?account=${account}&member=${member}`,
    ]
    const plain = ({ status, text }: { status: number; text: string }) =>
      `${status} ${text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')}`
    for (const [index, path] of paths(theirs.account.id).entries()) {
      const [foreign, unknown] = [
        await mine.owner.get(path),
        await mine.owner.get(paths('f'.repeat(24))[index] ?? ''),
      ]
      expect(foreign.status).toBe(404)
      expect(plain(foreign)).toBe(plain(unknown))
      expect(foreign.text).not.toContain('Hidden account')
    }
    for (const path of ['invite', 'role', 'remove', 'accept', 'decline']) {
      const fields = { account: theirs.account.id, member, invitee: someone(), role: 'user' }
      expect((await mine.owner.post(`/members/${path}`, fields)).status, path).toBe(404)
    }
    const inMine = { account: mine.account.id, member }
    expect((await mine.owner.post('/members/remove', inMine)).status).toBe(404)
    expect((await mine.owner.post('/members/role', { ...inMine, role: 'user' })).status).toBe(404)
    expect(await membersOf(running, theirs.account)).toMatchObject([{ role: 'owner', accepted: true }])
  })

  test('offer a choice to members of several accounts, and use the account of the form', {
    tags: 'long',
  }, async () => {
    const [first, second] = [
      await createOwnedAccount(running, 'Aster'),
      await createOwnedAccount(running, 'Birch'),
    ]
    const both = await addSignedInMember(running, first.account, 'owner')
    await addSignedInMember(running, second.account, 'manager', both.email)
    const page = await both.get('/members')
    expect(page.text).toContain('Members of Aster')
    expect(page.text).toContain(`href="/members?account=${second.account.id}"`)
    const email = someone()
    await both.get(`/members?account=${first.account.id}`)
    await both.post('/members/invite', { account: second.account.id, invitee: email, role: 'user' })
    expect(await membersOf(running, first.account)).toHaveLength(2)
    expect(await membersOf(running, second.account)).toContainEqual({ email, role: 'user', accepted: false })
  })

  test('of a paused account list and remove members, and allow nothing else', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const user = await addSignedInMember(running, account, 'user')
    const member = await user.memberId(account)
    const invited = await openSignedInBrowser(running, someone())
    await owner.post('/members/invite', { account: account.id, invitee: invited.email, role: 'user' })
    await running.db.admin('update account set paused = true where id = $1', [account.id])
    const page = await owner.get('/members')
    expect([page.status, page.text.includes('This account is paused.')]).toEqual([200, true])
    expect(page.text).not.toContain('Invite a member')
    const refused = [
      await owner.post('/members/invite', { account: account.id, invitee: someone(), role: 'user' }),
      await owner.post('/members/role', { account: account.id, member, role: 'manager' }),
      await invited.post('/members/accept', { account: account.id }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const removed = await owner.post('/members/remove', { account: account.id, member, state: 'accepted' })
    expect(removed.location).toBe(`/members?account=${account.id}&done=removed`)
    expect((await invited.post('/members/decline', { account: account.id })).status).toBe(303)
    expect(await membersOf(running, account)).toHaveLength(1)
  })

  test('escape names', async () => {
    const { account } = await createOwnedAccount(running, '<img src=x onerror=alert(1)>')
    const member = await addSignedInMember(running, account, 'user')
    const page = await member.get('/members')
    expect(page.text).not.toContain('<img src=x')
    expect(page.text).toContain('&lt;img src=x')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
  })
})
