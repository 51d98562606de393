import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { insertTestTag, newEmail } from '../support/people.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { cookieOf, press } from './visitor.ts'

const day = 24 * 3_600_000

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

async function shareLink(owner = account, body: object = { customId: newPublicId() }): Promise<string> {
  return (await owner.call('POST', '/assessment-invite', body)).body.link
}

/** Sends the form of a shareable link. */
function begin(
  link: string,
  fields: Record<string, string> = { firstName: 'Ada' },
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers })
}

/** The text of a page without what differs from one showing to the next. */
async function pageOf(answer: Response): Promise<string> {
  const text = await answer.text()
  return `${answer.status} ${text.replace(/\/t\/[^"]*/g, '').replace(/name="once" value="[^"]*"/, '')}`
}

const has = async (answer: Response, words: string) => (await answer.text()).includes(words)
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

describe('the page of a shareable link', () => {
  test('tells who asks, how much it is, who sees the results and until when', async () => {
    const page = await pageOf(await fetch(await shareLink(account, { assessmentIds: ['core', 'disc'] })))
    for (const words of ['Northwind asks you', '2 parts, about 10 min', 'so do you', 'Works until'])
      expect(page.includes(words), words).toBe(true)
  })

  test('wears the color of the account', async () => {
    const owner = await running.account({ preferences: { brandColor: '#e4002b' } })
    const page = await (await fetch(await shareLink(owner))).text()
    expect(page.toLowerCase().includes('--ink:#b74443')).toBe(true)
  })

  test('changes nothing when it is read', async () => {
    const link = await shareLink()
    await tables.expectUnchanged(async () => {
      expect((await fetch(link)).status).toBe(200)
      expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
    })
  })

  test('is one page for links that are unknown, expired, broken or of another region, and starts nobody', async () => {
    const expired = await shareLink()
    await running.db.admin('update share_link set expires_at = now() where account_id = $1', [account.id])
    const token = newAccountSecret('tmb_share_', account.id)
    const links = [
      expired,
      `${running.url}/t/us.${token}`,
      `${running.url}/t/eu.${token}`,
      `${running.url}/t/us.${newAccountSecret('tmb_share_', newPublicId())}`,
      `${running.url}/t/us.tmb_share_short`,
      `${expired}x`,
      expired.replace('tmb_share_', 'tmb_share_%00'),
    ]
    await tables.expectUnchanged(async () => {
      const pages = []
      for (const link of links) pages.push(await pageOf(await fetch(link)), await pageOf(await begin(link)))
      expect(new Set(pages).size).toBe(1)
      expect(pages[0]).toContain('This link no longer works')
      expect(pages[0]).not.toContain('Northwind')
    })
  })

  test('does not open as a personal link, nor a personal one as this', async () => {
    const link = await shareLink()
    await tables.expectUnchanged(async () => {
      const asPersonal = await press(link.replace('tmb_share_', 'tmb_link_'))
      expect(await has(asPersonal, 'This link no longer works')).toBe(true)
      await begin(link, { again: '1' })
    })
  })
})

describe('starting without an address', () => {
  test('makes a profile of what the link gives, and goes to the first question', async () => {
    const owner = await running.account()
    const tagId = await insertTestTag(running.db, owner.id)
    const link = await shareLink(owner, {
      tagIds: [tagId],
      customId: 'crm-9',
      assessmentIds: ['core', 'disc'],
    })
    const answer = await begin(link, { firstName: '  Ada\u200b ', lastName: 'King', email: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/take'])
    const take = await fetch(`${running.url}/take`, { headers: { cookie: cookieOf(answer) } })
    expect([take.status, await has(take, '1 of 24')]).toEqual([200, true])
    const [person] = await peopleOf(owner)
    const { body } = await owner.call('GET', `/profile/${person?.id}?includeTags=true`)
    expect(body.profile).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      email: null,
      state: 'active',
      customIds: ['crm-9'],
      availableAssessments: ['disc', 'core'],
      tags: [{ id: tagId }],
    })
    expect(
      await tables.rows('select channel, recipient from invite where profile_id = $1', [person?.id]),
    ).toEqual([{ channel: 'link', recipient: null }])
  })

  test('is audited as the act of a person, without the name', async () => {
    const owner = await running.account()
    const link = await shareLink(owner)
    await begin(link, { firstName: 'Xanthippe' })
    const [person] = await peopleOf(owner)
    const entries = await tables.rows(
      `select action, actor_kind, actor_id, target_id from audit_entry
        where account_id = $1 and target_type = 'profile' order by seq`,
      [owner.id],
    )
    const act = { actor_kind: 'person', actor_id: person?.id, target_id: person?.id }
    expect(entries).toEqual([
      { action: 'create_profile', ...act },
      { action: 'start_sitting', ...act },
    ])
    expect((await tables.holding('Xanthippe')).audit_entry).toBeUndefined()
    expect(running.logged()).not.toContain('Xanthippe')
  })

  test('starts once when one showing of the form is sent twice, and twice from two showings', async () => {
    const owner = await running.account()
    const link = await shareLink(owner)
    const shown = async () => /name="once" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
    const once = await shown()
    const answers = await Promise.all([1, 2, 3].map(() => begin(link, { firstName: 'Ada', once })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await peopleOf(owner)).toHaveLength(1)
    for (const answer of answers) {
      const take = await fetch(`${running.url}/take`, { headers: { cookie: cookieOf(answer) } })
      expect(take.status).toBe(200)
    }
    await begin(link, { firstName: 'Ada', once: await shown() })
    expect(await peopleOf(owner)).toHaveLength(2)
  })

  test('does not enter as somebody by the form that they sent a while ago', async () => {
    const owner = await running.account()
    const link = await shareLink(owner)
    const fields = { firstName: 'Ada', once: 'a'.repeat(22) }
    await begin(link, fields)
    await running.db.admin(
      `update invite set created_at = created_at - interval '3 minutes' where account_id = $1`,
      [owner.id],
    )
    await begin(link, fields)
    expect(await peopleOf(owner)).toHaveLength(2)
  })

  test('gives the tags that still stand', async () => {
    const owner = await running.account()
    const [kept, gone] = [
      await insertTestTag(running.db, owner.id),
      await insertTestTag(running.db, owner.id),
    ]
    const link = await shareLink(owner, { tagIds: [kept, gone] })
    await running.db.admin('delete from tag where id = $1', [gone])
    expect((await begin(link)).status).toBe(303)
    expect(await tables.rows('select tag_id from profile_tag where account_id = $1', [owner.id])).toEqual([
      { tag_id: kept },
    ])
  })

  test('starts everybody while a tag of the link is deleted', async () => {
    const owner = await running.account()
    for (let round = 0; round < 4; round += 1) {
      const tagId = await insertTestTag(running.db, owner.id)
      const link = await shareLink(owner, { tagIds: [tagId] })
      const starts = Array.from({ length: 8 }, (_, n) =>
        begin(link, { firstName: 'Ada', email: n % 2 === 0 ? newEmail() : '' }),
      )
      const deleted = owner.call('DELETE', `/tag/${tagId}`)
      const answers = await Promise.all(starts)
      expect((await deleted).status).toBe(204)
      expect(answers.map(({ status }) => status)).toEqual([200, 303, 200, 303, 200, 303, 200, 303])
      expect((await tables.holding(tagId)).profile_tag).toBeUndefined()
      expect((await tables.holding(tagId)).profile).toBeUndefined()
    }
  })

  test('gives the assessments that are usual on the account at that time', async () => {
    const owner = await running.account({ preferences: { defaultAssessmentIds: ['core'] } })
    await begin(await shareLink(owner))
    const [person] = await peopleOf(owner)
    const { body } = await owner.call('GET', `/profile/${person?.id}`)
    expect(body.profile.availableAssessments).toEqual(['core'])
  })
})

describe('the form', () => {
  test.each([
    ['nothing', {}, 'Enter a first name'],
    ['blanks', { firstName: ' \u00a0' }, 'Enter a first name'],
    ['marks that nobody sees', { firstName: '\u200b\u2060' }, 'Type it once more'],
    ['a line break', { firstName: 'Ada\nKing' }, 'Type it once more'],
    ['NUL', { firstName: 'A\u0000' }, 'Type it once more'],
    ['a long name', { firstName: 'a'.repeat(101) }, 'at most 100 characters'],
    ['a very long name', { firstName: 'a'.repeat(100_000) }, 'at most 100 characters'],
    ['a long last name', { firstName: 'Ada', lastName: 'a'.repeat(101) }, 'at most 100 characters'],
    ['half an address', { firstName: 'Ada', email: 'ada@nowhere' }, 'not an email address'],
    [
      'an address with a header',
      { firstName: 'Ada', email: 'a@x.test\r\nBcc: b@x.test' },
      'not an email address',
    ],
    ['two addresses', { firstName: 'Ada', email: 'a@x.test, b@x.test' }, 'not an email address'],
    ['an address literal', { firstName: 'Ada', email: 'a@[127.0.0.1]' }, 'not an email address'],
  ])('400 for %s, in words beside the field, and nothing is made', async (_, fields, words) => {
    const link = await shareLink(account, { customId: 'the form' })
    await tables.expectUnchanged(async () => {
      const answer = await begin(link, fields as unknown as Record<string, string>)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
      expect(await has(answer, words)).toBe(true)
    })
  })

  test('shows what was typed again, and lets no markup of it work', async () => {
    const typed = `"><script>alert(1)</script>`
    const answer = await begin(await shareLink(), { firstName: typed, lastName: typed, email: typed })
    const page = await answer.text()
    expect(page.includes('<script>alert')).toBe(false)
    expect(page.split('value="&quot;>&lt;script').length).toBe(4)
  })

  test('403 from another site, and nothing is made', async () => {
    const link = await shareLink(account, { customId: 'the form' })
    await tables.expectUnchanged(async () => {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await begin(link, { firstName: 'Ada' }, headers as unknown as Record<string, string>)
        expect(answer.status).toBe(403)
      }
    })
  })

  test('is read as a form and as nothing else', async () => {
    const link = await shareLink(account, { customId: 'the form' })
    await tables.expectUnchanged(async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(link, { method: 'POST', headers, body: '{"firstName":"Ada"}' })
      expect(answer.status).toBe(415)
    })
  })
})

describe('starting with an address', () => {
  test('makes a profile that is pending, and the letter leads in', async () => {
    const owner = await running.account({ name: 'Northwind' })
    const tagId = await insertTestTag(running.db, owner.id)
    const link = await shareLink(owner, { tagIds: [tagId], assessmentIds: ['disc'] })
    const email = newEmail()
    const answer = await begin(link, { firstName: 'Ada', email: ` ${email.toUpperCase()} ` })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    expect(await has(answer, 'Look in your messages')).toBe(true)
    expect(await peopleOf(owner)).toMatchObject([{ first_name: 'Ada', state: 'pending' }])
    const [letter] = await lettersTo(email)
    expect((await press(letter?.links[0] ?? '')).headers.get('location')).toBe('/take')
    expect(await peopleOf(owner)).toMatchObject([{ state: 'active' }])
  })

  test('answers alike for an address that is known, and leaves that person as they are', async () => {
    const tagId = await insertTestTag(running.db, account.id)
    const link = await shareLink(account, { tagIds: [tagId], customId: 'crm-known' })
    const [known, unknown] = [newEmail(), newEmail()]
    const made = await account.call('POST', '/profile', { email: known, firstName: 'Noor', locale: 'de' })
    const path = `/profile/${made.body.profile.id}?includeTags=true`
    const before = (await account.call('GET', path)).text
    const answers = []
    for (const email of [unknown, known, known])
      answers.push((await pageOf(await begin(link, { firstName: 'Evil', email }))).replaceAll(email, ''))
    expect(new Set(answers).size).toBe(1)
    expect((await account.call('GET', path)).text).toBe(before)
    const letters = await lettersTo(known)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text.includes('Evil')).toBe(false)
  })

  test('one profile and one letter when a new address comes twenty times at once', async () => {
    const owner = await running.account()
    const link = await shareLink(owner)
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => begin(link, { firstName: 'Ada', email })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await peopleOf(owner)).toHaveLength(1)
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('brings no link of the typed name into the letter', async () => {
    const email = newEmail()
    await begin(await shareLink(), { firstName: 'See https://evil.example/now', email })
    const [letter] = await lettersTo(email)
    expect(letter?.text).not.toMatch(/evil\.example/)
  })
})

describe('an account that takes nobody on', () => {
  const trial = { billingStatus: 'trialing', name: 'Northwind' } as const
  const closed: [string, () => Promise<TestAccount>, string, number][] = [
    ['a trial that is over', () => running.account(trial), `trial_ends_at = now() - interval '1 day'`, 402],
    ['a trial at its reports', () => running.account(trial), 'trial_reports_used = 10', 402],
    ['a canceled account', () => running.account(), `billing_status = 'canceled'`, 402],
    ['an unpaid account', () => running.account(), `billing_status = 'unpaid'`, 402],
    ['a paused account', () => running.account(), 'paused = true', 403],
  ]

  test.each(closed)('%s: says so and blames nobody, and nothing is made', async (_, open, state, status) => {
    const owner = await open()
    const link = await shareLink(owner)
    const made = await owner.call('POST', '/profile', { email: newEmail(), firstName: 'Noor' })
    await running.db.admin(`update account set ${state} where id = $1`, [owner.id])
    await tables.expectUnchanged(async () => {
      const looked = await fetch(link)
      expect([looked.status, await has(looked, 'Nobody can start here just now')]).toEqual([200, true])
      for (const email of ['', newEmail(), made.body.profile.email]) {
        const answer = await begin(link, { firstName: 'Ada', email })
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null])
        expect(await has(answer, 'Nothing you did caused this')).toBe(true)
      }
    })
  })

  test('a trial at its cap: closed to known addresses too, so that it tells nobody who is known', async () => {
    const owner = await running.account(trial)
    const link = await shareLink(owner)
    const known = newEmail()
    await owner.call('POST', '/profile', { email: known })
    for (let count = 1; count < 25; count += 1) await owner.call('POST', '/profile', { firstName: 'One' })
    await tables.expectUnchanged(async () => {
      expect(await has(await fetch(link), 'Nobody can start here just now')).toBe(true)
      const pages = []
      for (const email of [known, newEmail()])
        pages.push(await pageOf(await begin(link, { firstName: 'A', email })))
      expect(new Set(pages).size).toBe(1)
      expect(pages[0]?.startsWith('402 ')).toBe(true)
    })
  })

  test('fifty at once on a trial: exactly the cap gets in', async () => {
    const owner = await running.account(trial)
    const link = await shareLink(owner)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        begin(link, { firstName: 'Ada', email: n % 5 === 0 ? newEmail() : '' }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 402)).toHaveLength(25)
    expect(statuses.filter((status) => status === 303 || status === 200)).toHaveLength(25)
    expect(await peopleOf(owner)).toHaveLength(25)
  })
})

describe('somebody who gave no address', () => {
  const go = (path: string, cookie: string, init: RequestInit = {}) =>
    fetch(running.url + path, { headers: { cookie }, redirect: 'manual', ...init })

  test('reads of this browser where others read of their message', async () => {
    const cookie = cookieOf(await begin(await shareLink()))
    const page = await (await go('/take', cookie)).text()
    expect(page.includes('You can go on in this browser until')).toBe(true)
    expect(page.includes('Your link works on any device')).toBe(false)
    expect(page.includes('Open the link in your message')).toBe(false)
  })

  test('stops and goes on in this browser, for seven days, from the shareable link too', async () => {
    const link = await shareLink()
    const answer = await begin(link)
    const cookie = cookieOf(answer)
    const ends = Date.parse(/Expires=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '')
    expect(Math.round((ends - Date.now()) / day)).toBe(7)
    const stopped = await go('/take/stop', cookie, { method: 'POST' })
    expect([stopped.headers.get('location'), stopped.headers.get('set-cookie')]).toEqual([
      '/take/stopped',
      null,
    ])
    const page = await (await go('/take/stopped', cookie)).text()
    expect(page.includes('in this browser until')).toBe(true)
    expect(page.includes('your message')).toBe(false)
    expect((await go('/take', cookie)).status).toBe(200)
    expect(await has(await fetch(link, { headers: { cookie } }), 'href="/take"')).toBe(true)
    expect(await has(await fetch(link), 'href="/take"')).toBe(false)
    const other = await shareLink(await running.account())
    expect(await has(await fetch(other, { headers: { cookie } }), 'href="/take"')).toBe(false)
  })

  test('closes it in this browser for good', async () => {
    const cookie = cookieOf(await begin(await shareLink()))
    const left = await go('/take/stop', cookie, { method: 'POST', body: new URLSearchParams({ leave: '1' }) })
    expect(left.headers.get('location')).toBe('/take/stopped?left=1')
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await go('/take', cookie)).status).toBe(401)
    expect(await has(await go('/take/stopped?left=1', ''), 'closed in this browser')).toBe(true)
  })
})

describe('where invites are limited', () => {
  let limited: TestService
  let rows: Tables
  beforeAll(async () => {
    limited = await startTestService({ RATE_LIMITS: 'on' })
    rows = await openTables(limited.db)
  })

  test('429 when all starts of a link are taken, and nothing is made', async () => {
    const link = await shareLink(await limited.account())
    await limited.db.admin('update share_link set starts_left = 2', [])
    expect((await begin(link)).status).toBe(303)
    expect((await begin(link, { firstName: 'Ada', email: newEmail() })).status).toBe(200)
    await rows.expectUnchanged(async () => {
      for (const email of ['', newEmail()]) {
        const answer = await begin(link, { firstName: 'Ada', email })
        expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
      }
    })
  })

  test('429 when the account has sent its letters of the minute, to known addresses too', async () => {
    const owner = await limited.account()
    const link = await shareLink(owner)
    const known = newEmail()
    await begin(link, { firstName: 'Ada', email: known })
    await limited.db.admin(
      `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at)
       select account_id, lpad(to_hex(n), 24, '0'), profile_id, channel, recipient, token_hash || int4send(n), created_at,
              expires_at from invite, generate_series(1, 59) n where account_id = $1`,
      [owner.id],
    )
    await rows.expectUnchanged(async () => {
      const pages = []
      for (const email of [known, newEmail()])
        pages.push(await pageOf(await begin(link, { firstName: 'A', email })))
      expect(pages.map((page) => page.slice(0, 3))).toEqual(['429', '429'])
    })
    expect((await begin(link)).status).toBe(303)
  })

  test('a person who was invited a moment ago is not told apart from anybody else', async () => {
    const owner = await limited.account()
    const link = await shareLink(owner)
    const [known, unknown] = [newEmail(), newEmail()]
    const made = await owner.call('POST', '/profile', { email: known })
    expect((await owner.call('POST', `/profile/${made.body.profile.id}/invite/email`)).status).toBe(204)
    const pages = []
    for (const email of [unknown, known])
      pages.push((await pageOf(await begin(link, { firstName: 'A', email }))).replaceAll(email, ''))
    expect(pages[0]).toBe(pages[1])
    const sent = 'select id from invite where profile_id = $1'
    expect(await rows.rows(sent, [made.body.profile.id])).toHaveLength(1)
  })
})
