import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag } from '../support/test-rows.ts'

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

  test('201 with another link for another request', async () => {
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

  test('200 while at least a day of the link is left, 201 after that', async () => {
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

  test('links that expired a month ago are deleted with the next new one', async () => {
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

  test('is audited once, without the request’s texts', async () => {
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
  test('404 for a tag that is unknown or of another account, with the same text', async () => {
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
  ])('400 for %s', async (_, body) => {
    await tables.expectUnchanged(async () => {
      const answer = await ask(body)
      expectEnvelope(answer, 'bad input')
      expect(answer.status).toBe(400)
    })
  })

  test('403 without profiles:write, 403 paused, 402 by billing', async () => {
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
