import { beforeAll, describe, expect, test } from 'vitest'
import { foldText } from '../../src/contract/fold.ts'
import { createAppGranter } from '../support/delegates.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount

beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

describe('campaigns by name', () => {
  const names = [
    'Autumn round',
    'Équipe Größe',
    'Łódź Œuvre þing',
    '김민준 캠페인',
    'ガレージ',
    'Spring 100%',
  ]
  beforeAll(async () => {
    for (const name of names) expect((await account.call('POST', '/campaign', { name })).status).toBe(201)
  })

  const found = async (text: string, query = '') => {
    const answer = await account.call('GET', `/campaigns?search=${encodeURIComponent(text)}${query}`)
    expect(answer.status).toBe(200)
    const all: string[] = answer.body.campaigns.map(({ name }: Json) => name)
    expect(answer.body.pagination.total).toBe(all.length)
    return all
  }

  test.each([
    ['autumn', ['Autumn round']],
    ['ROUND aut', ['Autumn round']],
    ['equipe grosse', ['Équipe Größe']],
    ['lodz oeuvre thing', ['Łódź Œuvre þing']],
    ['캠페인', ['김민준 캠페인']],
    ['100%', ['Spring 100%']],
    ['%', ['Spring 100%']],
    ['_', []],
    ['winter', []],
  ])('%s finds %j', async (text, expected) => expect(await found(text)).toEqual(expected))

  test('each is found by its whole name, whatever its letters, and none is left out without a text', async () => {
    for (const name of names) {
      expect(await found(name)).toEqual([name])
      expect(await found(foldText(name))).toEqual([name])
    }
    expect(await found(' ')).toEqual(names.toReversed())
    expect(await found('o', '&state=ended')).toEqual([])
    expect((await account.call('GET', `/campaigns?search=${'a'.repeat(101)}`)).status).toBe(400)
  })

  test.each([
    'हिन्दी टीम',
    'ทีมขาย',
    'Ομάδα Σπύρος',
    'ΟΜΑΔΕΣ',
    'Отдел продаж',
    'קבוצה שׁ',
    'فريق ٱلمبيعات',
    'İstanbul',
    'ﬁrst Ⅻ',
  ])('%s is found as it is written, and in capitals', async (name) => {
    const own = await running.account()
    expect((await own.call('POST', '/campaign', { name })).status).toBe(201)
    await own.call('POST', '/campaign', { name: 'Another one' })
    for (const text of [name, name.toUpperCase(), name.normalize('NFD')]) {
      const answer = await own.call('GET', `/campaigns?search=${encodeURIComponent(text)}`)
      const { campaigns, pagination } = answer.body
      expect([campaigns.map((one: Json) => one.name), pagination.total], text).toEqual([
        [name.normalize('NFC')],
        1,
      ])
    }
  })

  test('a text of marks alone finds none, and one of many words is answered', async () => {
    expect(await found('\u0301')).toEqual([])
    expect(await found('´')).toEqual([])
    expect(await found('o '.repeat(50))).toEqual(['Łódź Œuvre þing', 'Équipe Größe', 'Autumn round'])
    expect(await found([...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '))).toEqual([])
  })

  test('cursors lead through what is found', async () => {
    const seen: string[] = []
    let next: string | undefined = '/campaigns?search=n&limit=1'
    while (next) {
      const answer = await account.call('GET', next)
      seen.push(...answer.body.campaigns.map(({ name }: Json) => name))
      const link = /<([^>]+after=[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = link?.replace(running.baseUrl, '')
    }
    expect(seen).toEqual(['Spring 100%', 'Łódź Œuvre þing', 'Autumn round'])
  })
})

describe('members', () => {
  test('are listed with role and state to the scopes that read who changed what, and not to coaches', async () => {
    const own = await running.account()
    const grantApp = await createAppGranter(running)
    const manager = await grantApp(own, { role: 'manager', scopes: ['account:read', 'profiles:read'] })
    const invited = await grantApp(own, { role: 'user', isInvited: true })
    const coach = await grantApp(own, { role: 'coach', scopes: ['account:read', 'profiles:read'] })
    const listed = (app: { memberId: string; personId: string }, role: string, state = 'accepted') => ({
      ...{ id: app.memberId, email: `${app.personId}@test.test`, name: null, role, state },
    })
    const answer = await manager.call('GET', '/members')
    expect(answer.body.members).toEqual([
      expect.objectContaining({ email: 'owner@test.test', role: 'owner' }),
      listed(manager, 'manager'),
      // No invitation of theirs is open.
      listed(invited, 'user', 'expired'),
      listed(coach, 'coach'),
    ])
    const less = await grantApp(own, { role: 'manager', scopes: ['profiles:read'] })
    for (const one of [less, coach]) expect((await one.call('GET', '/members')).status).toBe(403)
  })

  test('are only those of the account', async () => {
    const [own, other] = [await running.account(), await running.account()]
    await (await createAppGranter(running))(other)
    expect((await own.call('GET', '/members')).body.members).toHaveLength(1)
  })
})
