import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { fewAndMany } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { importPeople, insertTestTag, newEmail } from '../support/test-rows.ts'
import { createShareLink, expectText, followLink, pageOf, startShared } from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

const peopleOf = (owner: TestAccount) =>
  tables.rows<{ id: string; first_name: string; state: string }>(
    'select id, first_name, state from profile where account_id = $1 order by created_at',
    [owner.id],
  )
const lettersTo = async (email: string) => {
  await running.service.drainOutbox()
  const box = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await box.json()) as { links: string[]; text: string }[]
}

describe('starting with an address', () => {
  test('creates a pending profile, and the email has a link to start', async () => {
    const owner = await running.account({ name: 'Northwind' })
    const tagId = await insertTestTag(running.db, owner.id)
    const link = await createShareLink(owner, { tagIds: [tagId], assessmentIds: ['disc'] })
    const email = newEmail()
    const answer = await startShared(link, { firstName: 'Ada', email: ` ${email.toUpperCase()} ` })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    expect(await expectText(answer, 'Check your messages')).toBe(true)
    expect(await peopleOf(owner)).toMatchObject([{ first_name: 'Ada', state: 'pending' }])
    const [letter] = await lettersTo(email)
    expect((await followLink(letter?.links[0] ?? '')).headers.get('location')).toBe('/take')
    expect(await peopleOf(owner)).toMatchObject([{ state: 'active' }])
  })

  test("returns the same for a known address, and doesn't change that person", async () => {
    const tagId = await insertTestTag(running.db, account.id)
    const link = await createShareLink(account, { tagIds: [tagId], customId: 'crm-known' })
    const [known, unknown] = [newEmail(), newEmail()]
    const made = await account.call('POST', '/profile', { email: known, firstName: 'Noor', locale: 'de' })
    const path = `/profile/${made.body.profile.id}?includeTags=true`
    const before = (await account.call('GET', path)).text
    const answers = []
    for (const email of [unknown, known, known])
      answers.push(
        (await pageOf(await startShared(link, { firstName: 'Evil', email }))).replaceAll(email, ''),
      )
    expect(new Set(answers).size).toBe(1)
    expect((await account.call('GET', path)).text).toBe(before)
    const letters = await lettersTo(known)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text.includes('Evil')).toBe(false)
  })

  for (const { rounds: times, options } of fewAndMany(6, 20)) {
    test(
      `creates one profile and one email when a new address is sent ${times} times at once`,
      options,
      async () => {
        const owner = await running.account()
        const link = await createShareLink(owner)
        const email = newEmail()
        const answers = await Promise.all(
          Array.from({ length: times }, () => startShared(link, { firstName: 'Ada', email })),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(200))
        expect(await peopleOf(owner)).toHaveLength(1)
        expect(await lettersTo(email)).toHaveLength(1)
      },
    )
  }

  test('turns no typed name into a link in the email', async () => {
    const email = newEmail()
    await startShared(await createShareLink(account), { firstName: 'See https://evil.example/now', email })
    const [letter] = await lettersTo(email)
    expect(letter?.text).not.toMatch(/evil\.example/)
  })
})

describe("an account that can't accept people", () => {
  const trial = { billingStatus: 'trialing', name: 'Northwind' } as const
  const closed: [string, () => Promise<TestAccount>, string, number][] = [
    ['a trial that is over', () => running.account(trial), `trial_ends_at = now() - interval '1 day'`, 402],
    ['a paused account', () => running.account(), 'paused = true', 403],
    ['a trial at its reports', () => running.account(trial), 'trial_reports_used = 10', 402],
    ['a canceled account', () => running.account(), `billing_status = 'canceled'`, 402],
    ['an unpaid account', () => running.account(), `billing_status = 'unpaid'`, 402],
  ]

  // The test below shows a 402.
  for (const [name, open, state, status] of closed) {
    const options = status === 403 ? {} : ({ tags: 'long' } as const)
    test(`${name}: says so neutrally, and nothing is created`, options, async () => {
      const owner = await open()
      const link = await createShareLink(owner)
      const made = await owner.call('POST', '/profile', { email: newEmail(), firstName: 'Noor' })
      await running.db.admin(`update account set ${state} where id = $1`, [owner.id])
      await tables.expectUnchanged(async () => {
        const looked = await fetch(link)
        expect([looked.status, await expectText(looked, 'No one can start here right now')]).toEqual([
          200,
          true,
        ])
        for (const email of ['', newEmail(), made.body.profile.email]) {
          const answer = await startShared(link, { firstName: 'Ada', email })
          expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null])
          expect(await expectText(answer, 'Nothing you did caused this')).toBe(true)
        }
      })
    })
  }

  test("a trial at its limit also refuses known addresses, so it doesn't reveal who is known", async () => {
    const owner = await running.account(trial)
    const link = await createShareLink(owner)
    const known = newEmail()
    await importPeople(owner, [
      { email: known },
      ...Array.from({ length: 24 }, () => ({ email: newEmail() })),
    ])
    await tables.expectUnchanged(async () => {
      expect(await expectText(await fetch(link), 'No one can start here right now')).toBe(true)
      const pages = []
      for (const email of [known, newEmail()])
        pages.push(await pageOf(await startShared(link, { firstName: 'A', email })))
      expect(new Set(pages).size).toBe(1)
      expect(pages[0]?.startsWith('402 ')).toBe(true)
    })
  })

  for (const { earlier, starts, options } of [
    { earlier: 20, starts: 10, options: {} },
    { earlier: 0, starts: 50, options: { tags: 'long' } },
  ] as const) {
    test(
      `${starts} simultaneous starts in a trial with ${earlier} people: exactly as many as the limit allows succeed`,
      options,
      async () => {
        const owner = await running.account(trial)
        const link = await createShareLink(owner)
        if (earlier > 0)
          await importPeople(
            owner,
            Array.from({ length: earlier }, () => ({ email: newEmail() })),
          )
        const answers = await Promise.all(
          Array.from({ length: starts }, (_, n) =>
            startShared(link, { firstName: 'Ada', email: n % 5 === 0 ? newEmail() : '' }),
          ),
        )
        const statuses = answers.map(({ status }) => status)
        const allowed = 25 - earlier
        expect(statuses.filter((status) => status === 402)).toHaveLength(starts - allowed)
        expect(statuses.filter((status) => status === 303 || status === 200)).toHaveLength(allowed)
        expect(await peopleOf(owner)).toHaveLength(25)
      },
    )
  }
})

describe('with limited invites', () => {
  let limited: TestService
  let rows: Tables
  let stopped: Date | undefined
  beforeAll(async () => {
    limited = await startTestService({ RATE_LIMITS: '1000/1000' }, { clock: () => stopped ?? new Date() })
    rows = await openTables(limited.db)
  })

  test('429 when all starts of a link are used up, and nothing is created', async () => {
    const link = await createShareLink(await limited.account())
    await limited.db.admin('update share_link set starts_left = 2', [])
    // A link gets another start after some seconds, which a slow machine needs for these.
    stopped = new Date()
    onTestFinished(() => {
      stopped = undefined
    })
    expect((await startShared(link)).status).toBe(303)
    expect((await startShared(link, { firstName: 'Ada', email: newEmail() })).status).toBe(200)
    await rows.expectUnchanged(async () => {
      for (const email of ['', newEmail()]) {
        const answer = await startShared(link, { firstName: 'Ada', email })
        expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
      }
    })
  })

  test("doesn't count towards the account's invites per minute, for known and new addresses", async () => {
    const owner = await limited.account()
    const link = await createShareLink(owner)
    const known = newEmail()
    const made = await owner.call('POST', '/profile', { email: known })
    const profileIds = await importPeople(
      owner,
      Array.from({ length: 60 }, () => ({ email: newEmail() })),
    )
    const invited = await owner.call('POST', '/profiles/invite', { profileIds, channel: 'email' })
    expect(invited.body.data.results.map((result: { status: string }) => result.status)).toEqual(
      Array(60).fill('sent'),
    )
    const pages = []
    for (const email of [known, newEmail()])
      pages.push((await pageOf(await startShared(link, { firstName: 'A', email }))).replaceAll(email, ''))
    expect(pages[0]?.slice(0, 3)).toBe('200')
    expect(pages[0]).toBe(pages[1])
    const sent = `select origin from invite where profile_id = $1`
    expect(await rows.rows(sent, [made.body.profile.id])).toEqual([{ origin: 'share' }])
  })

  test('a person who was just invited looks like anyone else', async () => {
    const owner = await limited.account()
    const link = await createShareLink(owner)
    const [known, unknown] = [newEmail(), newEmail()]
    const made = await owner.call('POST', '/profile', { email: known })
    expect((await owner.call('POST', `/profile/${made.body.profile.id}/invite/email`)).status).toBe(204)
    const pages = []
    for (const email of [unknown, known])
      pages.push((await pageOf(await startShared(link, { firstName: 'A', email }))).replaceAll(email, ''))
    expect(pages[0]).toBe(pages[1])
    const sent = 'select id from invite where profile_id = $1'
    expect(await rows.rows(sent, [made.body.profile.id])).toHaveLength(1)
  })
})
