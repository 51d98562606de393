import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
/** The same account with a token that may write and not read. */
let writer: TestAccount['call']
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
})

const fresh = () => `${newPublicId()}@test.test`
const freshPhone = () => `+49${1_000_000_000 + Math.floor(Math.random() * 8_999_999_999)}`
const create = async (fields: object, by = account) =>
  (await by.call('POST', '/profile', fields)).body.profile

async function newTag(accountId = account.id): Promise<string> {
  const id = newPublicId()
  await running.db.admin(
    `insert into tag (account_id, id, created_at, updated_at, label, color) values ($1, $2, now(), now(), 'Team', 'blue')`,
    [accountId, id],
  )
  return id
}

async function expectUnchanged(work: () => Promise<void>): Promise<void> {
  const before = await tables.dump()
  await work()
  expect(await tables.dump()).toBe(before)
}

describe('POST /profile', () => {
  test('201 with everything, and a profile as the specification names it', async () => {
    const tagIds = [await newTag(), await newTag()]
    const email = fresh()
    const phone = freshPhone()
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
    const value = { email: fresh(), phone: freshPhone(), firstName: 'Solo', lastName: 'Solo' }[field]
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
    await expectUnchanged(async () => {
      const answer = await account.call('POST', '/profile', body)
      expect(answer.status).toBe(400)
      expectEnvelope(answer, label)
      expect(answer.body.error.message).toMatch(/at least one of email, phone/)
    })
  })

  test('two people of the same name are two profiles', async () => {
    const [one, other] = [await create({ firstName: 'Twin' }), await create({ firstName: 'Twin' })]
    expect(one.id).not.toBe(other.id)
  })

  test('200 and nothing overwritten for an email that is known, however it is written', async () => {
    const tagId = await newTag()
    const email = fresh()
    const first = await create({ email, firstName: 'Ada', locale: 'de' })
    await expectUnchanged(async () => {
      for (const written of [email, email.toUpperCase(), ` ${email} `]) {
        const body = {
          email: written,
          firstName: 'Eve',
          locale: 'fr',
          phone: freshPhone(),
          tagIds: [tagId],
          customId: 'other',
          assessmentIds: ['disc'],
        }
        const again = await account.call('POST', '/profile', body)
        expect(again.status).toBe(200)
        expect(again.body).toMatchObject({ code: 200, created: false })
        expect(again.body.profile).toEqual(first)
      }
    })
  })

  test('200 for a phone that is known', async () => {
    const phone = freshPhone()
    const first = await create({ phone })
    const again = await account.call('POST', '/profile', { phone, email: fresh() })
    expect(again.status).toBe(200)
    expect(again.body.created).toBe(false)
    expect(again.body.profile.id).toBe(first.id)
    expect(again.body.profile.email).toBeNull()
  })

  test('409 when the email and the phone belong to two people', async () => {
    const email = fresh()
    const phone = freshPhone()
    await create({ email })
    await create({ phone })
    await expectUnchanged(async () => {
      const answer = await account.call('POST', '/profile', { email, phone })
      expect(answer.status).toBe(409)
      expectEnvelope(answer, 'two people')
    })
  })

  test("404 for an unknown tag, another account's tag, and a known one beside an unknown one", async () => {
    const other = await running.account()
    const known = await newTag()
    const foreign = await newTag(other.id)
    const standing = fresh()
    await create({ email: standing })
    await expectUnchanged(async () => {
      for (const tagIds of [[newPublicId()], [foreign], [known, newPublicId()]]) {
        const answer = await account.call('POST', '/profile', { email: fresh(), tagIds })
        expect(answer.status).toBe(404)
        expectEnvelope(answer, 'tag')
        const known = await account.call('POST', '/profile', { email: standing, tagIds })
        expect(known.status).toBe(404)
      }
    })
  })

  test('the same email fifty times at once makes one profile, and one answer says created', async () => {
    const email = fresh()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => account.call('POST', '/profile', { email, firstName: 'Race' })),
    )
    expect(new Set(answers.map((answer) => answer.body.profile?.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.status === 201 && answer.body.created === true)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 200 && answer.body.created === false)).toHaveLength(
      49,
    )
    expect(await tables.rows('select id from profile where email = $1', [email])).toHaveLength(1)
  })

  test('an email and a phone that race for two people never mix them', async () => {
    const email = fresh()
    const phone = freshPhone()
    const bodies = [{ email }, { phone }, { email, phone }]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => account.call('POST', '/profile', bodies[at % 3])),
    )
    for (const answer of answers) expect([200, 201, 409]).toContain(answer.status)
    const rows = await tables.rows('select id from profile where email = $1 or phone = $2', [email, phone])
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(rows.length)
  })

  test("the account's default assessments apply where none are named", async () => {
    const focused = await running.account({ preferences: { defaultAssessmentIds: ['focus'] } })
    expect((await create({ firstName: 'A' }, focused)).availableAssessments).toEqual(['focus'])
    expect((await create({ firstName: 'B', assessmentIds: ['disc'] }, focused)).availableAssessments).toEqual(
      ['disc'],
    )
  })

  test('creating sends nothing', async () => {
    await create({ email: fresh() })
    expect(await tables.rows('select 1 from outbox')).toHaveLength(0)
  })

  test('emails are folded, and what is no address is 400', async () => {
    const taken = await create({ email: 'Grue@MÜLLER.example' })
    expect(taken.email).toBe('grue@xn--mller-kva.example')
    const wrong = [
      'plain',
      '@a.de',
      'a@',
      'a@b',
      'a b@c.de',
      'a@b..de',
      '.a@b.de',
      'a.@b.de',
      'a@-b.de',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@x.de\r\nBcc: b@x.de',
      'a@x.de, b@x.de',
      'Ada <a@x.de>',
      '"a"@x.de',
      `${'a'.repeat(65)}@x.de`,
      `a@${'ü'.repeat(60)}.de`,
      `a@${Array.from({ length: 40 }, () => 'üüü').join('.')}.de`,
      'a@b.c',
      'a@b.de\u202e',
      'a@b.d\u0000e',
    ]
    await expectUnchanged(async () => {
      for (const email of wrong) {
        const answer = await account.call('POST', '/profile', { email })
        expect(answer.status, email).toBe(400)
        expectEnvelope(answer, email)
        expect(answer.body.error.param, email).toBe('email')
      }
    })
  })

  test('a phone number that is not E.164 is 400', async () => {
    await expectUnchanged(async () => {
      for (const phone of [
        '123',
        '+0123456789',
        '+49 151 1234567',
        '+1234567890123456',
        '+123456',
        '٠١٢٣٤٥٦٧٨٩',
        '+٤٩١٥١١٢٣٤٥٦٧',
        '+4915112345678\n',
        '004915112345678',
      ]) {
        const answer = await account.call('POST', '/profile', { phone })
        expect(answer.status, phone).toBe(400)
        expect(answer.body.error.param).toBe('phone')
      }
    })
  })

  test('a token without profiles:read gets no scores, and only what it sent', async () => {
    const email = fresh()
    const phone = freshPhone()
    const first = await writer('POST', '/profile', { email, firstName: 'Ada' })
    expect(first.status).toBe(201)
    expect(first.body.profile).toMatchObject({ email, firstName: 'Ada' })
    for (const hidden of [
      'disc',
      'focus',
      'core',
      'quality',
      'scoring',
      'lastName',
      'phone',
      'timers',
      'customIds',
    ])
      expect(first.body.profile, hidden).not.toHaveProperty(hidden)
    await account.call('PATCH', `/profile/${first.body.profile.id}`, { phone, lastName: 'Secret' })
    const again = await writer('POST', '/profile', {
      email,
      phone: freshPhone(),
      firstName: 'Guess',
      lastName: 'Guess',
    })
    expect(again.status).toBe(200)
    expect(again.text).not.toContain('Secret')
    expect(again.text).not.toContain(phone)
    expect(again.body.profile).not.toHaveProperty('firstName')
    const changed = await writer('PATCH', `/profile/${first.body.profile.id}`, { firstName: 'Eve' })
    expect(changed.status).toBe(200)
    expect(changed.body.profile.firstName).toBe('Eve')
    expect(changed.text).not.toContain('Secret')
    expect(changed.text).not.toContain(email)
  })
})

describe('GET /profile/{profileId}', () => {
  test('404 unknown, 400 malformed or an unknown parameter', async () => {
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

  test('has tags only when they are asked for, and HEAD has the same headers without a body', async () => {
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
  test('200 changes what is given, clears with null, leaves the rest', async () => {
    const email = fresh()
    const { id, updatedAt } = await create({ email, firstName: 'Ada', lastName: 'L', locale: 'de' })
    const changed = await account.call('PATCH', `/profile/${id}`, {
      lastName: null,
      locale: null,
      phone: freshPhone(),
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
    const [email, phone] = [fresh(), freshPhone()]
    await create({ email, phone })
    const mine = fresh()
    const { id } = await create({ email: mine })
    await expectUnchanged(async () => {
      for (const body of [{ email }, { phone }, { email: email.toUpperCase(), firstName: 'X' }]) {
        const answer = await account.call('PATCH', `/profile/${id}`, body)
        expect(answer.status).toBe(409)
        expectEnvelope(answer, 'taken')
      }
    })
    expect((await account.call('PATCH', `/profile/${id}`, { email: mine })).status).toBe(200)
  })

  test('fifty profiles that want the same address at once: one gets it, the others are 409', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await create({ firstName: 'R' })).id),
    )
    const email = fresh()
    const answers = await Promise.all(ids.map((id) => account.call('PATCH', `/profile/${id}`, { email })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  test('400 with nothing, with the last of its names and addresses, with what may not be changed', async () => {
    const { id } = await create({ firstName: 'Only' })
    await expectUnchanged(async () => {
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

describe('DELETE /profile/{profileId}', () => {
  test('204 without a byte, 404 afterwards, and nothing is left of the person in any table', async () => {
    const email = fresh()
    const { id } = await create({
      email,
      firstName: 'Vanishing',
      lastName: 'Person',
      customId: 'gone-1',
      tagIds: [await newTag()],
    })
    const other = await create({ email: fresh() })
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
    await running.service.drainOutbox()
    expect((await account.call('POST', `/profile/${id}/invite/email`)).status).toBe(204)
    await fillEveryTable(id)
    const held = await tables.holding(id)
    expect(Object.keys(held).sort()).toEqual(await tablesWithProfile())
    const answer = await account.call('DELETE', `/profile/${id}`)
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    await running.service.drainOutbox()
    expect(await tables.holding(id)).toEqual({})
    expect(await tables.holding(email)).toEqual({})
    expect(await tables.holding('Vanishing')).toEqual({})
    expect(await tables.holding('gone-1')).toEqual({})
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
    expect((await account.call('DELETE', `/profile/${id}`)).status).toBe(404)
    expect((await account.call('GET', `/profile/${other.id}`)).status).toBe(200)
    expect((await account.call('POST', '/profile', { email })).status, 'the address is free again').toBe(201)
  })

  test('ten deletions at once: one 204, nine 404', async () => {
    const { id } = await create({ firstName: 'Once' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.call('DELETE', `/profile/${id}`)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(9).fill(404)])
  })

  test('a body with fields is 400 and deletes nothing', async () => {
    const { id } = await create({ firstName: 'Kept' })
    expect((await account.call('DELETE', `/profile/${id}`, { force: true })).status).toBe(400)
    expect((await account.call('DELETE', `/profile/${id}?force=true`)).status).toBe(400)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(200)
  })
})

/** Every table in which a profile may stand, read from the catalogue so that a new one cannot be forgotten. */
async function tablesWithProfile(): Promise<string[]> {
  const rows = await tables.rows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('profile_id', 'resource_id') order by 1`,
  )
  return [...rows.map((row) => row.name), 'profile'].sort()
}

/** What only a person in the middle of an assessment would leave: a session, sittings, answers, times, results. */
async function fillEveryTable(id: string): Promise<void> {
  const key = [account.id, id]
  const statements = [
    `insert into take_session select account_id, '\\x01', profile_id, id, now(), now() from invite where account_id = $1 and profile_id = $2 limit 1`,
    `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash) values ($1, $2, 1, 'disc', 'f', 'h')`,
    `insert into answer (account_id, profile_id, attempt, assessment, item, value, seq, answered_at) values ($1, $2, 1, 'disc', 1, '{}', 1, now())`,
    `insert into stopwatch values ($1, $2, 1, 'disc', 's', 1, 1, 1, now(), now())`,
    `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, result, created_at) values ($1, $2, 1, 'disc', 'f', 'h', '1', '{}', now())`,
  ]
  for (const statement of statements) await tables.rows(statement, key)
}
