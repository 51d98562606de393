import { beforeAll, describe, expect, test } from 'vitest'
import { recordConnection } from '../../src/domain/app/connect.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
let other: TestAccount
let profileId: string
/** A second between any two changes. */
let time = Date.parse('2026-11-21T08:30:00Z')
/** Entries from the creation of the account. */
let opening: number

beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(time) })
  account = await running.account()
  other = await running.account()
  await other.call('POST', '/tag', { label: 'Theirs', color: 'red' })
  opening = (await account.call('GET', '/audit-log')).body.pagination.total
  time = Date.parse('2026-11-21T09:00:00Z')
  const headers = { 'x-request-id': 'request-of-ada' }
  const made = await account.call('POST', '/profile', { email: newEmail(), firstName: 'Ada' }, headers)
  profileId = made.body.profile.id
  for (const color of ['red', 'blue', 'zinc']) {
    time += 1000
    await account.call('POST', '/tag', { label: 'Team', color })
  }
  time += 1000
  await account.call('PATCH', `/profile/${profileId}`, { lastName: 'Lovelace', phone: '+4915112345678' })
})

const list = (query = '') => account.call('GET', `/audit-log${query}`)
/** Entry numbers, counted from this file's first change. */
const seqs = ({ body }: { body: Json }): number[] => body.entries.map((entry: Json) => entry.seq - opening)

describe('GET /audit-log', () => {
  test('200, newest first, with every field of an entry', async () => {
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(seqs(answer).slice(0, 5)).toEqual([5, 4, 3, 2, 1])
    expect(answer.body.entries[4]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      seq: opening + 1,
      at: '2026-11-21T09:00:00.000Z',
      actor: { kind: 'client', id: account.clientId, clientId: account.clientId },
      action: 'create_profile',
      target: { type: 'profile', id: profileId },
      requestId: 'request-of-ada',
      changes: { fields: ['email', 'firstName'] },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(answer.body.pagination).toEqual({
      page: 1,
      limit: 10,
      total: opening + 5,
      totalPages: 1,
      hasMore: false,
    })
  })

  test('200 in pages, with links that keep the filters', { tags: 'long' }, async () => {
    const first = await list('?limit=2&action=create_tag')
    expect(seqs(first)).toEqual([4, 3])
    expect(first.body.pagination).toMatchObject({ total: 3, totalPages: 2, hasMore: true })
    expect(first.headers.get('link')).toContain('limit=2&action=create_tag&page=2>; rel="next"')
    expect(seqs(await list('?limit=2&action=create_tag&page=2'))).toEqual([2])
    expect(seqs(await list('?page=7'))).toEqual([])
  })

  test.each(['', '&action=create_tag', '&after=2026-11-21T09:00:00Z'])(
    '200 by cursor with %j, which meets each entry once',
    async (filter) => {
      const wanted = seqs(await list(`?limit=100${filter}`))
      const seen: number[] = []
      let next: string | undefined = `?limit=2${filter}`
      while (next !== undefined) {
        const answer = await list(next)
        expect(answer.status).toBe(200)
        seen.push(...seqs(answer))
        next = /<[^>]+(\?[^>]*afterEntry=[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(seen).toEqual(wanted)
      expect((await list('?afterEntry=2026-11-21')).body.error).toMatchObject({ param: 'afterEntry' })
    },
  )

  test.each([
    ['the action', () => 'action=create_profile', [1]],
    ['the target', () => `targetId=${profileId}`, [5, 1]],
    ['the kind of target', () => 'targetType=profile&after=2026-11-21T09:00:00Z', [5, 1]],
    ['the kind of target and what was done', () => 'targetType=tag&action=update_profile', []],
    ['the client', () => `clientId=${account.clientId}`, [5, 4, 3, 2, 1]],
    ['another client', () => `clientId=${encodeURIComponent('https://letters.example/app.json')}`, []],
    ['the actor', () => `actorId=${account.clientId}`, [5, 4, 3, 2, 1]],
    ['another actor', () => 'actorId=shell', []],
    ['a time on, itself included', () => 'after=2026-11-21T09:00:02Z', [5, 4, 3]],
    [
      'up to a time, itself included',
      () => `actorId=${account.clientId}&before=2026-11-21T10:00:02%2B01:00`,
      [3, 2, 1],
    ],
    ['all of these', () => `targetId=${profileId}&action=update_profile&after=2026-11-21`, [5]],
  ])('200 filtered by %s', async (_, query, expected) => {
    const answer = await list(`?${query()}`)
    expect(seqs(answer)).toEqual(expected)
    expect(answer.body.pagination.total).toBe(expected.length)
  })

  test('200 names the client and the actor: members act through apps, whose ids may be URLs', async () => {
    const one = await running.account()
    const clientId = 'https://letters.example/app.json?for=ada'
    const member = await (await createAppGranter(running))(one, { clientId })
    const now = Math.floor(time / 1000)
    const call = callAs(running.baseUrl, await member.issueToken({ iat: now, exp: now + 3600 }))
    expect((await call('POST', '/tag', { label: 'Team', color: 'red' })).status).toBe(201)
    await one.call('POST', '/tag', { label: 'Team', color: 'blue' })
    const found = async (query: Record<string, string>) => {
      const { body } = await one.call(
        'GET',
        `/audit-log?${new URLSearchParams({ action: 'create_tag', ...query })}`,
      )
      return body.entries.map((entry: Json) => entry.actor)
    }
    const byMember = { kind: 'member', id: member.memberId, clientId }
    expect(await found({})).toHaveLength(2)
    expect(await found({ clientId })).toEqual([byMember])
    expect(await found({ actorId: member.memberId })).toEqual([byMember])
    expect(await found({ clientId, actorId: one.clientId })).toEqual([])
  })

  test('200 shows nothing of another account for any query', { tags: 'long' }, async () => {
    expect((await other.call('GET', '/audit-log')).body.entries).toHaveLength(opening + 1)
    for (const query of [
      `targetId=${profileId}`,
      `actorId=${account.clientId}`,
      `clientId=${account.clientId}`,
    ]) {
      const response = await other.call('GET', `/audit-log?${query}`)
      expect(response.body, query).toMatchObject({ entries: [], pagination: { total: 0 } })
    }
  })

  test('403 for names without profiles:read; 200 with current names, and none of deleted records', async () => {
    const one = await running.account({ name: 'Heron & Co', owner: newEmail() })
    const narrow = callAs(running.baseUrl, await signIn(running.baseUrl, one, 'account:read tags:manage'))
    const response = await narrow('GET', '/audit-log?includeNames=true')
    expect([response.status, response.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(JSON.stringify((await narrow('GET', '/audit-log')).body)).not.toContain('ame"')

    const clientId = 'https://letters.example/app.json'
    const member = await (await createAppGranter(running))(one, { clientId })
    const { grantId, memberId } = member
    const email = `${member.personId}@test.test`
    const { installation } = running.service.parts
    await running.db.database.inAccount(one.id, (sql) =>
      recordConnection(
        sql,
        { newId: newPublicId, secretKey: installation.secretKey, installation },
        {
          accountId: one.id,
          grantId,
          memberId,
          clientId,
          appName: 'Letters',
          scopes: ['tags:manage'],
          at: new Date(time).toISOString(),
          requestId: 'letting-in',
        },
      ),
    )
    const now = Math.floor(time / 1000)
    const call = callAs(running.baseUrl, await member.issueToken({ iat: now, exp: now + 3600 }))
    const made = (await call('POST', '/profile', { firstName: '美咲', lastName: '田中' })).body.profile.id
    const address = newEmail()
    const nameless = (await one.call('POST', '/profile', { email: address })).body.profile.id
    const tag = (await one.call('POST', '/tag', { label: 'Night shift', color: 'red' })).body.tag.id
    await one.call('POST', '/resource-alias', {
      resourceType: 'profile',
      resourceId: made,
      consumerKey: 'crm-7',
    })
    await one.call('PATCH', '/account/preferences', { locale: 'de' })
    const endpoint = (name?: string) =>
      one.call('POST', '/webhook', { url: `https://127.0.0.1/${name}`, types: ['tag.*'], name })
    await endpoint('Payroll')
    const unnamed = (await endpoint()).body.webhook.id
    await one.call('POST', '/campaign', { name: 'Spring', profileIds: [nameless] })
    const connection = (await one.call('POST', '/connection', { provider: 'scim', name: 'Directory' })).body
    const named = async () => {
      const { body } = await one.call('GET', '/audit-log?limit=100&includeNames=true')
      return body.entries.map((entry: Json) => [
        ...[entry.actor.name, entry.actor.clientName],
        ...[entry.target.type, entry.target.name],
      ])
    }
    const [[own]] = (await named()) as [string[]]
    const [client] = await running.db.admin<{ name: string }>(
      'select name from machine_client where client_id = $1',
      [one.clientId],
    )
    expect(own).toBe(client?.name)
    expect(await named()).toEqual(
      expect.arrayContaining([
        [own, own, 'account', 'Heron & Co'],
        [own, own, 'resource_alias', 'crm-7'],
        [own, own, 'tag', 'Night shift'],
        [own, own, 'profile', address],
        [email, 'Letters', 'profile', '田中 美咲'],
        [email, null, 'app', 'Letters'],
        [own, own, 'webhook', 'Payroll'],
        [own, own, 'webhook', expect.stringMatching(/^https:\/\/127\.0\.0\.1\/…\w{4}$/)],
        [own, own, 'campaign', 'Spring'],
        [own, own, 'connection', 'Directory'],
      ]),
    )

    // Deleted people, former members and deleted records keep their id only.
    const ended = [`/webhook/${unnamed}`, `/connection/${connection.connection.id}`]
    for (const path of [`/profile/${made}`, `/profile/${nameless}`, `/tag/${tag}`, ...ended])
      await one.call('DELETE', path)
    await running.db.admin('delete from member where id = $1', [member.memberId])
    const after = JSON.stringify((await one.call('GET', '/audit-log?limit=100&includeNames=true')).body)
    for (const gone of ['美咲', address, 'Night shift', email, 'crm-7', 'Directory'])
      expect(after, gone).not.toContain(gone)
    for (const id of [made, nameless, tag, unnamed, member.memberId]) expect(after).toContain(id)
  })

  test.each([
    ['action=', 'action'],
    ["action=x'y", 'action'],
    ['targetId=a%00b', 'targetId'],
    [`actorId=${'a'.repeat(101)}`, 'actorId'],
    ['clientId=', 'clientId'],
    ['clientId=a%20b', 'clientId'],
    [`clientId=${'a'.repeat(2001)}`, 'clientId'],
    ['targetType=a.b', 'targetType'],
    ['after=yesterday', 'after'],
    ['before=2026-02-30', 'before'],
    ['limit=101', 'limit'],
    ['actions=create_tag', 'actions'],
  ])('400 for %s', async (query, param) => {
    const answer = await list(`?${query}`)
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
  })

  test('405 for other methods than reading', { tags: 'long' }, async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await account.call(method, '/audit-log', {})).status).toBe(405)
    }
  })
})
