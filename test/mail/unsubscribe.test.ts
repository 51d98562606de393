import { beforeAll, describe, expect, test } from 'vitest'
import { createOwnedAccount } from '../oauth/members-page.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openPerson } from '../support/signing-in.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { createShareLink, inviteTestPerson, requestNewLink, startShared } from '../web/taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

type Email = { subject: string; text: string; html: string; links: string[] }

async function emailsTo(email: string): Promise<Email[]> {
  await running.service.drainOutbox()
  return (await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json() as never
}

async function stopLinkIn(email: string): Promise<string> {
  const [newest] = await emailsTo(email)
  const link = newest?.links.find((one) => one.includes('/unsubscribe/'))
  if (!link) throw new Error('The email says nothing of how to stop.')
  return link
}

/** As mail programs do (RFC 8058, section 3.2): no cookie, no origin, one field. */
function oneClick(link: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
}

function choose(link: string, stopped: 'none' | 'account' | 'everywhere'): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ stopped }) })
}

const inviteAgain = (owner: TestAccount, profileId: string) =>
  owner.call('POST', `/profile/${profileId}/invite/email`)

describe('an unrequested email', () => {
  test('arrives through a real mail server with a one-click unsubscribe link, in the header and in both texts', async () => {
    const server = await startMailServer()
    const real = await startTestService({ MAIL_URL: server.url, MAIL_FROM: 'no-reply@timbre.example' })
    const owner = await real.account({ name: 'Northwind' })
    const email = newEmail()
    const { body } = await owner.call('POST', '/profile', { email })
    expect((await inviteAgain(owner, body.profile.id)).status).toBe(204)
    await real.service.drainOutbox()
    const raw = (server.received[0]?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')
    const [, link = ''] = /^List-Unsubscribe: <(http[^>]+)>\r$/m.exec(raw) ?? []
    expect(link).toMatch(new RegExp(`^${real.url}/unsubscribe/tmb_stop_[\\w-]{59}$`))
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const pressed = await oneClick(link)
    expect([pressed.status, pressed.redirected, pressed.headers.get('set-cookie')]).toEqual([
      200,
      false,
      null,
    ])
    const refused = await inviteAgain(owner, body.profile.id)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'recipient_opted_out'])
    await real.service.drainOutbox()
    expect(server.received).toHaveLength(1)
  })

  test('ends with the reason for it and the name of the account', { tags: 'long' }, async () => {
    const { email } = await inviteTestPerson(running, account)
    const [letter] = await emailsTo(email)
    const link = await stopLinkIn(email)
    expect(letter?.text.trimEnd().endsWith(`Don’t want emails from Northwind?\n${link}`)).toBe(true)
    expect(letter?.html).toContain(`href="${link}"`)
    expect(link).not.toContain(email.split('@')[0])
  })
})

describe('codes and notices', () => {
  test('have no unsubscribe link, and arrive despite every opt-out', async () => {
    const { account: own, owner } = await createOwnedAccount(running, 'Blue Heron')
    const invited = newEmail()
    await owner.post('/members/invite', { account: own.id, invitee: invited, role: 'user' })
    await choose(await stopLinkIn(invited), 'everywhere')
    const person = openPerson(running.url, invited)
    // Sign-in accepts the emailed code.
    expect((await person.visit(`${running.url}/members`)).status).toBe(200)
    const codes = (await emailsTo(invited)).filter(({ subject }) => subject.includes('code to sign in'))
    expect(codes.map(({ links }) => links)).toEqual([[]])
  })
})

describe('the page', () => {
  test('asks for confirmation, and opening it changes nothing', async () => {
    const { email } = await inviteTestPerson(running, account)
    const link = await stopLinkIn(email)
    await tables.expectUnchanged(async () => {
      for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
      const page = await (await fetch(link)).text()
      expect(page).toContain('Stop emails from Northwind?')
      expect(page).not.toContain(email)
    })
  })

  test.each([
    ['the one field as a form', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['the one field in parts', { body: parts() }],
    ['nothing at all', {}],
    [
      'the one field from another site',
      {
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      },
    ],
  ])('stops the emails when %s is posted', async (_, request) => {
    const { email, profileId } = await inviteTestPerson(running, account)
    const answer = await fetch(await stopLinkIn(email), { method: 'POST', redirect: 'manual', ...request })
    expect([answer.status, (await answer.text()).includes('No more emails from Northwind')]).toEqual([
      200,
      true,
    ])
    expect((await inviteAgain(account, profileId)).status).toBe(409)
  })

  test('undoes it with one button, and confirms that', async () => {
    const { email, profileId } = await inviteTestPerson(running, account)
    const link = await stopLinkIn(email)
    await choose(link, 'account')
    expect(await (await fetch(link)).text()).toContain('Get emails again')
    expect(await (await choose(link, 'none')).text()).toContain('get emails from Northwind again')
    expect((await inviteAgain(account, profileId)).status).toBe(204)
    expect(await emailsTo(email)).toHaveLength(2)
  })

  test('stops one account, or all accounts if requested', async () => {
    const other = await running.account({ name: 'Southwind' })
    const { email, profileId } = await inviteTestPerson(running, account)
    const theirs = await other.call('POST', '/profile', { email })
    const link = await stopLinkIn(email)
    await choose(link, 'account')
    expect((await inviteAgain(other, theirs.body.profile.id)).status).toBe(204)
    await choose(link, 'everywhere')
    expect((await inviteAgain(account, profileId)).status).toBe(409)
    expect((await inviteAgain(other, theirs.body.profile.id)).body.error.code).toBe('recipient_opted_out')
    await choose(link, 'none')
    expect((await inviteAgain(other, theirs.body.profile.id)).status).toBe(204)
  })

  test('404 for unknown links of any form', async () => {
    const { email } = await inviteTestPerson(running, account)
    const link = await stopLinkIn(email)
    const [root, token = ''] = link.split('tmb_stop_')
    const bytes = Buffer.from(token, 'base64url')
    const other = await running.account()
    const elsewhere = Buffer.concat([Buffer.from(other.id, 'hex'), bytes.subarray(12)])
    const wrong = [
      `${root}tmb_stop_${elsewhere.toString('base64url')}`,
      `${root}tmb_stop_${Buffer.alloc(44).toString('base64url')}`,
      `${link}x`,
      `${root}ada@example.com`,
    ]
    await tables.expectUnchanged(async () => {
      for (const one of wrong) {
        expect((await fetch(one)).status).toBe(404)
        expect((await oneClick(one)).status).toBe(404)
      }
    })
  })

  test('works for a paused account, and writes one audit entry without the address', async () => {
    const owner = await running.account()
    const { email } = await inviteTestPerson(running, owner)
    const link = await stopLinkIn(email)
    await running.db.admin('update account set paused = true where id = $1', [owner.id])
    for (let press = 0; press < 3; press += 1) expect((await oneClick(link)).status).toBe(200)
    const entries = await tables.rows(
      `select actor_kind, target_type, changes from audit_entry where account_id = $1 and action = 'change_mail_choice'`,
      [owner.id],
    )
    expect(entries).toEqual([
      { actor_kind: 'person', target_type: 'account', changes: { stopped: 'account' } },
    ])
    expect(Object.keys(await tables.holding(email))).not.toContain('mail_opt_out')
    expect(running.logged()).not.toMatch(/tmb_stop_[\w-]{10}/)
  })
})

describe('the opt-out list', () => {
  async function stopped(owner = account): Promise<{ email: string; profileId: string; link: string }> {
    const somebody = await inviteTestPerson(running, owner)
    await oneClick(await stopLinkIn(somebody.email))
    return somebody
  }

  test('applies to bulk invites: that row is skipped with its reason, the others are sent', async () => {
    const { profileId } = await stopped()
    const other = await account.call('POST', '/profile', { email: newEmail() })
    const { body } = await account.call('POST', '/profiles/invite', {
      profileIds: [profileId, other.body.profile.id],
      channel: 'email',
    })
    expect(body.data.results).toEqual([
      { profileId, status: 'skipped', reason: 'recipient_opted_out' },
      { profileId: other.body.profile.id, status: 'sent', reason: null },
    ])
  })

  test('shows in the invite history and in people’s progress', { tags: 'long' }, async () => {
    const { profileId } = await stopped()
    const optedOut = true
    const history = await account.call('GET', `/profile/${profileId}/invites`)
    expect(history.body.invites).toMatchObject([{ channel: 'email', optedOut }])
    const progress = await account.call('GET', `/profiles/progress?profileIds=${profileId}`)
    expect(progress.body.progress).toMatchObject([{ invite: { optedOut } }])
  })

  test('survives the person: deleting and adding them again does not change it', {
    tags: 'long',
  }, async () => {
    const { email, profileId } = await stopped()
    await account.call('DELETE', `/profile/${profileId}`)
    const { body } = await account.call('POST', '/profile', { email })
    expect((await inviteAgain(account, body.profile.id)).status).toBe(409)
  })

  test('applies to an address typed on a share page, without the page revealing it', async () => {
    const { email } = await stopped()
    const page = await startShared(await createShareLink(account), { firstName: 'Ada', email })
    expect([page.status, (await page.text()).includes('Check your messages')]).toEqual([200, true])
    expect(await emailsTo(email)).toHaveLength(1)
  })

  test('applies to member invitations', async () => {
    const { account: own, owner } = await createOwnedAccount(running)
    const somebody = await inviteTestPerson(running, own)
    await oneClick(await stopLinkIn(somebody.email))
    const page = await owner.post('/members/invite', {
      account: own.id,
      invitee: somebody.email,
      role: 'user',
    })
    expect([page.status, page.text.includes('asked for no more emails')]).toEqual([409, true])
  })

  test('does not apply to a new link that its recipient requests', async () => {
    const { email, link } = await stopped()
    await running.db.admin(
      `update invite set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
        where recipient = $1`,
      [email],
    )
    await requestNewLink(link)
    expect(await emailsTo(email)).toHaveLength(2)
  })

  test('applies to a new link for another address than the earlier one', { tags: 'long' }, async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const other = await stopped()
    await account.call('DELETE', `/profile/${other.profileId}`)
    await account.call('PATCH', `/profile/${profileId}`, { email: other.email })
    await running.db.admin(
      `update invite set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
        where profile_id = $1`,
      [profileId],
    )
    await requestNewLink(link)
    // The deleted person's emails were deleted too.
    expect(await emailsTo(other.email)).toEqual([])
  })
})

function parts(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}

describe('a text message', () => {
  const invite = (profileId: string) => account.call('POST', `/profile/${profileId}/invite/sms`)
  const received = async (phone: string) => (await emailsTo(phone)).length

  test('links to a page that stops further ones from every account; emails still arrive', async () => {
    const [phone, email] = [newMobile(), newEmail()]
    const { body } = await account.call('POST', '/profile', { phone, email })
    const { id } = body.profile
    expect((await invite(id)).status).toBe(204)
    const [message] = await emailsTo(phone)
    const link = message?.links[0] ?? ''
    expect(message?.text.length).toBeLessThanOrEqual(160)
    const page = await (await fetch(link)).text()
    const [, path = ''] = /href="(\/unsubscribe\/tmb_stop_[\w-]{59}\?sms=1)"/.exec(page) ?? []
    expect(path).not.toBe('')
    const confirmation = await (await fetch(running.url + path)).text()
    expect(confirmation).toContain('Stop text messages from Northwind?')
    expect(confirmation).toContain('Text messages from Northwind ·')
    expect(confirmation).toContain('Emails still arrive.')
    expect(confirmation).not.toContain(phone)
    const stopped = await choose(running.url + path, 'account')
    expect([stopped.status, (await stopped.text()).includes('No more text messages from Northwind')]).toEqual(
      [200, true],
    )
    await running.db.admin(
      `update invite set created_at = created_at - interval '2 minutes' where profile_id = $1`,
      [id],
    )
    const refused = await invite(id)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'recipient_opted_out'])
    const bulk = await account.call('POST', '/profiles/invite', { profileIds: [id], channel: 'sms' })
    expect(JSON.stringify(bulk.body)).toContain('recipient_opted_out')
    expect(await received(phone)).toBe(1)
    expect((await inviteAgain(account, id)).status).toBe(204)
    await choose(running.url + path, 'none')
    await running.db.admin(
      `update invite set created_at = created_at - interval '2 minutes' where profile_id = $1`,
      [id],
    )
    expect((await invite(id)).status).toBe(204)
    expect(await received(phone)).toBe(2)
  })

  test('a page linked from an email does not offer to stop text messages', { tags: 'long' }, async () => {
    const { link } = await inviteTestPerson(running, account)
    expect(await (await fetch(link)).text()).not.toContain('sms=1')
  })

  test('404 for a link that stops nothing, with the way to the right one', async () => {
    const wrong = await fetch(`${running.url}/unsubscribe/tmb_stop_wrong?sms=1`)
    expect(wrong.status).toBe(404)
    const text = await wrong.text()
    expect(text).toContain('in one of your text messages again and choose “Stop text messages” there')
    expect(text).not.toContain('email')
  })
})
