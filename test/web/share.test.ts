import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { fewAndMany } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'
import { cookieOf, createShareLink, expectText, followLink, pageOf, startShared } from './taker-requests.ts'

const day = 24 * 3_600_000

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
describe('the page of a shareable link', () => {
  test('shows who invites, how long it takes, who sees the results and until when', async () => {
    const page = await pageOf(
      await fetch(await createShareLink(account, { assessmentIds: ['core', 'disc'] })),
    )
    for (const words of ['Northwind has invited you', '2 parts, about 10 min', 'so do you', 'Works until'])
      expect(page.includes(words), words).toBe(true)
  })

  test('has the color of the account', async () => {
    const owner = await running.account({ preferences: { brandColor: '#e4002b' } })
    const page = await (await fetch(await createShareLink(owner))).text()
    expect(page.toLowerCase().includes('--ink:#b74443')).toBe(true)
  })

  test('changes nothing when it is opened', async () => {
    const link = await createShareLink(account)
    await tables.expectUnchanged(async () => {
      expect((await fetch(link)).status).toBe(200)
      expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
    })
  })

  test('is the same for links that are unknown, expired, malformed or of another region, and starts no one', async () => {
    const expired = await createShareLink(account)
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
      for (const link of links)
        pages.push(await pageOf(await fetch(link)), await pageOf(await startShared(link)))
      expect(new Set(pages).size).toBe(1)
      expect(pages[0]).toContain('This link no longer works')
      expect(pages[0]).not.toContain('Northwind')
    })
  })

  test("can't be opened as an invite link, nor an invite link as a share link", async () => {
    const link = await createShareLink(account)
    await tables.expectUnchanged(async () => {
      const asPersonal = await followLink(link.replace('tmb_share_', 'tmb_link_'))
      expect(await expectText(asPersonal, 'This link no longer works')).toBe(true)
      await startShared(link, { again: '1' })
    })
  })
})

describe('starting without an address', () => {
  test('creates a profile with what the link sets, and continues to the first question', async () => {
    const owner = await running.account()
    const tagId = await insertTestTag(running.db, owner.id)
    const link = await createShareLink(owner, {
      tagIds: [tagId],
      customId: 'crm-9',
      assessmentIds: ['core', 'disc'],
    })
    const answer = await startShared(link, { firstName: '  Ada\u200b ', lastName: 'King', email: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/take'])
    const take = await fetch(`${running.url}/take`, { headers: { cookie: cookieOf(answer) } })
    expect([take.status, await expectText(take, '1 of 24')]).toEqual([200, true])
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
    expect(
      await tables.rows(
        `select actor_id, changes from audit_entry where account_id = $1 and action = 'create_resource_alias'`,
        [owner.id],
      ),
    ).toEqual([{ actor_id: person?.id, changes: { resourceType: 'profile', resourceId: person?.id } }])
  })

  test('is in the audit log as done by a person, without the name', async () => {
    const owner = await running.account()
    const link = await createShareLink(owner)
    await startShared(link, { firstName: 'Xanthippe' })
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

  test('starts once if one form is sent twice, and twice from two forms', async () => {
    const owner = await running.account()
    const link = await createShareLink(owner)
    const shown = async () => /name="once" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
    const once = await shown()
    const answers = await Promise.all([1, 2, 3].map(() => startShared(link, { firstName: 'Ada', once })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await peopleOf(owner)).toHaveLength(1)
    for (const answer of answers) {
      const take = await fetch(`${running.url}/take`, { headers: { cookie: cookieOf(answer) } })
      expect(take.status).toBe(200)
    }
    await startShared(link, { firstName: 'Ada', once: await shown() })
    expect(await peopleOf(owner)).toHaveLength(2)
  })

  test('starts another person if the same form is sent with another name', async () => {
    const customId = newPublicId()
    const link = await createShareLink(account, { customId })
    const once = 'b'.repeat(22)
    await startShared(link, { firstName: 'Ada', once })
    await startShared(link, { firstName: 'Ada', lastName: 'Byron', once })
    await startShared(link, { firstName: 'Grace', once })
    const { body } = await account.call('GET', `/profiles?customIds=${customId}`)
    type Named = { firstName: string; lastName: string | null }
    const names = body.profiles.map(({ firstName, lastName }: Named) => [firstName, lastName].join(' '))
    expect(names.sort()).toEqual(['Ada ', 'Ada Byron', 'Grace '])
  })

  test("doesn't sign in as the person of a form that was sent earlier", async () => {
    const owner = await running.account()
    const link = await createShareLink(owner)
    const fields = { firstName: 'Ada', once: 'a'.repeat(22) }
    await startShared(link, fields)
    await running.db.admin(
      `update invite set created_at = created_at - interval '3 minutes' where account_id = $1`,
      [owner.id],
    )
    await startShared(link, fields)
    expect(await peopleOf(owner)).toHaveLength(2)
  })

  test('adds the tags that still exist', async () => {
    const owner = await running.account()
    const [kept, gone] = [
      await insertTestTag(running.db, owner.id),
      await insertTestTag(running.db, owner.id),
    ]
    const link = await createShareLink(owner, { tagIds: [kept, gone] })
    await running.db.admin('delete from tag where id = $1', [gone])
    expect((await startShared(link)).status).toBe(303)
    expect(await tables.rows('select tag_id from profile_tag where account_id = $1', [owner.id])).toEqual([
      { tag_id: kept },
    ])
  })

  for (const { rounds, options } of fewAndMany(1, 4)) {
    test(`starts everyone while a tag of the link is deleted, ${rounds} times`, options, async () => {
      const owner = await running.account()
      for (let round = 0; round < rounds; round += 1) {
        const tagId = await insertTestTag(running.db, owner.id)
        const link = await createShareLink(owner, { tagIds: [tagId] })
        const starts = Array.from({ length: 8 }, (_, n) =>
          startShared(link, { firstName: 'Ada', email: n % 2 === 0 ? newEmail() : '' }),
        )
        const deleted = owner.call('DELETE', `/tag/${tagId}`)
        const answers = await Promise.all(starts)
        expect((await deleted).status).toBe(204)
        expect(answers.map(({ status }) => status)).toEqual([200, 303, 200, 303, 200, 303, 200, 303])
        expect((await tables.holding(tagId)).profile_tag).toBeUndefined()
        expect((await tables.holding(tagId)).profile).toBeUndefined()
      }
    })
  }

  test("sets the account's default assessments at that time", async () => {
    const owner = await running.account({ preferences: { defaultAssessmentIds: ['core'] } })
    await startShared(await createShareLink(owner))
    const [person] = await peopleOf(owner)
    const { body } = await owner.call('GET', `/profile/${person?.id}`)
    expect(body.profile.availableAssessments).toEqual(['core'])
  })
})

describe('the form', () => {
  const mistakes = [
    ['nothing', {}, 'Enter a first name'],
    ['blanks', { firstName: ' \u00a0' }, 'Enter a first name'],
    ['marks that nobody sees', { firstName: '\u200b\u2060' }, 'Type it again'],
    ['a line break', { firstName: 'Ada\nKing' }, 'Type it again'],
    ['NUL', { firstName: 'A\u0000' }, 'Type it again'],
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
  ] as const
  /** One of each field and kind; the others are long. */
  const telling = [
    'marks that nobody sees',
    'NUL',
    'a very long name',
    'a long last name',
    'an address with a header',
  ]
  const isTelling = ([name]: (typeof mistakes)[number]) => telling.includes(name)
  for (const { cases, options } of [
    { cases: mistakes.filter(isTelling), options: {} },
    { cases: mistakes.filter((one) => !isTelling(one)), options: { tags: 'long' } },
  ] as const) {
    test.each(cases)(
      '400 for %s, with a message at the field, and nothing is created',
      options,
      async (_, fields, words) => {
        const link = await createShareLink(account, { customId: 'the form' })
        await tables.expectUnchanged(async () => {
          const answer = await startShared(link, fields as unknown as Record<string, string>)
          expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
          expect(await expectText(answer, words)).toBe(true)
        })
      },
    )
  }

  test('shows the input again, escaped', async () => {
    const typed = `"><script>alert(1)</script>`
    const answer = await startShared(await createShareLink(account), {
      firstName: typed,
      lastName: typed,
      email: typed,
    })
    const page = await answer.text()
    expect(page.includes('<script>alert')).toBe(false)
    expect(page.split('value="&quot;>&lt;script').length).toBe(4)
  })

  test('403 from another site, and nothing is created', async () => {
    const link = await createShareLink(account, { customId: 'the form' })
    await tables.expectUnchanged(async () => {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await startShared(
          link,
          { firstName: 'Ada' },
          headers as unknown as Record<string, string>,
        )
        expect(answer.status).toBe(403)
      }
    })
  })

  test('is accepted only as a form', async () => {
    const link = await createShareLink(account, { customId: 'the form' })
    await tables.expectUnchanged(async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(link, { method: 'POST', headers, body: '{"firstName":"Ada"}' })
      expect(answer.status).toBe(415)
    })
  })
})

describe('a person who gave no address', () => {
  const go = (path: string, cookie: string, init: RequestInit = {}) =>
    fetch(running.url + path, { headers: { cookie }, redirect: 'manual', ...init })

  test('reads about this browser where others read about their email', async () => {
    const cookie = cookieOf(await startShared(await createShareLink(account)))
    const page = await (await go('/take', cookie)).text()
    expect(page.includes('You can continue in this browser until')).toBe(true)
    expect(page.includes('Your link works on any device')).toBe(false)
    expect(page.includes('Open the link in your message')).toBe(false)
  })

  test('stops and continues in this browser, for seven days, from the share link too', async () => {
    const link = await createShareLink(account)
    const answer = await startShared(link)
    const cookie = cookieOf(answer)
    const ends = Date.parse(/Expires=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '')
    expect(Math.round((ends - Date.now()) / day)).toBe(7)
    const stopped = await go('/take/stop', cookie, { method: 'POST' })
    expect([stopped.headers.get('location'), stopped.headers.get('set-cookie')]).toEqual([
      '/take/stopped',
      null,
    ])
    const page = await (await go('/take/stopped', cookie)).text()
    expect(page.includes('in this browser by')).toBe(true)
    expect(page.includes('your message')).toBe(false)
    expect((await go('/take', cookie)).status).toBe(200)
    expect(await expectText(await fetch(link, { headers: { cookie } }), 'href="/take"')).toBe(true)
    expect(await expectText(await fetch(link), 'href="/take"')).toBe(false)
    const other = await createShareLink(await running.account())
    expect(await expectText(await fetch(other, { headers: { cookie } }), 'href="/take"')).toBe(false)
  })

  test('closes it in this browser permanently', async () => {
    const cookie = cookieOf(await startShared(await createShareLink(account)))
    const left = await go('/take/stop', cookie, { method: 'POST', body: new URLSearchParams({ leave: '1' }) })
    expect(left.headers.get('location')).toBe('/take/stopped?left=1')
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await go('/take', cookie)).status).toBe(401)
    expect(await expectText(await go('/take/stopped?left=1', ''), 'closed in this browser')).toBe(true)
  })
})
