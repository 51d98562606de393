import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noticesADay } from '../../src/domain/notice/tell.ts'
import { openOwned } from '../oauth/members-page.ts'
import { newEmail } from '../support/people.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { begin, shareLink } from '../web/visitor.ts'

let running: TestService
let now = Date.parse('2026-11-21T09:00:00Z')
beforeAll(async () => {
  // Requests are plenty, so that what stops a flood is the count of its emails.
  running = await startTestService(
    { RATE_LIMITS: '100000/100000', TRUSTED_PROXIES: '127.0.0.1' },
    { clock: () => new Date(now) },
  )
})
beforeEach(() => {
  now += 2 * 24 * 3600 * 1000
})

/** The emails that an account has put on their way. */
async function emailsOf({ id }: { id: string }): Promise<number> {
  const [row] = await running.db.admin<{ count: number }>(
    'select count(*)::integer as count from outbox where account_id = $1',
    [id],
  )
  return row?.count ?? 0
}

async function peopleOf({ id }: { id: string }): Promise<number> {
  const [row] = await running.db.admin<{ count: number }>(
    'select count(*)::integer as count from profile where account_id = $1',
    [id],
  )
  return row?.count ?? 0
}

describe('an account', () => {
  test('sends fifty member invitations a day, however many of them it removes again', async () => {
    const { account, owner } = await openOwned(running)
    const statuses: number[] = []
    for (let round = 0; round < 60; round += 1) {
      const email = newEmail()
      const sent = await owner.post('/members/invite', { account: account.id, invitee: email, role: 'user' })
      statuses.push(sent.status)
      if (sent.status !== 303) continue
      const [row] = await running.db.admin<{ id: string }>('select id from member where email = $1', [email])
      await owner.post('/members/remove', { account: account.id, member: row?.id ?? '' })
    }
    // Besides, the owners hear of the first invitations of the day.
    expect((await emailsOf(account)) - noticesADay).toBe(50)
    expect(statuses.slice(50)).toEqual(Array(10).fill(429))
  })

  test('sends sixty invites a minute, however many people it deletes again', async () => {
    const account = await running.account()
    let last = 0
    for (let round = 0; round < 70; round += 1) {
      const { body } = await account.call('POST', '/profile', { email: newEmail() })
      last = (await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status
      await account.call('DELETE', `/profile/${body.profile.id}`)
    }
    const sent = await running.db.admin<{ count: number }>(
      `select count(*)::integer as count from audit_entry where account_id = $1 and action = 'send_invite_by_email'`,
      [account.id],
    )
    expect([last, sent[0]?.count]).toEqual([429, 60])
  })
})

describe('a stranger with a share link', () => {
  const from = (network: string) => ({ 'x-forwarded-for': network })

  async function flood(
    link: string,
    starts: number,
    headers: Record<string, string>,
    email = () => newEmail(),
  ) {
    const answers = await Promise.all(
      Array.from({ length: starts }, () => begin(link, { firstName: 'Ada', email: email() }, headers)),
    )
    return answers.filter(({ status }) => status === 200 || status === 303).length
  }

  test('starts sixty people from one network at once, and no seventy', async () => {
    const account = await running.account()
    const link = await shareLink(account)
    expect(await flood(link, 70, from('192.0.2.1'))).toBe(60)
  })

  test('causes few emails in a day from one network', async () => {
    const account = await running.account()
    const link = await shareLink(account)
    for (let minutes = 0; minutes < 30; minutes += 3) {
      await flood(link, 60, from('192.0.2.2'))
      now += 3 * 60_000
    }
    expect(await emailsOf(account)).toBeLessThan(100)
    expect(await peopleOf(account)).toBeLessThan(100)
  })

  test('takes none of the invites that the account may send in a minute', async () => {
    const account: TestAccount = await running.account()
    await flood(await shareLink(account), 60, from('192.0.2.3'))
    const { body } = await account.call('POST', '/profile', { email: newEmail() })
    expect((await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
  })
})
