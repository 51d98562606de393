import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newPhone } from '../support/test-rows.ts'

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

describe('GET /profile/{profileId}', () => {
  test('404 unknown, 400 malformed or an unknown parameter', { tags: 'long' }, async () => {
    const { id } = await create({ firstName: 'Ada' })
    expect((await account.call('GET', `/profile/${newPublicId()}`)).status).toBe(404)
    for (const wrong of [
      'x',
      id.toUpperCase(),
      `${id}0`,
      id.slice(1),
      '%20',
      '..%2f',
      "'%20or%201=1--",
      `${id}%00`,
      `${id}%0a`,
    ]) {
      const answer = await account.call('GET', `/profile/${wrong}`)
      expect(answer.status, wrong).toBe(400)
      expectEnvelope(answer, wrong)
    }
    const near = await account.call('GET', `/profile/${id}?includeTag=true`)
    expect(near.status).toBe(400)
    expect(near.body.error.message).toContain('Did you mean "includeTags"')
    expect((await account.call('GET', `/profile/${id}?includeTags=yes`)).status).toBe(400)
    expect((await account.call('GET', `/profile/${id}?profileId=${id}`)).status).toBe(400)
  })

  test('has tags only if requested, and HEAD has the same headers without a body', async () => {
    const { id } = await create({ firstName: 'Ada' })
    expect((await account.call('GET', `/profile/${id}`)).body.profile).not.toHaveProperty('tags')
    expect((await account.call('GET', `/profile/${id}?includeTags=false`)).body.profile).not.toHaveProperty(
      'tags',
    )
    expect((await account.call('GET', `/profile/${id}?includeTags=true`)).body.profile.tags).toEqual([])
    const head = await account.call('HEAD', `/profile/${id}`)
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
  })
})

describe('PATCH /profile/{profileId}', () => {
  test('200 changes the given fields, clears with null, keeps the rest', async () => {
    const email = newEmail()
    const { id, updatedAt } = await create({ email, firstName: 'Ada', lastName: 'L', locale: 'de' })
    const changed = await account.call('PATCH', `/profile/${id}`, {
      lastName: null,
      locale: null,
      phone: newPhone(),
    })
    expect(changed.status).toBe(200)
    expect(changed.body.profile).toMatchObject({ email, firstName: 'Ada', lastName: null, locale: null })
    expect(changed.body.profile.updatedAt >= updatedAt).toBe(true)
    expect((await account.call('GET', `/profile/${id}`)).body.profile).toEqual(changed.body.profile)
    const emptied = await account.call('PATCH', `/profile/${id}`, { firstName: '' })
    expect(emptied.body.profile.firstName).toBeNull()
  })

  test('the new name is found and the old one is not', async () => {
    const { id } = await create({ firstName: 'Zebulon' })
    await account.call('PATCH', `/profile/${id}`, { firstName: 'Quirinus' })
    const found = async (search: string) =>
      (await account.call('GET', `/profiles?search=${search}`)).body.profiles.length
    expect(await found('Quirinus')).toBe(1)
    expect(await found('Zebulon')).toBe(0)
  })

  test('409 for an address of another profile, and 200 for its own', async () => {
    const [email, phone] = [newEmail(), newPhone()]
    await create({ email, phone })
    const mine = newEmail()
    const { id } = await create({ email: mine })
    await tables.expectUnchanged(async () => {
      for (const [body, param] of [
        [{ email }, 'email'],
        [{ phone }, 'phone'],
        [{ email: email.toUpperCase(), firstName: 'X' }, 'email'],
        [{ email: newEmail(), phone }, 'phone'],
      ] as const) {
        const answer = await account.call('PATCH', `/profile/${id}`, body)
        expect(answer.status).toBe(409)
        expectEnvelope(answer, 'taken')
        const { code, message, param: named } = answer.body.error
        expect([code, named]).toEqual(['address_taken', param])
        expect(message).toBe(
          `The ${param} belongs to another profile of this account. Use another one, or omit it.`,
        )
      }
    })
    expect((await account.call('PATCH', `/profile/${id}`, { email: mine })).status).toBe(200)
  })

  test('fifty profiles that want the same address concurrently: one gets it, the others are 409', {
    tags: 'long',
  }, async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await create({ firstName: 'R' })).id),
    )
    const email = newEmail()
    const answers = await Promise.all(ids.map((id) => account.call('PATCH', `/profile/${id}`, { email })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  test('400 for no fields, for removing the last name or address, and for fields that cannot change', {
    tags: 'long',
  }, async () => {
    const { id } = await create({ firstName: 'Only' })
    await tables.expectUnchanged(async () => {
      for (const body of [
        {},
        { firstName: null },
        { firstName: '' },
        { state: 'active' },
        { id },
        { isCompleted: true },
        { disc: {} },
        { accountId: 'x' },
        { customId: 'x' },
        { profileId: id, firstName: 'x' },
        { tagIds: [] },
        { locale: 'ja' },
      ]) {
        const answer = await account.call('PATCH', `/profile/${id}`, body)
        expect(answer.status, JSON.stringify(body)).toBe(400)
        expectEnvelope(answer, JSON.stringify(body))
      }
      expect((await account.call('PATCH', `/profile/${newPublicId()}`, { firstName: 'X' })).status).toBe(404)
    })
  })
})
