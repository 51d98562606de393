import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'

const day = 24 * 3_600_000

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

const ask = (body: unknown = {}, from = account) => from.call('POST', '/assessment-invite', body)
const linksOf = (owner: TestAccount) =>
  tables.rows<{ id: string; token_sealed: Buffer; token_hash: Buffer }>(
    'select id, token_sealed, token_hash from share_link where account_id = $1',
    [owner.id],
  )
const entriesOf = (owner: TestAccount) =>
  tables.rows<{ action: string; target_type: string; target_id: string; changes: object }>(
    `select action, target_type, target_id, changes from audit_entry where account_id = $1 and target_type = 'share_link' order by seq`,
    [owner.id],
  )

describe('POST /assessment-invite', () => {
  test('201 with a link as text, which opens its page', async () => {
    const answer = await ask({ customId: 'first' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      code: 201,
      status: 'success',
      link: expect.stringMatching(/^http:\/\/localhost:\d+\/t\/us\.tmb_share_[\w-]{59}$/),
    })
    const page = await fetch(answer.body.link)
    expect([page.status, (await page.text()).includes('Northwind')]).toEqual([200, true])
  })

  test('200 with the same link for the same request, in any order of its ids', async () => {
    const [one, two] = [
      await insertTestTag(running.db, account.id),
      await insertTestTag(running.db, account.id),
    ]
    const first = await ask({ tagIds: [one, two], customId: 'team', assessmentIds: ['core', 'disc'] })
    const second = await ask({
      assessmentIds: ['disc', 'core', 'disc'],
      tagIds: [two, one, two],
      customId: 'team',
    })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual({ code: 200, status: 'success', link: first.body.link })
  })

  test('201 with another link for another request', { tags: 'long' }, async () => {
    const tagId = await insertTestTag(running.db, account.id)
    const bodies = [
      { customId: 'a' },
      { customId: 'A' },
      { customId: 'a', tagIds: [tagId] },
      { customId: 'a', assessmentIds: ['disc'] },
      { customId: 'a', assessmentIds: ['disc', 'focus', 'core'] },
    ]
    const answers = await Promise.all(bodies.map((body) => ask(body)))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.link)).size).toBe(bodies.length)
  })

  test('200 while at least a day of the link is left, 201 after that', { tags: 'long' }, async () => {
    const body = { customId: 'lasting' }
    const { link } = (await ask(body)).body
    const lasting = (hours: number) =>
      running.db.admin(
        `update share_link set expires_at = now() + make_interval(hours => $2) where custom_id = $1`,
        [body.customId, hours],
      )
    await lasting(25)
    const lastDay = await ask(body)
    await lasting(23)
    const after = await ask(body)
    expect([lastDay.status, after.status]).toEqual([200, 201])
    expect(lastDay.body.link).toBe(link)
    expect(after.body.link).not.toBe(link)
  })

  test('links that expired a month ago are deleted with the next new one', { tags: 'long' }, async () => {
    const owner = await running.account()
    for (const customId of ['old', 'ended', 'standing']) await ask({ customId }, owner)
    const ended = (customId: string, days: number) =>
      running.db.admin(
        'update share_link set expires_at = now() - make_interval(days => $3) where account_id = $1 and custom_id = $2',
        [owner.id, customId, days],
      )
    await ended('old', 31)
    await ended('ended', 29)
    await ask({ customId: 'standing' }, owner)
    expect(await linksOf(owner)).toHaveLength(3)
    await ask({ customId: 'new' }, owner)
    const left = await tables.rows('select custom_id from share_link where account_id = $1 order by 1', [
      owner.id,
    ])
    expect(left.map(({ custom_id }) => custom_id)).toEqual(['ended', 'new', 'standing'])
  })

  test('one link, and 201 once, for twenty equal concurrent requests', async () => {
    const owner = await running.account()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ customId: 'rush' }, owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.link)).size).toBe(1)
    expect(await linksOf(owner)).toHaveLength(1)
    expect(await entriesOf(owner)).toHaveLength(1)
  })

  test('is audited once, without the request’s texts', { tags: 'long' }, async () => {
    const owner = await running.account()
    const tagId = await insertTestTag(running.db, owner.id)
    const body = { tagIds: [tagId], customId: 'crm-canary', assessmentIds: ['core', 'core'] }
    await ask(body, owner)
    await ask(body, owner)
    const [link] = await linksOf(owner)
    expect(await entriesOf(owner)).toEqual([
      {
        action: 'create_assessment_invite',
        target_type: 'share_link',
        target_id: link?.id,
        changes: { tagIds: [tagId], assessmentIds: ['core'], hasCustomId: true },
      },
    ])
  })

  test('writes the token to no table and no log', async () => {
    const { link } = (await ask({ customId: 'secret' })).body
    await fetch(link)
    await fetch(`${link}x`)
    const token = String(link).slice(link.indexOf('tmb_share_') + 'tmb_share_'.length)
    expect(await tables.holding(token)).toEqual({})
    const hex = Buffer.from(token).toString('hex')
    expect(await tables.holding(hex)).toEqual({})
    expect(running.logged()).not.toContain(token)
  })
})

describe('a refusal leaves no trace:', () => {
  test('404 for a tag that is unknown or of another account, with the same text', {
    tags: 'long',
  }, async () => {
    const other = await running.account()
    const foreign = await insertTestTag(running.db, other.id)
    const own = await insertTestTag(running.db, account.id)
    await tables.expectUnchanged(async () => {
      const answers = [await ask({ tagIds: [own, newPublicId()] }), await ask({ tagIds: [own, foreign] })]
      for (const answer of answers) {
        expectEnvelope(answer, 'unknown tag')
        expect(answer.status).toBe(404)
        expect(answer.body.error).toMatchObject({ code: 'tag_not_found', param: 'tagIds' })
      }
      expect(answers[0]?.body.error.message).toBe(answers[1]?.body.error.message)
    })
  })

  test.each([
    ['a tag that is no id', { tagIds: ['x'] }],
    ['tags that are no list', { tagIds: newPublicId() }],
    ['more than fifty tags', { tagIds: Array.from({ length: 51 }, newPublicId) }],
    ['an empty customId', { customId: '' }],
    ['a long customId', { customId: 'x'.repeat(256) }],
    ['an unknown assessment', { assessmentIds: ['mbti'] }],
    ['no assessment', { assessmentIds: [] }],
    ['an unknown field', { tagId: newPublicId() }],
    ['NUL', { customId: 'a\u0000b' }],
    ['a list', []],
  ])('400 for %s', { tags: 'long' }, async (_, body) => {
    await tables.expectUnchanged(async () => {
      const answer = await ask(body)
      expectEnvelope(answer, 'bad input')
      expect(answer.status).toBe(400)
    })
  })

  test('403 without profiles:write, 403 paused, 402 by billing', { tags: 'long' }, async () => {
    const reader = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:read'))
    const [paused, expired, full, canceled] = await Promise.all([
      running.account({ paused: true }),
      running.account({ billingStatus: 'trialing', trialEndsAt: new Date(Date.now() - day) }),
      running.account({ billingStatus: 'trialing' }),
      running.account(),
    ])
    await running.db.admin('update account set trial_reports_used = 10 where id = $1', [full.id])
    await running.db.admin(`update account set billing_status = 'canceled' where id = $1`, [canceled.id])
    await tables.expectUnchanged(async () => {
      expect((await reader('POST', '/assessment-invite', {})).status).toBe(403)
      expect((await ask({}, paused)).status).toBe(403)
      for (const owner of [expired, full, canceled]) {
        const answer = await ask({}, owner)
        expectEnvelope(answer, owner.name)
        expect(answer.status).toBe(402)
      }
    })
  })
})

/** Sends the form of the link's page. */
const start = (link: string, fields: Record<string, string> = {}) =>
  fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(link).origin },
    body: new URLSearchParams({ firstName: 'Ada', ...fields }).toString(),
  })

type Listed = {
  id: string
  link: string | null
  state: string
  startsSoFar: number
  maxStarts: number | null
}
const listOf = async (owner: TestAccount, query = '') =>
  (await owner.call('GET', `/assessment-invites${query}`)).body.shareLinks as Listed[]
const endsOf = async (owner: TestAccount) => {
  const { body } = await owner.call('GET', '/events?types=shareLink.ended')
  return body.events.map(({ data }: { data: object }) => data)
}

describe('GET /assessment-invites', () => {
  test('lists links with their state, newest first, by cursor, and no URL of those that have ended', async () => {
    const owner = await running.account()
    const links: string[] = []
    for (const customId of ['a', 'b', 'c']) links.push((await ask({ customId }, owner)).body.link)
    await running.db.admin(
      `update share_link set expires_at = now() - interval '1 hour' where account_id = $1 and custom_id = 'a'`,
      [owner.id],
    )
    const first = await owner.call('GET', '/assessment-invites?limit=2')
    expect(first.status).toBe(200)
    expect(first.body.shareLinks[0]).toEqual({
      id: expect.any(String),
      link: links[2],
      state: 'active',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      maxStarts: null,
      startsSoFar: 0,
      tagIds: [],
      customId: 'c',
      assessmentIds: [],
    })
    expect(first.body.pagination).toMatchObject({ total: 3, hasMore: true })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const { shareLinks } = (await owner.call('GET', next.slice(next.indexOf('/assessment-invites')))).body
    expect(shareLinks).toMatchObject([{ customId: 'a', state: 'expired', link: null }])
    expect((await listOf(owner, '?isActive=true')).map(({ link }) => link)).toEqual([links[2], links[1]])
    expect((await listOf(owner, '?isActive=false')).map(({ state }) => state)).toEqual(['expired'])
  })

  test('shows no other API key the URL of a link that ends with its own', async () => {
    const owner = await running.account()
    await ask({}, owner)
    await running.db.admin(`update share_link set client_id = 'another' where account_id = $1`, [owner.id])
    expect(await listOf(owner)).toMatchObject([{ state: 'active', link: null }])
  })
})

describe('DELETE /assessment-invite/{shareLinkId}', () => {
  test('204, then no one starts: not those who had the page open, nor those who were just starting', async () => {
    const owner = await running.account()
    for (let round = 0; round < 3; round += 1) {
      const { link } = (await ask({ customId: `round ${round}` }, owner)).body
      expect((await start(link)).status).toBe(303)
      const [{ id = '' } = {}] = await listOf(owner)
      const starts = Array.from({ length: 6 }, (_, n) => start(link, { email: n % 2 ? newEmail() : '' }))
      const revoked = await owner.call('DELETE', `/assessment-invite/${id}`)
      const count = async () =>
        Number(
          (await running.db.admin('select count(*) from profile where account_id = $1', [owner.id]))[0]
            ?.count,
        )
      const people = await count()
      await Promise.all(starts)
      expect(revoked.status).toBe(204)
      expect(await count()).toBe(people)
      const [shown] = await listOf(owner)
      expect(shown).toMatchObject({ id, state: 'revoked', link: null })
      expect((await start(link)).status).toBe(200)
      expect(await count()).toBe(people)
      expect((await owner.call('DELETE', `/assessment-invite/${id}`)).status).toBe(404)
    }
    expect(await endsOf(owner)).toMatchObject(Array(3).fill({ reason: 'revoked' }))
    const audited = (await entriesOf(owner)).filter(({ action }) => action === 'end_share_link')
    expect(audited).toHaveLength(3)
  })

  test('people who have started continue', { tags: 'long' }, async () => {
    const owner = await running.account()
    const { link } = (await ask({}, owner)).body
    const cookie = ((await start(link)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const [{ id = '' } = {}] = await listOf(owner)
    await owner.call('DELETE', `/assessment-invite/${id}`)
    expect((await fetch(`${running.url}/take`, { headers: { cookie } })).status).toBe(200)
  })

  test('404 for a link of another account', { tags: 'long' }, async () => {
    const other = await running.account()
    await ask({}, other)
    const [{ id = '' } = {}] = await listOf(other)
    const answer = await account.call('DELETE', `/assessment-invite/${id}`)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'share_link_not_found'])
    expect(await listOf(other)).toMatchObject([{ state: 'active' }])
  })
})

describe('maxStarts and expiresAt', () => {
  test('as many people as it is for start, also at the same time, and a second click takes no start', async () => {
    const owner = await running.account()
    const { link } = (await ask({ maxStarts: 3 }, owner)).body
    const once = 'c'.repeat(22)
    expect((await start(link, { once })).status).toBe(303)
    expect((await start(link, { once })).status).toBe(303)
    expect(await listOf(owner)).toMatchObject([{ startsSoFar: 1, state: 'active' }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(link)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(2)
    expect(await listOf(owner)).toMatchObject([{ startsSoFar: 3, maxStarts: 3, state: 'full', link: null }])
    expect((await start(link, { once })).status).toBe(303)
    expect(await (await fetch(link)).text()).toContain('No one can start here')
    expect(await endsOf(owner)).toMatchObject([{ reason: 'full' }])
    const again = await ask({ maxStarts: 3 }, owner)
    expect([again.status, again.body.link === link]).toEqual([201, false])
  })

  test('201 with an end up to a year away, 200 for the same one, 400 beyond and in the past', {
    tags: 'long',
  }, async () => {
    const owner = await running.account()
    const at = (days: number) => new Date(Date.now() + days * day).toISOString()
    const expiresAt = at(364)
    const answers = [await ask({ expiresAt }, owner), await ask({ expiresAt }, owner), await ask({}, owner)]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201])
    const listed = (await owner.call('GET', '/assessment-invites')).body.shareLinks
    expect(listed[1]).toMatchObject({ expiresAt })
    for (const wrong of [at(370), at(-1)]) {
      const { status, body } = await ask({ expiresAt: wrong }, owner)
      expect([status, body.error.param]).toEqual([400, 'expiresAt'])
    }
  })
})
