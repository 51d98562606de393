import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import {
  type Answer,
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { importPeople, newEmail, newMobile } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
/** The clock only moves when a test moves it, so that a slow machine does not matter. */
let now = Date.parse('2026-11-21T09:00:00Z')
beforeAll(async () => {
  // Request limits are generous, invite limits as usual.
  running = await startTestService({ RATE_LIMITS: '100000/100000' }, { clock: () => new Date(now) })
  tables = await openTables(running.db)
})
beforeEach(() => {
  now += 2 * 24 * 3600 * 1000
})

const people = (account: TestAccount, count: number, fields = () => ({ email: newEmail() }) as object) =>
  importPeople(
    account,
    Array.from({ length: count }, () => fields()),
  )

const invite = (account: TestAccount, id: string, channel = 'email') =>
  account.call('POST', `/profile/${id}/invite/${channel}`)

const statusesOf = (answers: readonly Answer[]) => answers.map((answer) => answer.status)
const sentIn = (answers: readonly Answer[]) => statusesOf(answers).filter((status) => status === 204).length

/** What has been counted once today counts so often. */
const counted = (kind: string, count: number) =>
  tables.rows('update message_tally set count = $2 where kind = $1 and count = 1 and day = $3::date', [
    kind,
    count,
    new Date(now),
  ])

function expectLimited(answer: Answer, code: string): void {
  expect([answer.status, answer.body.error.code]).toEqual([429, code])
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expectEnvelope(answer, code)
}

/** Tokens are valid for an hour; after a day the account signs in again. */
async function withFreshToken(account: TestAccount): Promise<TestAccount> {
  const token = await signIn(running.baseUrl, account)
  return { ...account, token, call: callAs(running.baseUrl, token) }
}

describe('one invite a minute for a profile', () => {
  test.each([12])('of %i concurrent ones exactly one is sent, and the others leave no trace', inviteAtOnce)
  test.each([50])('of %i concurrent ones exactly one is sent', { tags: 'long' }, inviteAtOnce)

  async function inviteAtOnce(count: number): Promise<void> {
    const account = await running.account()
    const [id = ''] = await people(account, 1)
    const answers = await Promise.all(Array.from({ length: count }, () => invite(account, id)))
    expect(sentIn(answers)).toBe(1)
    const refused = answers.filter((answer) => answer.status !== 204)
    for (const answer of refused) expectLimited(answer, 'invited_just_now')
    expect(await tables.rows('select id from invite where profile_id = $1', [id])).toHaveLength(1)
    await running.service.drainOutbox()
    await tables.expectUnchanged(async () => expectLimited(await invite(account, id), 'invited_just_now'))
  }

  test('on any channel, until Retry-After', { tags: 'long' }, async () => {
    const account = await running.account()
    const [id = ''] = await people(account, 1, () => ({ email: newEmail(), phone: newMobile() }))
    expect((await invite(account, id, 'sms')).status).toBe(204)
    now += 30_500
    const refused = await invite(account, id)
    expectLimited(refused, 'invited_just_now')
    expect(refused.headers.get('retry-after')).toBe('30')
    now += 29_499
    expectLimited(await invite(account, id), 'invited_just_now')
    now += 1
    expect((await invite(account, id)).status).toBe(204)
  })
})

describe('sixty invites a minute for an account', () => {
  test('of twelve concurrent ones after fifty-five exactly five are sent; other accounts are not delayed', async () => {
    const account = await running.account()
    const [first = '', ...ids] = await people(account, 13)
    expect((await invite(account, first)).status).toBe(204)
    await counted('account-minute', 55)
    const answers = await Promise.all(ids.map((id) => invite(account, id)))
    expect(sentIn(answers)).toBe(5)
    for (const answer of answers.filter((one) => one.status !== 204)) expectLimited(answer, 'invite_limit')
    const other = await running.account()
    const [id = ''] = await people(other, 1)
    expect((await invite(other, id)).status).toBe(204)
    now += 60_000
    const late = ids.find((_, at) => answers[at]?.status !== 204) ?? ''
    expect((await invite(account, late)).status).toBe(204)
  })

  test('of eighty concurrent ones to eighty people exactly sixty are sent; other accounts are not delayed', {
    tags: 'long',
  }, async () => {
    const account = await running.account()
    const ids = await people(account, 80)
    const answers = await Promise.all(ids.map((id) => invite(account, id)))
    expect(sentIn(answers)).toBe(60)
    for (const answer of answers.filter((one) => one.status !== 204)) expectLimited(answer, 'invite_limit')
    const other = await running.account()
    const [id = ''] = await people(other, 1)
    expect((await invite(other, id)).status).toBe(204)
    now += 60_000
    const late = ids.filter((_, at) => answers[at]?.status !== 204)
    expect(sentIn(await Promise.all(late.map((one) => invite(account, one))))).toBe(20)
  })

  test('a bulk of a hundred sends sixty, in order, and reports the rest as too many', {
    tags: 'long',
  }, async () => {
    const account = await running.account()
    const ids = await people(account, 100)
    const bulk = () => account.call('POST', '/profiles/invite', { profileIds: ids, channel: 'email' })
    const reasons = (answer: Answer) =>
      answer.body.data.results.map((result: Json) => result.reason ?? 'sent')
    expect(reasons(await bulk())).toEqual([
      ...ids.slice(0, 60).map(() => 'sent'),
      ...ids.slice(60).map(() => 'invite_limit'),
    ])
    now += 59_000
    const later = await bulk()
    expect(new Set(reasons(later))).toEqual(new Set(['invited_just_now', 'invite_limit']))
    // Each result says when a retry is possible, and it then succeeds.
    for (const result of later.body.data.results) expect(result.retryAfterSeconds).toBe(1)
    now += 1_000
    const end = (await bulk()).body.data.results
    expect(end.slice(0, 60)).toEqual(
      ids.slice(0, 60).map((profileId) => ({ profileId, status: 'sent', reason: null })),
    )
    expect(end[99]).toMatchObject({ status: 'skipped', reason: 'invite_limit', retryAfterSeconds: 60 })
  })

  test('single and bulk invites at the same time, and a person who saves answers, neither block nor exceed it', {
    tags: 'long',
  }, async () => {
    const account = await running.account()
    const ids = await people(account, 70)
    const bulks = [ids, ids.toReversed()].map((profileIds) =>
      account.call('POST', '/profiles/invite', { profileIds, channel: 'email' }),
    )
    const changes = ids
      .slice(0, 20)
      .map((id) => account.call('PATCH', `/profile/${id}`, { firstName: 'Noor' }))
    const answers = await Promise.all([...bulks, ...changes, ...ids.map((id) => invite(account, id))])
    for (const answer of answers) expect([200, 204, 429]).toContain(answer.status)
    const rows = await tables.rows('select id from invite where account_id = $1', [account.id])
    expect(rows).toHaveLength(60)
  })
})

describe('emails per day to one address', () => {
  const acrossAll = '429 for the twenty-first across all accounts, without revealing the others'
  test(acrossAll, () => inviteFromAll(2))
  test(`${acrossAll}, each from another one`, { tags: 'long' }, () => inviteFromAll(20))

  /** From so many accounts and one more; the invites before these are counted as if they had been sent. */
  async function inviteFromAll(count: number): Promise<void> {
    const email = newEmail()
    const accounts = await Promise.all(Array.from({ length: count + 1 }, () => running.account()))
    const ids = await Promise.all(accounts.map((account) => people(account, 1, () => ({ email }))))
    const [first, ...others] = accounts.map((account, at) => () => invite(account, ids[at]?.[0] ?? ''))
    const earliest = (await first?.()) as Answer
    expect(earliest.status).toBe(204)
    await counted('address', 21 - count)
    const answers = [earliest, ...(await Promise.all(others.map((send) => send())))]
    expect(sentIn(answers)).toBe(count)
    const refused = answers.find((answer) => answer.status !== 204) as Answer
    expectLimited(refused, 'recipient_limit')
    expect(refused.text).not.toMatch(/account/i)
    const at = answers.indexOf(refused)
    now += Number(refused.headers.get('retry-after')) * 1000
    const late = await withFreshToken(accounts[at] as TestAccount)
    expect((await invite(late, ids[at]?.[0] ?? '')).status).toBe(204)
  }

  test('429 for the eleventh of one account, while others keep theirs; deleting the person changes nothing', {
    tags: 'long',
  }, async () => {
    const email = newEmail()
    const account = await running.account()
    const statuses: number[] = []
    for (let round = 0; round < 11; round += 1) {
      const [id = ''] = await people(account, 1, () => ({ email }))
      statuses.push((await invite(account, id)).status)
      await account.call('DELETE', `/profile/${id}`)
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429])
    const other = await running.account()
    const [id = ''] = await people(other, 1, () => ({ email }))
    expect((await invite(other, id)).status).toBe(204)
  })
})

describe('text messages, which cost money', () => {
  test('five per day to one number across all accounts, including deleted profiles', async () => {
    const phone = newMobile()
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const account = await running.account()
      const [id = ''] = await people(account, 1, () => ({ phone }))
      statuses.push((await invite(account, id, 'sms')).status)
      await account.call('DELETE', `/profile/${id}`)
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
  })

  test('twenty per day to one range of numbers: of five hundred consecutive ones the rest is skipped', {
    tags: 'long',
  }, async () => {
    const base = newMobile().slice(0, -4)
    const account = await running.account()
    let next = 1000
    const ids = await people(account, 50, () => ({ phone: `${base}${next++}` }))
    const { body } = await account.call('POST', '/profiles/invite', { profileIds: ids, channel: 'sms' })
    const sent = body.data.results.filter((result: Json) => result.status === 'sent')
    expect(sent).toHaveLength(20)
    expect(body.data.results[20].reason).toBe('recipient_limit')
    const other = await running.account()
    const more = await people(other, 10, () => ({ phone: `${base}${next++}` }))
    const answers = await Promise.all(more.map((id) => invite(other, id, 'sms')))
    const codes = new Set(answers.map((answer) => answer.body.error.code))
    expect(codes).toEqual(new Set(['recipient_limit']))
  })

  test('a range’s cap is exact when many accounts send concurrently', { tags: 'long' }, async () => {
    const base = newMobile().slice(0, -4)
    let next = 1000
    const accounts = await Promise.all(Array.from({ length: 6 }, () => running.account()))
    const ids = await Promise.all(
      accounts.map((account) => people(account, 6, () => ({ phone: `${base}${next++}` }))),
    )
    const answers = await Promise.all([
      ...accounts
        .slice(0, 3)
        .flatMap((account, at) => (ids[at] ?? []).map((id) => invite(account, id, 'sms'))),
      ...accounts
        .slice(3)
        .map((account, at) =>
          account.call('POST', '/profiles/invite', { profileIds: ids[at + 3], channel: 'sms' }),
        ),
    ])
    const inBulk = answers.flatMap((answer) => answer.body?.data?.results ?? [])
    const bulkSent = inBulk.filter((one: Json) => one.status === 'sent').length
    expect(sentIn(answers) + bulkSent).toBe(20)
  })

  test('five hundred per day for an account, even without other limits; no number is in the tally', async () => {
    const open = await startTestService({}, { clock: () => new Date(now) })
    const rows = await openTables(open.db)
    const account = await open.account()
    const bulk = async (count: number) => {
      const profileIds = await people(account, count, () => ({ phone: newMobile() }))
      const { body } = await account.call('POST', '/profiles/invite', { profileIds, channel: 'sms' })
      return body.data.results as Json[]
    }
    await bulk(1)
    await open.db.admin(`update message_tally set count = 498 where kind = 'account'`)
    const results = await bulk(4)
    expect(results.map((result) => result.reason)).toEqual([null, null, 'text_limit', 'text_limit'])
    const tally = await rows.rows('select kind, count from message_tally order by kind, count')
    expect(tally.filter((row) => row.count === 0)).toEqual([])
    expect(Object.keys(await rows.holding('+4915'))).not.toContain('message_tally')
  })

  test('counts of past days are removed along the way', async () => {
    const account = await running.account()
    const old = `select count(*)::integer as count from message_tally where day < $1::date - 1`
    const send = async (sender: TestAccount) => {
      const [id = ''] = await people(sender, 1, () => ({ phone: newMobile() }))
      expect((await invite(sender, id, 'sms')).status).toBe(204)
    }
    await send(account)
    now += 5 * 24 * 3600 * 1000
    await send(await withFreshToken(account))
    expect(await tables.rows(old, [new Date(now)])).toEqual([{ count: 0 }])
  })
})
