import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
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

/** The same account with a token that may write and not read. */
const writer = async () => callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))

describe('an address of a person', () => {
  test('emails are normalized, and invalid addresses are 400', async () => {
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
    await tables.expectUnchanged(async () => {
      for (const email of wrong) {
        const answer = await account.call('POST', '/profile', { email })
        expect(answer.status, email).toBe(400)
        expectEnvelope(answer, email)
        expect(answer.body.error.param, email).toBe('email')
      }
    })
  })

  test('a phone number that is not E.164 is 400', async () => {
    await tables.expectUnchanged(async () => {
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

  test('the same email in fifty concurrent requests creates one profile, and one answer says created', async () => {
    const email = newEmail()
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

  test('of ten people who are given the same email at once one gets it, and the others are 409', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => create({ email: newEmail() })))
    const email = newEmail()
    const answers = await Promise.all(
      people.map(({ id }) => account.call('PATCH', `/profile/${id}`, { email, firstName: 'Race' })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await tables.rows('select id from profile where email = $1', [email])).toHaveLength(1)
    expect(
      await tables.rows(`select id from profile where first_name = 'Race' and id = any($1)`, [
        people.map(({ id }) => id),
      ]),
    ).toHaveLength(1)
  })

  test('an email and a phone of two people in concurrent requests never mix them', {
    tags: 'long',
  }, async () => {
    const email = newEmail()
    const phone = newPhone()
    const bodies = [{ email }, { phone }, { email, phone }]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => account.call('POST', '/profile', bodies[at % 3])),
    )
    for (const answer of answers) expect([200, 201, 409]).toContain(answer.status)
    const rows = await tables.rows('select id from profile where email = $1 or phone = $2', [email, phone])
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(rows.length)
  })
})

describe('POST and PATCH /profile', () => {
  test('a token without profiles:read gets no scores, and only what it sent', async () => {
    const write = await writer()
    const email = newEmail()
    const phone = newPhone()
    const first = await write('POST', '/profile', { email, firstName: 'Ada' })
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
    const again = await write('POST', '/profile', {
      email,
      phone: newPhone(),
      firstName: 'Guess',
      lastName: 'Guess',
    })
    expect(again.status).toBe(200)
    expect(again.text).not.toContain('Secret')
    expect(again.text).not.toContain(phone)
    expect(again.body.profile).not.toHaveProperty('firstName')
    const changed = await write('PATCH', `/profile/${first.body.profile.id}`, { firstName: 'Eve' })
    expect(changed.status).toBe(200)
    expect(changed.body.profile.firstName).toBe('Eve')
    expect(changed.text).not.toContain('Secret')
    expect(changed.text).not.toContain(email)
  })
})
