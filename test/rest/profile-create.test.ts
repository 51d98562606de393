import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag, newEmail, newPhone } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const create = async (fields: object, by = account) =>
  (await by.call('POST', '/profile', fields)).body.profile

describe('POST /profile', () => {
  test('201 with everything, and a profile with the documented fields', async () => {
    const tagIds = [await insertTestTag(running.db, account.id), await insertTestTag(running.db, account.id)]
    const email = newEmail()
    const phone = newPhone()
    const answer = await account.call('POST', '/profile', {
      email,
      phone,
      firstName: ' Ada ',
      lastName: 'Lovelace',
      locale: 'pt_BR',
      tagIds: [...tagIds, tagIds[0]],
      customId: 'crm-1',
      assessmentIds: ['core', 'disc', 'core'],
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ code: 201, status: 'success', created: true })
    expect(answer.body.profile).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      phone,
      firstName: 'Ada',
      lastName: 'Lovelace',
      locale: 'pt_BR',
      state: 'pending',
      customIds: ['crm-1'],
      availableAssessments: ['disc', 'core'],
      completedAssessments: [],
      isCompleted: false,
      dateStarted: null,
      dateCompleted: null,
      disc: null,
      focus: null,
      core: null,
    })
    expect(answer.body.profile.timers.map((timer: Json) => timer.assessment)).toEqual(['disc', 'core'])
    const read = await account.call('GET', `/profile/${answer.body.profile.id}?includeTags=true`)
    expect(read.body.profile.tags.map((tag: Json) => tag.id).sort()).toEqual([...tagIds].sort())
    const { tags, ...rest } = read.body.profile
    expect(rest).toEqual(answer.body.profile)
    const alias = await tables.rows(
      'select resource_type, resource_id from resource_alias where consumer_key = $1',
      ['crm-1'],
    )
    expect(alias).toEqual([{ resource_type: 'profile', resource_id: answer.body.profile.id }])
  })

  test.each([['email'], ['phone'], ['firstName'], ['lastName']])('201 with %s alone', async (field) => {
    const value = { email: newEmail(), phone: newPhone(), firstName: 'Solo', lastName: 'Solo' }[field]
    const answer = await account.call('POST', '/profile', { [field]: value })
    expect(answer.status).toBe(201)
    expect(answer.body.profile[field]).toBe(value)
  })

  test.each([
    ['nothing', {}],
    ['a locale only', { locale: 'en' }],
    ['an empty name', { firstName: '' }],
    ['a name of blanks', { firstName: '   ', lastName: '\u200b' }],
    ['a custom id only', { customId: 'x' }],
  ])('400 with %s', async (label, body) => {
    await tables.expectUnchanged(async () => {
      const answer = await account.call('POST', '/profile', body)
      expect(answer.status).toBe(400)
      expectEnvelope(answer, label)
      expect(answer.body.error.message).toMatch(/at least one of email, phone/)
    })
  })

  test('two people with the same name are two profiles', { tags: 'long' }, async () => {
    const [one, other] = [await create({ firstName: 'Twin' }), await create({ firstName: 'Twin' })]
    expect(one.id).not.toBe(other.id)
  })

  test('200 and nothing overwritten for a known email, in any spelling', async () => {
    const tagId = await insertTestTag(running.db, account.id)
    const email = newEmail()
    const first = await create({ email, firstName: 'Ada', locale: 'de' })
    await tables.expectUnchanged(async () => {
      for (const written of [email, email.toUpperCase(), ` ${email} `]) {
        const body = {
          email: written,
          firstName: 'Eve',
          locale: 'fr',
          phone: newPhone(),
          tagIds: [tagId],
          assessmentIds: ['disc'],
        }
        const again = await account.call('POST', '/profile', body)
        expect(again.status).toBe(200)
        expect(again.body).toMatchObject({ code: 200, created: false })
        expect(again.body.profile).toEqual(first)
      }
    })
  })

  test('200 for a known person: customId becomes another alias of the profile, once', async () => {
    const email = newEmail()
    const first = await create({ email, firstName: 'Ada', customId: 'crm-first' })
    const body = { email, firstName: 'Eve', customId: 'crm-second' }
    const again = await account.call('POST', '/profile', body)
    expect([again.status, again.body.created]).toEqual([200, false])
    expect(again.body.profile).toEqual({
      ...first,
      customIds: ['crm-first', 'crm-second'],
      updatedAt: again.body.profile.updatedAt,
    })
    const read = await account.call('GET', `/profile/${first.id}`)
    expect(read.body.profile).toEqual(again.body.profile)
    await tables.expectUnchanged(async () => {
      const third = await account.call('POST', '/profile', body)
      expect(third.body.profile).toEqual(again.body.profile)
    })
    const { body: listed } = await account.call('GET', `/resource-aliases?resourceId=${first.id}`)
    expect(listed.resourceAliases.map((alias: Json) => alias.consumerKey).sort()).toEqual(
      first.customIds.concat('crm-second'),
    )
    const entries = await tables.rows(
      `select action, target_type, target_id, changes from audit_entry
        where target_id = $1 or changes ->> 'resourceId' = $1 order by seq`,
      [first.id],
    )
    const expected = { action: 'create_resource_alias', target_type: 'resource_alias' }
    const changes = { resourceType: 'profile', resourceId: first.id }
    expect(entries).toMatchObject([
      { action: 'create_profile' },
      { ...expected, changes },
      { ...expected, changes },
    ])
    const ids = listed.resourceAliases.map((alias: Json) => alias.id)
    expect(ids.sort()).toEqual(
      entries
        .slice(1)
        .map((entry: Json) => entry.target_id)
        .sort(),
    )
  })

  test('twenty concurrent aliases for one known person are all added, in the document too', {
    tags: 'long',
  }, async () => {
    const email = newEmail()
    const first = await create({ email })
    const keys = Array.from({ length: 20 }, (_, index) => `key-${first.id}-${index}`)
    const answers = await Promise.all(
      keys.map((customId) => account.call('POST', '/profile', { email, customId })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(keys.map(() => 200))
    const { body } = await account.call('GET', `/profile/${first.id}`)
    expect(body.profile.customIds.sort()).toEqual(keys.sort())
  })

  test('200 for a known phone', { tags: 'long' }, async () => {
    const phone = newPhone()
    const first = await create({ phone })
    const again = await account.call('POST', '/profile', { phone, email: newEmail() })
    expect(again.status).toBe(200)
    expect(again.body.created).toBe(false)
    expect(again.body.profile.id).toBe(first.id)
    expect(again.body.profile.email).toBeNull()
  })

  test('409 if the email and the phone belong to two people', async () => {
    const email = newEmail()
    const phone = newPhone()
    await create({ email })
    await create({ phone })
    await tables.expectUnchanged(async () => {
      const answer = await account.call('POST', '/profile', { email, phone })
      expect(answer.status).toBe(409)
      expectEnvelope(answer, 'two people')
    })
  })

  test('404 for an unknown tag, another account’s tag, and a known one next to an unknown one', {
    tags: 'long',
  }, async () => {
    const other = await running.account()
    const known = await insertTestTag(running.db, account.id)
    const foreign = await insertTestTag(running.db, other.id)
    const standing = newEmail()
    await create({ email: standing })
    await tables.expectUnchanged(async () => {
      for (const tagIds of [[newPublicId()], [foreign], [known, newPublicId()]]) {
        const answer = await account.call('POST', '/profile', { email: newEmail(), tagIds })
        expect(answer.status).toBe(404)
        expectEnvelope(answer, 'tag')
        expect(answer.body.error).toMatchObject({ code: 'tag_not_found', param: 'tagIds' })
        const known = await account.call('POST', '/profile', { email: standing, tagIds })
        expect(known.status).toBe(404)
      }
    })
  })

  test('the account’s default assessments apply if none are named', async () => {
    const focused = await running.account({ preferences: { defaultAssessmentIds: ['focus'] } })
    expect((await create({ firstName: 'A' }, focused)).availableAssessments).toEqual(['focus'])
    expect((await create({ firstName: 'B', assessmentIds: ['disc'] }, focused)).availableAssessments).toEqual(
      ['disc'],
    )
  })

  test('creating sends nothing', { tags: 'long' }, async () => {
    await create({ email: newEmail() })
    expect(await tables.rows('select 1 from outbox')).toHaveLength(0)
  })
})
