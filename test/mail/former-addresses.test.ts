import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  callAs,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

// An address that a token without profiles:read replaces is notified. Those notices can't flood anyone, and no
// change is made without its notice.

let running: TestService
let now = Date.parse('2026-11-21T09:00:00Z')
const day = 24 * 3600 * 1000
beforeAll(async () => {
  // Request limits are generous, so that only the counts of messages stop a flood.
  running = await startTestService({ RATE_LIMITS: '100000/100000' }, { clock: () => new Date(now) })
})
beforeEach(() => {
  now += 3 * day
})

type Call = TestAccount['call']
/** A fresh token that may write and not read. */
const writerOf = async (account: TestAccount): Promise<Call> =>
  callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
const readerOf = async (account: TestAccount): Promise<Call> =>
  callAs(running.baseUrl, await signIn(running.baseUrl, account))

/** A person who was sent a link to this address. Returns the id. */
async function invited(call: Call, address: { email: string } | { phone: string }): Promise<string> {
  const { body } = await call('POST', '/profile', address)
  const sent = await call(
    'POST',
    `/profile/${body.profile.id}/invite/${'email' in address ? 'email' : 'sms'}`,
  )
  expect(sent.status, sent.text).toBe(204)
  return body.profile.id
}

const replace = (call: Call, profileId: string) =>
  call('PATCH', `/profile/${profileId}`, { email: newEmail() })
const made = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length

function expectRefused(answer: Answer, code = 'email_limit'): void {
  expect([answer.status, answer.body.error.code]).toEqual([429, code])
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}

/** Notices to former addresses, from one account or from all of them. */
async function notices(account?: TestAccount): Promise<number> {
  const [row] = await running.db.admin<{ count: number }>(
    `select count(*)::integer as count from outbox
      where profile_id is not null and invite_id is null and ($1::text is null or account_id = $1)`,
    [account?.id ?? null],
  )
  return row?.count ?? 0
}

/** Sets today's count of notices, as so many changes would have left it. */
async function setCount(kind: string, count: number): Promise<void> {
  const changed = await running.db.admin(
    'update message_tally set count = $1 where kind = $2 and day = $3::date returning kind',
    [count, kind, new Date(now)],
  )
  expect(changed).toHaveLength(1)
}

describe('an address that is replaced repeatedly', () => {
  test('gets five notices a day from one account, and further changes are refused', async () => {
    const account = await running.account()
    const call = await writerOf(account)
    const victim = newEmail()
    const statuses: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const id = await invited(call, { email: victim })
      statuses.push((await replace(call, id)).status)
      // Someone who may read frees the address for the next round, without a notice.
      if (statuses.at(-1) !== 200) await account.call('DELETE', `/profile/${id}`)
    }
    expect(await notices(account)).toBe(5)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })

  test('gets twenty notices a day from many accounts at once, and their other changes are refused', {
    tags: 'long',
  }, async () => {
    const victim = newEmail()
    const accounts = await Promise.all(Array.from({ length: 24 }, () => running.account()))
    const people: { account: TestAccount; profileId: string }[] = []
    // Twenty invites a day to one address, so that these notices need two.
    for (const some of [accounts.slice(0, 12), accounts.slice(12)]) {
      for (const account of some)
        people.push({ account, profileId: await invited(await writerOf(account), { email: victim }) })
      now += day
    }
    const before = await notices()
    const calls = await Promise.all(
      people.map(async (person) => ({ ...person, call: await writerOf(person.account) })),
    )
    const answers = await Promise.all(calls.map(({ call, profileId }) => replace(call, profileId)))
    expect([made(answers), (await notices()) - before]).toEqual([20, 20])
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 200) continue
      expectRefused(answer)
      const { account, profileId } = calls[at] as (typeof calls)[number]
      // Nothing was changed without a notice. Who may read changes it without one.
      const reader = await readerOf(account)
      expect((await reader('GET', `/profile/${profileId}`)).body.profile.email).toBe(victim)
      expect((await replace(reader, profileId)).status).toBe(200)
    }
    expect((await notices()) - before).toBe(20)
    // What many accounts did to one address leaves each of them its own count.
    const another = calls[0]?.call as Call
    expect((await replace(another, await invited(another, { email: newEmail() }))).status).toBe(200)
  })
})

describe('an account that replaces many addresses', () => {
  test('sends five hundred notices a day, and no more, also with simultaneous requests', async () => {
    const account = await running.account()
    const call = await writerOf(account)
    expect((await replace(call, await invited(call, { email: newEmail() }))).status).toBe(200)
    await setCount('former-account', 497)
    const people: string[] = []
    for (let index = 0; index < 9; index += 1) people.push(await invited(call, { email: newEmail() }))
    const answers = await Promise.all(people.map((id) => replace(call, id)))
    expect([made(answers), await notices(account)]).toEqual([3, 4])
    const refused = people.filter((_, at) => answers[at]?.status !== 200)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer)
    // Nor by removing the address, nor with a name, nor by deleting people in between.
    const [one = '', two = ''] = refused
    expectRefused(await call('PATCH', `/profile/${one}`, { email: null, firstName: 'Ada' }))
    await account.call('DELETE', `/profile/${two}`)
    expectRefused(await replace(call, one))
    // Other accounts have their own five hundred, and invites theirs.
    const other = await writerOf(await running.account())
    expect((await replace(other, await invited(other, { email: newEmail() }))).status).toBe(200)
    await invited(call, { email: newEmail() })
    expect((await account.call('PATCH', `/profile/${one}`, { email: newEmail() })).status).toBe(200)
  })

  test('can continue the next day (UTC), and the response says when', async () => {
    const account = await running.account()
    const call = await writerOf(account)
    await replace(call, await invited(call, { email: newEmail() }))
    await setCount('former-account', 500)
    const id = await invited(call, { email: newEmail() })
    const refused = await replace(call, id)
    expectRefused(refused)
    now += Number(refused.headers.get('retry-after')) * 1000
    expect((await replace(await writerOf(account), id)).status).toBe(200)
  })
})

describe('a number that is replaced', () => {
  test('is notified by text message', async () => {
    const account = await running.account()
    const call = await writerOf(account)
    const id = await invited(call, { phone: newMobile() })
    expect((await call('PATCH', `/profile/${id}`, { phone: newMobile() })).status).toBe(200)
    expect(await notices(account)).toBe(1)
  })

  test('gets its notice even if its text messages of the day were used up before', async () => {
    const victim = newMobile()
    const account = await running.account()
    const call = await writerOf(account)
    const id = await invited(call, { phone: victim })
    for (let round = 0; round < 4; round += 1) {
      now += 2 * 60_000
      expect((await call('POST', `/profile/${id}/invite/sms`)).status).toBe(204)
    }
    const refused = await call('PATCH', `/profile/${id}`, { phone: newMobile() })
    expectRefused(refused, 'recipient_limit')
    expect(refused.body.error.message).toContain('The former number is told of this change')
    expect((await account.call('GET', `/profile/${id}`)).body.profile.phone).toBe(victim)
    expect(await notices(account)).toBe(0)
  })
})
