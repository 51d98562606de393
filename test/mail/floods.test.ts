import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CapKind } from '../../src/domain/message/caps.ts'
import { maxNoticesPerDay } from '../../src/domain/notice/notify-owners.ts'
import { createOwnedAccount } from '../oauth/members-page.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { openTaker } from '../support/taking.ts'
import { importPeople, newEmail } from '../support/test-rows.ts'
import { cookieOf, createShareLink, followLink, startShared } from '../web/taker-requests.ts'

let running: TestService
let now = Date.parse('2026-11-21T09:00:00Z')
beforeAll(async () => {
  // Request limits are generous, so that only the email counts stop a flood.
  running = await startTestService(
    { RATE_LIMITS: '100000/100000', TRUSTED_PROXIES: '127.0.0.1' },
    { clock: () => new Date(now) },
  )
})
beforeEach(() => {
  now += 2 * 24 * 3600 * 1000
})

/** The emails that an account has sent or queued. */
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

/** As if so many messages of this kind had been sent today. Each test has a day of its own. */
async function setCount(kind: CapKind, count: number): Promise<void> {
  const changed = await running.db.admin(
    'update message_tally set count = $1 where kind = $2 and day = $3::date returning kind',
    [count, kind, new Date(now)],
  )
  expect(changed).toHaveLength(1)
}

/** Invites somebody new as a member and removes them, so many times. */
async function inviteAndRemove(
  account: { id: string },
  owner: Awaited<ReturnType<typeof createOwnedAccount>>['owner'],
  rounds: number,
): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const email = newEmail()
    const sent = await owner.post('/members/invite', { account: account.id, invitee: email, role: 'user' })
    statuses.push(sent.status)
    if (sent.status !== 303) continue
    const [row] = await running.db.admin<{ id: string }>('select id from member where email = $1', [email])
    await owner.post('/members/remove', { account: account.id, member: row?.id ?? '' })
  }
  return statuses
}

const from = (network: string) => ({ 'x-forwarded-for': network })

/** How many of so many people who start by this link at once may do so. */
async function flood(link: string, starts: number, headers: Record<string, string>): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: starts }, () => startShared(link, { firstName: 'Ada', email: newEmail() }, headers)),
  )
  return answers.filter(({ status }) => status === 200 || status === 303).length
}

describe('an account', () => {
  test('that has sent 48 member invitations today sends two more, although it removes these', async () => {
    const { account, owner } = await createOwnedAccount(running)
    expect(await inviteAndRemove(account, owner, 1)).toEqual([303])
    await setCount('account-member', 48)
    expect(await inviteAndRemove(account, owner, 3)).toEqual([303, 303, 429])
  })

  test('that has sent 59 invites this minute sends one more, although it deletes some of the people and a stranger starts by its public link', async () => {
    const account = await running.account()
    expect(await flood(await createShareLink(account), 1, from('192.0.2.4'))).toBe(1)
    const people = await importPeople(
      account,
      Array.from({ length: 61 }, () => ({ email: newEmail() })),
    )
    const some = { profileIds: people.slice(0, 59), channel: 'email' }
    expect((await account.call('POST', '/profiles/invite', some)).status).toBe(200)
    for (const id of people.slice(0, 3)) await account.call('DELETE', `/profile/${id}`)
    const statuses: number[] = []
    for (const id of people.slice(59))
      statuses.push((await account.call('POST', `/profile/${id}/invite/email`)).status)
    expect(statuses).toEqual([204, 429])
  })

  test('sends fifty member invitations a day, however many of them it removes', {
    tags: 'long',
  }, async () => {
    const { account, owner } = await createOwnedAccount(running)
    const statuses = await inviteAndRemove(account, owner, 53)
    // Plus the notices to owners about the first invitations of the day.
    expect((await emailsOf(account)) - maxNoticesPerDay).toBe(50)
    expect(statuses.slice(50)).toEqual(Array(3).fill(429))
  })

  test('sends sixty invites a minute, however many people it deletes', { tags: 'long' }, async () => {
    const account = await running.account()
    let last = 0
    for (let round = 0; round < 62; round += 1) {
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

describe('a stranger with a public link', () => {
  test('starts sixty people at once from one network, and no seventy', { tags: 'long' }, async () => {
    const account = await running.account()
    const link = await createShareLink(account)
    expect(await flood(link, 70, from('192.0.2.1'))).toBe(60)
  })

  test('causes few emails in a day from one network', { tags: 'long' }, async () => {
    const account = await running.account()
    const link = await createShareLink(account)
    for (let minutes = 0; minutes < 15; minutes += 3) {
      await flood(link, 50, from('192.0.2.2'))
      now += 3 * 60_000
    }
    expect(await emailsOf(account)).toBeLessThan(100)
    expect(await peopleOf(account)).toBeLessThan(100)
  })

  // Above, one start takes nothing of the sixty invites.
  test('uses up none of the invites that the account may send in a minute', { tags: 'long' }, async () => {
    const account: TestAccount = await running.account()
    await flood(await createShareLink(account), 60, from('192.0.2.3'))
    const { body } = await account.call('POST', '/profile', { email: newEmail() })
    expect((await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
  })
})

describe('deletion requests', () => {
  const ask = (cookie: string, erasure: 'ask' | 'back') =>
    fetch(`${running.url}/take/erasure`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ erasure }),
      redirect: 'manual',
    }).then(({ status }) => status)

  /** Requests and withdraws again and again, as one person. */
  async function loop(cookie: string, times: number): Promise<number[]> {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) statuses.push(await ask(cookie, time % 2 ? 'back' : 'ask'))
    return statuses
  }

  /** Starts from a public link with an email address, and opens the emailed link. */
  async function startByEmail(link: string, network: string): Promise<string> {
    const email = newEmail()
    await startShared(link, { firstName: 'Robot', email }, { 'x-forwarded-for': network })
    await running.service.drainOutbox()
    const [letter] = await mailboxMessages(running.url, email)
    return cookieOf(await followLink(letter?.links.find((one) => one.includes('/t/')) ?? ''))
  }

  const lettersToOwner = async (email: string) => {
    await running.service.drainOutbox()
    return (await mailboxMessages(running.url, email)).length
  }

  test('of one person, withdrawn and repeated, send six emails a day to an owner', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const { cookie } = await openTaker(running, account)
    const statuses = await loop(cookie, 9)
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(303))
    // From then on requests are refused, and there is nothing to withdraw.
    expect(new Set(statuses.slice(6).filter((_, index) => index % 2 === 0))).toEqual(new Set([429]))
    expect(await lettersToOwner(owner.email)).toBe(6)
  })

  test('of people who started with their own address are refused after sixty emails of a day to an owner in total', async () => {
    const { account } = await createOwnedAccount(running)
    const link = await createShareLink(account)
    expect(await loop(await startByEmail(link, '192.0.2.98'), 1)).toEqual([303])
    // As if they and others had sent fifty-nine.
    await running.db.admin('update erasure_request set told = 59 where account_id = $1', [account.id])
    expect(await loop(await startByEmail(link, '192.0.2.99'), 2)).toEqual([303, 429])
    expect(await loop((await openTaker(running, account)).cookie, 2)).toEqual([303, 303])
  })

  test('of people who started with their own address send sixty emails a day to an owner in total', {
    tags: 'long',
  }, async () => {
    const { account, owner } = await createOwnedAccount(running)
    const link = await createShareLink(account)
    let refused = 0
    for (let starter = 0; starter < 11; starter += 1) {
      const statuses = await loop(await startByEmail(link, `192.0.2.${100 + starter}`), 6)
      refused += statuses.filter((status) => status === 429).length
    }
    expect([await lettersToOwner(owner.email), refused > 0]).toEqual([60, true])
    // People whom the account invited itself can still request.
    expect(await loop((await openTaker(running, account)).cookie, 2)).toEqual([303, 303])
  })
})
