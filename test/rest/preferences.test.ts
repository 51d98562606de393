import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startMailServer } from '../support/mail-server.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const patch = (fields: unknown, by = account) => by.call('PATCH', '/account/preferences', fields)

const everything = {
  locale: 'de',
  timezone: 'Europe/Berlin',
  senderName: 'Ada of Northwind',
  replyTo: 'ada@northwind.test',
  inviteSubject: 'A word about how you work',
  brandColor: '#e4002b',
  defaultAssessmentIds: ['disc', 'core'],
  participantSeesReport: false,
  retentionDays: 365,
  reminderDays: [3, 6],
}

describe('PATCH /account/preferences', () => {
  test('200 sets all of them, returns the account, and updates updatedAt', async () => {
    const one = await running.account({ daysAgo: 3 })
    // Whom a token sees is said by this operation alone.
    const { sees, ...before } = (await one.call('GET', '/account')).body.data
    const { status, body } = await patch(everything, one)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      pendingRetention: { daysBefore: null, holdsFrom: expect.any(String) },
      preferences: everything,
      updatedAt: expect.any(String),
    })
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect((await one.call('GET', '/account')).body.data).toEqual({ ...body.data, sees })
  })

  test('200 keeps omitted ones, and null removes (RFC 7396)', async () => {
    const one = await running.account({ preferences: { locale: 'de', senderName: 'Ada' } })
    const { body } = await patch({ locale: null, timezone: 'Asia/Tokyo', replyTo: null }, one)
    expect(body.data.preferences).toEqual({ senderName: 'Ada', timezone: 'Asia/Tokyo' })
    const [row] = await tables.rows<{ preferences: unknown }>(
      'select preferences from account where id = $1',
      [one.id],
    )
    expect(row?.preferences).toEqual({ senderName: 'Ada', timezone: 'Asia/Tokyo' })
  })

  test.each<[string, object, object]>([
    ['a color in lower case', { brandColor: '#FFD400' }, { brandColor: '#ffd400' }],
    [
      'assessments in their order, each once',
      { defaultAssessmentIds: ['core', 'disc', 'core'] },
      { defaultAssessmentIds: ['disc', 'core'] },
    ],
    ['a zone as the list spells it', { timezone: 'europe/berlin' }, { timezone: 'Europe/Berlin' }],
    ['an older name of a zone as it came', { timezone: 'Asia/Kolkata' }, { timezone: 'Asia/Kolkata' }],
    ['UTC', { timezone: 'UTC' }, { timezone: 'UTC' }],
    ['an address in lower case', { replyTo: ' Ada@Northwind.TEST ' }, { replyTo: 'ada@northwind.test' }],
    ['a trimmed name', { senderName: '  Ada \u202e' }, { senderName: 'Ada' }],
    ['the shortest retention', { retentionDays: 30 }, { retentionDays: 30 }],
    ['days of reminders in their order, each once', { reminderDays: [6, 3, 6] }, { reminderDays: [3, 6] }],
    ['the longest retention', { retentionDays: 3650 }, { retentionDays: 3650 }],
  ])('200 keeps %s', async (_, sent, kept) => {
    const one = await running.account()
    const { status, body } = await patch(sent, one)
    expect(status).toBe(200)
    expect(body.data.preferences).toEqual(kept)
  })

  test.each<[string, unknown, string]>([
    ['nothing', {}, ''],
    ['an unknown locale', { locale: 'ja' }, 'locale'],
    ['a zone that is none', { timezone: 'Europe/Atlantis' }, 'timezone'],
    ['an offset for a zone', { timezone: '+01:00' }, 'timezone'],
    ['an empty zone', { timezone: '' }, 'timezone'],
    ['a zone with a break', { timezone: 'UTC\n' }, 'timezone'],
    ['a sender of two lines', { senderName: 'Ada\r\nBcc: eve@evil.test' }, 'senderName'],
    ['a blank sender', { senderName: ' \u200b ' }, 'senderName'],
    ['a long sender', { senderName: 'a'.repeat(61) }, 'senderName'],
    ['an address that is none', { replyTo: 'ada' }, 'replyTo'],
    ['two addresses', { replyTo: 'a@a.test, b@b.test' }, 'replyTo'],
    ['an address with a header', { replyTo: 'a@a.test\r\nBcc: b@b.test' }, 'replyTo'],
    ['a subject of two lines', { inviteSubject: 'Hello\nX: y' }, 'inviteSubject'],
    ['a long subject', { inviteSubject: 'a'.repeat(121) }, 'inviteSubject'],
    ['a color by name', { brandColor: 'red' }, 'brandColor'],
    ['a short color', { brandColor: '#fff' }, 'brandColor'],
    ['a color with more behind it', { brandColor: '#ffffff;}' }, 'brandColor'],
    ['no assessment', { defaultAssessmentIds: [] }, 'defaultAssessmentIds'],
    ['an unknown assessment', { defaultAssessmentIds: ['iq'] }, 'defaultAssessmentIds.0'],
    ['a word for a boolean', { participantSeesReport: 'no' }, 'participantSeesReport'],
    ['too short a retention', { retentionDays: 29 }, 'retentionDays'],
    ['too long a retention', { retentionDays: 3651 }, 'retentionDays'],
    ['half a day', { retentionDays: 30.5 }, 'retentionDays'],
    ['days as text', { retentionDays: '30' }, 'retentionDays'],
    ['no day of reminders', { reminderDays: [] }, 'reminderDays'],
    ['four days of reminders', { reminderDays: [1, 2, 3, 4] }, 'reminderDays'],
    ['a reminder on the same day', { reminderDays: [0] }, 'reminderDays.0'],
    ['a reminder after a month', { reminderDays: [31] }, 'reminderDays.0'],
    ['something unknown', { debriefWrite: 'x' }, 'debriefWrite'],
    ['one good and one bad', { locale: 'de', brandColor: 'red' }, 'brandColor'],
    ['a list', [], ''],
  ])('400 for %s, without effect', async (_, fields, param) => {
    await tables.expectUnchanged(async () => {
      const refused = await patch(fields)
      expect(refused.status).toBe(400)
      expectEnvelope(refused, 'preferences')
      expect(refused.body.error.param ?? '').toBe(param)
    })
  })

  test('400 for a misspelled name, with a hint', async () => {
    const { status, body } = await patch({ brandColour: '#ffffff' })
    expect(status).toBe(400)
    expect(body.error.message).toContain('Did you mean "brandColor"?')
    expect((await patch({ __proto__x: 1 })).status).toBe(400)
  })

  test('403 without account:write, without effect', { tags: 'long' }, async () => {
    const token = await signIn(
      running.baseUrl,
      account,
      'account:read profiles:read profiles:write tags:manage',
    )
    await tables.expectUnchanged(async () => {
      const refused = await callAs(running.baseUrl, token)('PATCH', '/account/preferences', { locale: 'de' })
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toContain('scope="account:write"')
    })
  })

  test('403 for a paused account, without effect', { tags: 'long' }, async () => {
    const paused = await running.account({ paused: true })
    await tables.expectUnchanged(async () => {
      expect((await patch({ locale: 'de' }, paused)).status).toBe(403)
    })
  })

  test('many concurrent patches are all applied', { tags: 'long' }, async () => {
    const one = await running.account()
    const fields = Object.entries(everything).map(([name, value]) => ({ [name]: value }))
    const answers = await Promise.all(fields.map((field) => patch(field, one)))
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
    expect((await one.call('GET', '/account')).body.data.preferences).toEqual(everything)
  })

  test('the audit log names the changed fields, and contains neither names nor addresses', async () => {
    const one = await running.account()
    await patch(everything, one)
    await patch({ locale: null, senderName: 'Somebody else' }, one)
    const entries = await tables.rows<{ changes: object }>(
      `select * from audit_entry where account_id = $1 and action = 'update_account_preferences' order by seq`,
      [one.id],
    )
    expect(entries).toMatchObject([
      {
        action: 'update_account_preferences',
        target_type: 'account',
        target_id: one.id,
        actor_kind: 'client',
      },
      { action: 'update_account_preferences', target_type: 'account', target_id: one.id },
    ])
    expect(entries[0]?.changes).toEqual({
      fields: Object.keys(everything).sort(),
      locale: 'de',
      timezone: 'Europe/Berlin',
      brandColor: '#e4002b',
      defaultAssessmentIds: ['disc', 'core'],
      participantSeesReport: false,
      reminderDays: [3, 6],
      retentionDays: 365,
      retentionFrom: expect.any(String),
    })
    expect(entries[1]?.changes).toEqual({ fields: ['locale', 'senderName'], locale: null })
    expect(Object.keys(await tables.holding('Somebody else'))).toEqual(['account'])
  })

  test('200 without a difference changes nothing and is not audited', { tags: 'long' }, async () => {
    const one = await running.account({ preferences: { locale: 'de' } })
    await tables.expectUnchanged(async () => {
      expect((await patch({ locale: 'de', timezone: null }, one)).status).toBe(200)
    })
  })
})

describe('a preference has its effect:', () => {
  type Letter = { subject: string; html: string; text: string }
  const letterTo = async (one: TestAccount) => {
    const email = `p${one.id}@test.test`
    const { body } = await one.call('POST', '/profile', { email, firstName: 'Noor' })
    await one.call('POST', `/profile/${body.profile.id}/invite/email`)
    await running.service.drainOutbox()
    const answer = await fetch(`${running.url}/dev/mailbox.json?to=${email}`)
    const [letter] = (await answer.json()) as Letter[]
    if (!letter) throw new Error('No letter came.')
    return { letter, profile: body.profile }
  }

  test('senderName, inviteSubject and timezone are in the email', async () => {
    const one = await running.account({ name: 'Northwind' })
    await patch({ senderName: 'Ada King', inviteSubject: 'Please', timezone: 'Asia/Tokyo' }, one)
    const { letter } = await letterTo(one)
    expect(letter.subject).toBe('Please')
    expect(letter.text).toContain('Ada King would like to learn')
    expect(letter.text).toContain('because Northwind invited you')
    expect(letter.text).toContain('GMT+9')
  })

  test('senderName and replyTo are in the message headers', { tags: 'long' }, async () => {
    const post = await startMailServer()
    const mailing = await startTestService({ MAIL_URL: post.url })
    const one = await mailing.account({ name: 'Northwind' })
    await patch({ senderName: 'Ada King', replyTo: 'ada@northwind.test' }, one)
    const { body } = await one.call('POST', '/profile', { email: 'noor@northwind.test' })
    expect((await one.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
    await mailing.service.drainOutbox()
    expect(post.received).toHaveLength(1)
    expect(post.received[0]?.raw).toMatch(/^From: "?Ada King"? </m)
    expect(post.received[0]?.raw).toMatch(/^Reply-To: ada@northwind\.test/m)
  })

  test('defaultAssessmentIds apply to new profiles', async () => {
    const one = await running.account()
    await patch({ defaultAssessmentIds: ['core'] }, one)
    const { body } = await one.call('POST', '/profile', { firstName: 'Noor' })
    expect(body.profile.availableAssessments).toEqual(['core'])
    const { body: own } = await one.call('POST', '/profile', { firstName: 'A', assessmentIds: ['disc'] })
    expect(own.profile.availableAssessments).toEqual(['disc'])
  })

  test('participantSeesReport changes what the page says about who sees the results', async () => {
    const one = await running.account({ name: 'Northwind' })
    const { letter } = await letterTo(one)
    const link = /http\S+\/t\/\S+/.exec(letter.text)?.[0] ?? ''
    const page = async () => (await fetch(link)).text()
    const open = await page()
    await patch({ participantSeesReport: false }, one)
    expect(await page()).not.toBe(open)
  })
})
