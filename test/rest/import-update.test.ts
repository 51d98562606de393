import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/scope.ts'
import { type Forger, openForger } from '../support/forge.ts'
import { callAs, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let service: TestService
let account: TestAccount
let forge: Forger
beforeAll(async () => {
  service = await startTestService()
  account = await service.account()
  forge = await openForger(service)
})

type Outcome = { status: string; profileId: string; fields: string[] | null; param: string; message: string }

/** Sends a list, first as a dry run, whose results must be those of the real one but for the new ids. */
async function importList(rows: object[], more: object = {}, as = account.call) {
  const dry = await as('POST', '/profiles/import', { rows, ...more, dryRun: true })
  const real = await as('POST', '/profiles/import', { rows, ...more })
  expect(real.status, real.text).toBe(200)
  const withoutNewIds = ({ results, ...rest }: { results: Outcome[] }) => ({
    ...rest,
    results: results.map((one) => (one.status === 'new' ? { ...one, profileId: null } : one)),
  })
  expect(withoutNewIds(real.body.data)).toEqual(withoutNewIds(dry.body.data))
  return real.body.data as { results: Outcome[]; newTags: string[]; profilesAfter: number }
}

const statusesOf = ({ results }: { results: Outcome[] }) => results.map(({ status }) => status)
const person = async (id: string) =>
  (await account.call('GET', `/profile/${id}?includeTags=true`)).body.profile
const labelsOf = (profile: { tags: { label: string }[] }) => profile.tags.map(({ label }) => label)
const newPerson = async (fields: object) => (await account.call('POST', '/profile', fields)).body.profile
const callWith = async (...scopes: Scope[]) => callAs(service.baseUrl, await forge(account, { scopes }))

describe('rows with a customId and tags', () => {
  test('200: new people get both, and missing tags are created once', async () => {
    await account.call('POST', '/tag', { label: 'Café', color: 'red' })
    const list = await importList([
      { email: 'a1@example.com', customId: ' 0042 ', tags: ['CAFE', 'Sales', ''] },
      { email: 'a2@example.com', tags: ['sales', 'Sales', 'Night shift'] },
      { email: 'a3@example.com', tags: [] },
    ])
    expect(statusesOf(list)).toEqual(['new', 'new', 'new'])
    expect(list.newTags).toEqual(['Sales', 'Night shift'])
    const [first, second] = await Promise.all(
      list.results.slice(0, 2).map(({ profileId }) => person(profileId)),
    )
    expect([first.customIds, labelsOf(first)]).toEqual([['0042'], ['Café', 'Sales']])
    expect(labelsOf(second)).toEqual(['Night shift', 'Sales'])
    const { tags } = (await account.call('GET', '/tags?limit=100')).body
    expect(tags.filter(({ label }: { label: string }) => /sales/i.test(label))).toHaveLength(1)
    // New tags get colors that no tag has, while there are some.
    expect(new Set(tags.map(({ color }: { color: string }) => color)).size).toBe(tags.length)
    const { entries } = (await account.call('GET', '/audit-log?limit=20')).body
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action === 'create_tag')).toHaveLength(3)
    expect(actions).toContain('create_resource_alias')
  })

  test('200: without tags:manage rows with tags are refused with the reason, and no tag is created', async () => {
    const narrow = await callWith('profiles:write')
    const list = await importList(
      [{ email: 'b1@example.com', tags: ['Secret club'] }, { email: 'b2@example.com' }],
      {},
      narrow,
    )
    expect(list.results).toMatchObject([
      { status: 'invalid', param: 'tags', message: expect.stringContaining('tags:manage') },
      { status: 'new' },
    ])
    expect((await account.call('GET', '/tags?search=secret')).body.tags).toEqual([])
  })

  test('200: labels that no tag can have, and a hundred and one new ones, are refused row by row', {
    tags: 'long',
  }, async () => {
    const wrong = await importList([
      { email: 'c1@example.com', tags: ['x'.repeat(61)] },
      { email: 'c2@example.com', tags: ['two\nlines'] },
    ])
    expect(wrong.results).toMatchObject([
      { status: 'invalid', param: 'tags' },
      { status: 'invalid', param: 'tags' },
    ])
    const many = Array.from({ length: 102 }, (_, n) => ({
      email: `c3-${n}@example.com`,
      tags: [`Comment ${n}`],
    }))
    const list = await importList(many)
    expect(list.newTags).toHaveLength(100)
    expect(statusesOf(list).slice(99)).toEqual(['new', 'invalid', 'invalid'])
    expect(list.results[100]?.message).toContain('more than 100 tags')
  })

  test('200: a customId that repeats an earlier row, or is of another person, is refused', {
    tags: 'long',
  }, async () => {
    const ada = await newPerson({ email: 'd-ada@example.com', customId: 'D-1' })
    const ben = await newPerson({ email: 'd-ben@example.com' })
    await newPerson({ email: 'd-x@example.com', customId: 'D-2' })
    await newPerson({ email: 'd-y@example.com', customId: 'D-2' })
    const list = await importList([
      { email: 'd-new@example.com', customId: 'D-9' },
      { email: 'd-other@example.com', customId: 'D-9' },
      { email: 'd-ben@example.com', customId: 'D-1' },
      { email: 'd-moved@example.com', customId: 'D-1' },
      { email: 'd-z@example.com', customId: 'D-2' },
      { email: 'd-x@example.com' },
      { customId: 'D-77' },
    ])
    expect(list.results).toMatchObject([
      { status: 'new' },
      { status: 'repeated', sameAs: 1, message: 'Row 1 has the same customId.' },
      { status: 'invalid', param: 'customId' },
      { status: 'repeated', sameAs: 3 },
      { status: 'invalid', param: 'customId', message: expect.stringContaining('Several') },
      { status: 'standing' },
      { status: 'invalid', param: 'email' },
    ])
    const moved = await importList([{ email: 'd-moved@example.com', customId: 'D-1' }])
    expect(moved.results).toMatchObject([{ status: 'standing', profileId: ada.id }])
    expect((await person(ben.id)).customIds).toEqual([])
  })
})

describe('updateExisting', () => {
  test('200: true fills what is empty, adds tags and keys, and replaces nothing', async () => {
    const ada = await newPerson({ email: 'e-ada@example.com', firstName: 'Ada', customId: 'crm-1' })
    const row = {
      email: 'e-ada@example.com',
      phone: '+49 151 5550001',
      firstName: 'ADA',
      lastName: 'Osei',
      locale: 'de',
      customId: 'E-1',
      tags: ['Field'],
    }
    const list = await importList([row], { updateExisting: true })
    const fields = ['customId', 'lastName', 'locale', 'phone', 'tags']
    expect(list.results).toMatchObject([{ status: 'updated', profileId: ada.id, channel: 'email', fields }])
    const after = await person(ada.id)
    expect(after).toMatchObject({ firstName: 'Ada', lastName: 'Osei', phone: '+491515550001', locale: 'de' })
    expect([after.customIds, labelsOf(after)]).toEqual([['crm-1', 'E-1'], ['Field']])
    expect(after.updatedAt > ada.updatedAt).toBe(true)
    const found = (await account.call('GET', '/profiles?search=osei')).body.profiles
    expect(found.map(({ id }: { id: string }) => id)).toContain(ada.id)
    const { entries } = (await account.call('GET', `/audit-log?targetId=${ada.id}`)).body
    expect(entries[0]).toMatchObject({
      action: 'update_profile',
      changes: { fields: ['lastName', 'locale', 'phone'] },
    })
    const again = await importList([row], { updateExisting: true })
    expect(again.results).toMatchObject([{ status: 'standing', fields: null }])
    expect((await person(ada.id)).updatedAt).toBe(after.updatedAt)
  })

  test('200: two halves of two names never become one', { tags: 'long' }, async () => {
    const { id } = await newPerson({ email: 'f@example.com', firstName: 'Ada' })
    await importList([{ email: 'f@example.com', firstName: 'Grace', lastName: 'Hopper' }], {
      updateExisting: true,
    })
    expect(await person(id)).toMatchObject({ firstName: 'Ada', lastName: null })
  })

  test('200: "overwrite" replaces, and empty cells remove nothing', async () => {
    const { id } = await newPerson({
      email: 'g@example.com',
      phone: '+4915155502',
      firstName: 'Ada',
      lastName: 'Osei',
      customId: 'G-1',
    })
    const list = await importList(
      [{ email: 'g-new@example.com', phone: '', firstName: 'Adah', lastName: '', customId: 'G-1' }],
      { updateExisting: 'overwrite' },
    )
    expect(list.results).toMatchObject([{ status: 'updated', fields: ['email', 'firstName'] }])
    expect(await person(id)).toMatchObject({
      email: 'g-new@example.com',
      phone: '+4915155502',
      firstName: 'Adah',
      lastName: 'Osei',
    })
  })

  test('200: a shared phone makes nobody another person, and one person is changed by one row', {
    tags: 'long',
  }, async () => {
    const ada = await newPerson({
      email: 'h-ada@example.com',
      phone: '+4930555001',
      firstName: 'Ada',
      customId: 'H-1',
    })
    const shared = { email: 'h-ben@example.com', phone: '+4930555001', firstName: 'Ben' }
    const list = await importList([shared], { updateExisting: 'overwrite' })
    expect(list.results).toMatchObject([{ status: 'invalid', param: 'phone' }])
    const twice = await importList(
      [
        { email: 'h-moved@example.com', customId: 'H-1' },
        { email: 'h-ada@example.com', firstName: 'Someone' },
      ],
      { updateExisting: 'overwrite' },
    )
    expect(twice.results).toMatchObject([{ status: 'updated' }, { status: 'repeated', sameAs: 1 }])
    expect(await person(ada.id)).toMatchObject({ email: 'h-moved@example.com', firstName: 'Ada' })
  })

  test('200: without profiles:read no one is found by customId, and the answer tells nothing of the person', async () => {
    const narrow = await callWith('profiles:write')
    const { id } = await newPerson({
      email: 'i@example.com',
      firstName: 'Ada',
      phone: '+4930555009',
      customId: 'I-1',
    })
    const guess = async (firstName: string) =>
      (await importList([{ email: 'i@example.com', firstName }], { updateExisting: true }, narrow)).results[0]
    const masked = { status: 'updated', profileId: id, fields: null }
    expect(await guess('Ada')).toMatchObject(masked)
    expect(await guess('Eve')).toEqual(await guess('Ada'))
    expect((await person(id)).firstName).toBe('Ada')
    const other = await importList([{ email: 'i-new@example.com', customId: 'I-1' }], {}, narrow)
    expect(statusesOf(other)).toEqual(['new'])
    const replaced = await importList(
      [{ email: 'i@example.com', phone: '+4930555010' }],
      { updateExisting: 'overwrite' },
      narrow,
    )
    expect(replaced.results).toMatchObject([{ status: 'invalid', param: 'phone' }])
    expect((await person(id)).phone).toBe('+4930555009')
  })

  test('200: what a caller without profiles:read fills in is unconfirmed', { tags: 'long' }, async () => {
    const narrow = await callWith('profiles:write')
    const { id } = await newPerson({ email: 'j@example.com' })
    await importList([{ email: 'j@example.com', phone: '+4930555020' }], { updateExisting: true }, narrow)
    expect(await person(id)).toMatchObject({ phone: '+4930555020', unconfirmedAddresses: ['phone'] })
  })

  test('400 for another value', { tags: 'long' }, async () => {
    const rows = [{ email: 'k@example.com' }]
    const answer = await account.call('POST', '/profiles/import', { rows, updateExisting: 'all' })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'updateExisting'])
  })
})

describe('the same list sent by two callers at once', () => {
  test('200 for both: every person once, every tag once, in whatever order the rows are', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({
      email: `race-${n}@example.com`,
      customId: `R-${n}`,
      tags: [`Race ${n % 7}`],
    }))
    const send = (list: object[]) =>
      account.call('POST', '/profiles/import', { rows: list, updateExisting: 'overwrite' })
    const answers = await Promise.all([send(rows), send([...rows].reverse()), send(rows)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const all = answers.flatMap(({ body }) => statusesOf(body.data))
    expect(all.filter((status) => status === 'new')).toHaveLength(60)
    expect(all.filter((status) => status === 'standing')).toHaveLength(120)
    expect(answers.flatMap(({ body }) => body.data.newTags)).toHaveLength(7)
    const { profiles } = (await account.call('GET', '/profiles?search=race-&limit=100')).body
    expect(profiles).toHaveLength(60)
  })

  test('409 or 200 against single calls for the same people: no one twice, nothing half done', {
    tags: 'long',
  }, async () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({ email: `mix-${n}@example.com`, tags: ['Mixed'] }))
    const [list, ...singles] = await Promise.all([
      account.call('POST', '/profiles/import', { rows }),
      ...rows.map(({ email }) => account.call('POST', '/profile', { email })),
    ])
    expect(list?.status).toBe(200)
    for (const { status } of singles) expect([200, 201]).toContain(status)
    const created = singles.filter(({ status }) => status === 201).length
    const added = list?.body.data.results.filter(({ status }: Outcome) => status === 'new').length
    expect(created + added).toBe(20)
  })
})
