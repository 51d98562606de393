import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let service: TestService
let account: TestAccount
beforeAll(async () => {
  service = await startTestService()
  account = await service.account()
})

const list = (rows: object[], more: object = {}) =>
  account.call('POST', '/profiles/import', { rows, ...more })
const statusesOf = (answer: { body: { data: { results: { status: string }[] } } }) =>
  answer.body.data.results.map(({ status }) => status)

describe('POST /profiles/import', () => {
  test('200, dry run, reports what each row would do and writes nothing', async () => {
    const known = await account.call('POST', '/profile', {
      email: 'known@example.com',
      phone: '+4915112345678',
    })
    const other = await account.call('POST', '/profile', { email: 'other@example.com' })
    await account.call('POST', `/profile/${other.body.profile.id}/invite/email`)
    const before = await service.db.admin('select count(*) from profile')
    const answer = await list(
      [
        { email: ' NEW@Example.com ', firstName: 'Amara', lastName: 'Diallo' },
        { phone: '+49 (151) 123-45 678' },
        { email: 'sven.holm@northwind' },
        { email: 'new@example.com' },
        { firstName: 'Nobody' },
        { email: 'other@example.com', phone: '004915112345678' },
        { phone: '0151 2345' },
        { email: 'x@example.com', locale: 'klingon' },
      ],
      { dryRun: true },
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data.results).toMatchObject([
      { row: 1, status: 'new', profileId: null, channel: 'email', isInvited: null },
      { row: 2, status: 'standing', profileId: known.body.profile.id, channel: 'sms', isInvited: false },
      { row: 3, status: 'invalid', param: 'email', message: expect.stringContaining('email address') },
      { row: 4, status: 'repeated', sameAs: 1 },
      { row: 5, status: 'invalid', param: 'email' },
      { row: 6, status: 'repeated', sameAs: 2 },
      { row: 7, status: 'invalid', param: 'phone', message: expect.stringContaining('E.164') },
      { row: 8, status: 'invalid', param: 'locale' },
    ])
    expect(answer.body.data).toMatchObject({ profilesAfter: 3, profileLimit: null })
    const sent = await list([{ email: 'other@example.com' }], { dryRun: true })
    expect(sent.body.data.results).toMatchObject([{ status: 'standing', isInvited: true }])
    const two = await list([{ email: 'other@example.com', phone: '+4915112345678' }], { dryRun: true })
    expect(two.body.data.results[0]).toMatchObject({ status: 'invalid', param: 'phone', profileId: null })
    expect(other.status).toBe(201)
    expect(await service.db.admin('select count(*) from profile')).toEqual(before)
  })

  test('200 adds people in the order of the list: the last one is the newest', async () => {
    const own = await service.account()
    const names = Array.from({ length: 40 }, (_, at) => `Row ${String(at + 1).padStart(2, '0')}`)
    const rows = names.map((firstName, at) => ({ firstName, email: `row-${at}@example.com` }))
    expect((await own.call('POST', '/profiles/import', { rows })).status).toBe(200)
    const { body } = await own.call('GET', '/profiles?limit=50')
    const listed: string[] = body.profiles.map((one: { firstName: string }) => one.firstName)
    expect(listed).toEqual(names.toReversed())
  })

  test('200 adds the new rows with their tags and an audit entry each, and does not change existing people', async () => {
    const tag = (await account.call('POST', '/tag', { label: 'Cohort', color: 'blue' })).body.tag
    await account.call('POST', '/profile', { email: 'first@example.com', firstName: 'Old' })
    const rows = [
      { email: 'first@example.com', firstName: 'New' },
      { email: 'second@example.com', locale: 'de' },
      { email: '' },
    ]
    const answer = await list(rows, { tagIds: [tag.id], assessmentIds: ['disc'] })
    expect(statusesOf(answer)).toEqual(['standing', 'new', 'invalid'])
    const [, { profileId }] = answer.body.data.results
    const added = (await account.call('GET', `/profile/${profileId}?includeTags=true`)).body.profile
    expect(added).toMatchObject({ email: 'second@example.com', locale: 'de', availableAssessments: ['disc'] })
    expect(added.tags).toMatchObject([{ id: tag.id }])
    const standing = (await account.call('GET', '/profiles?search=Old')).body.profiles[0]
    expect(standing).toMatchObject({ email: 'first@example.com', firstName: 'Old' })
    const entries = (await account.call('GET', `/audit-log?targetId=${profileId}`)).body.entries
    expect(entries).toMatchObject([
      { action: 'create_profile', changes: { fields: expect.arrayContaining(['email']) } },
    ])
  })

  test('200: a trial at its cap adds as many as it can and names the others', async () => {
    const small = await service.account({ billingStatus: 'trialing' })
    const rows = Array.from({ length: 27 }, (_, n) => ({ email: `p${n}@example.com` }))
    const dry = await small.call('POST', '/profiles/import', { rows, dryRun: true })
    expect(dry.body.data).toMatchObject({ profilesAfter: 25, profileLimit: 25 })
    const done = await small.call('POST', '/profiles/import', { rows })
    expect(statusesOf(done)).toEqual(statusesOf(dry))
    expect(statusesOf(done).filter((status) => status === 'over_cap')).toHaveLength(2)
    expect((await small.call('GET', '/profiles')).body.pagination.total).toBe(25)
  })

  test('200: a zero that is dialed only within the country is left out of a number', async () => {
    const answer = await list([{ phone: '+49 (0)151 / 555.01-99' }, { phone: '0049(0)15155501 98' }])
    const [first, second] = answer.body.data.results.map(({ profileId }: { profileId: string }) => profileId)
    expect((await account.call('GET', `/profile/${first}`)).body.profile.phone).toBe('+491515550199')
    expect((await account.call('GET', `/profile/${second}`)).body.profile.phone).toBe('+491515550198')
  })

  test('404 for a tag of another account, and nothing is added', { tags: 'long' }, async () => {
    const foreign = await service.account()
    const tag = (await foreign.call('POST', '/tag', { label: 'Theirs', color: 'red' })).body.tag
    const answer = await list([{ email: 'never@example.com' }], { tagIds: [tag.id] })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'tag_not_found'])
    expect((await list([{ email: 'never@example.com' }], { dryRun: true })).body.data.results[0].status).toBe(
      'new',
    )
  })

  test('400 for more rows than a call may have', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 501 }, () => ({ email: 'a@example.com' }))
    expect((await list(rows)).status).toBe(400)
  })
})
