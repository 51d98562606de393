import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})

async function newProfile(fields: object): Promise<string> {
  return (await account.call('POST', '/profile', fields)).body.profile.id
}

const inviteBySms = (id: string) => account.call('POST', `/profile/${id}/invite/sms`)

async function messagesTo(to: string): Promise<Json[]> {
  await running.service.drainOutbox()
  return (await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()
}

async function linkTo(phone: string): Promise<string> {
  return (await messagesTo(phone))[0].links[0]
}

const press = (link: string) => fetch(link, { method: 'POST', redirect: 'manual' })

describe('POST /profile/{profileId}/invite/sms', () => {
  test('204 without a body, and one short text with one link that opens the assessment', async () => {
    const phone = newMobile()
    const answer = await inviteBySms(await newProfile({ phone }))
    expect([answer.status, answer.text]).toEqual([204, ''])
    const messages = await messagesTo(phone)
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(message).toMatchObject({ channel: 'sms', to: phone, subject: '', html: '' })
    expect(message.text).toMatch(/^Northwind invites you to an assessment/)
    expect(message.text.length).toBeLessThanOrEqual(160)
    expect(message.links).toHaveLength(1)
    expect((await press(message.links[0])).status).toBe(303)
  })

  test('writes one audit entry with the channel and without the number', { tags: 'long' }, async () => {
    const phone = newMobile()
    const id = await newProfile({ phone })
    await inviteBySms(id)
    const entries = await tables.rows(
      `select action, target_type, changes from audit_entry where target_id = $1 and action <> 'create_profile'`,
      [id],
    )
    expect(entries).toEqual([
      { action: 'send_invite_by_sms', target_type: 'profile', changes: { channel: 'sms' } },
    ])
    await running.service.drainOutbox()
    expect(Object.keys(await tables.holding(phone)).sort()).toEqual(['invite', 'mailbox_message', 'profile'])
    expect(running.logged()).not.toContain(phone)
  })

  test('400 without a phone and for premium numbers, 403 first for unknown profiles; no trace', {
    tags: 'long',
  }, async () => {
    const other = await running.account()
    const theirs = (await other.call('POST', '/profile', { phone: newMobile() })).body.profile.id
    const cases: [number, string, string][] = [
      [400, 'profile_without_phone', await newProfile({ email: newEmail() })],
      [400, 'number_not_allowed', await newProfile({ phone: '+491805123456' })],
      [400, 'number_not_allowed', await newProfile({ phone: '+881612345678' })],
      [400, 'invalid_input', 'malformed'],
      [403, 'profile_not_on_account', newPublicId()],
      [403, 'profile_not_on_account', theirs],
    ]
    await tables.expectUnchanged(async () => {
      for (const [status, code, id] of cases) {
        const answer = await inviteBySms(id)
        expect([answer.status, answer.body.error.code], id).toEqual([status, code])
        expectEnvelope(answer, id)
      }
    })
  })

  test('402 for an expired trial, 403 while paused; no trace', { tags: 'long' }, async () => {
    const late = await running.account()
    const { body } = await late.call('POST', '/profile', { phone: newMobile() })
    const invite = () => late.call('POST', `/profile/${body.profile.id}/invite/sms`)
    await running.db.admin(`update account set billing_status = 'unpaid' where id = $1`, [late.id])
    await tables.expectUnchanged(async () => expect((await invite()).status).toBe(402))
    await running.db.admin('update account set paused = true where id = $1', [late.id])
    await tables.expectUnchanged(async () => expect((await invite()).status).toBe(403))
  })
})

describe('a link that came by text message', () => {
  test('ends with its session when the phone changes, and not when the email does', async () => {
    const phone = newMobile()
    const id = await newProfile({ phone, email: newEmail() })
    await inviteBySms(id)
    const link = await linkTo(phone)
    const cookie = (await press(link)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const take = async () => (await fetch(`${running.url}/take`, { headers: { cookie } })).status
    await account.call('PATCH', `/profile/${id}`, { email: newEmail() })
    expect([(await press(link)).status, await take()]).toEqual([303, 200])
    await account.call('PATCH', `/profile/${id}`, { phone: newMobile() })
    expect((await press(link)).status).not.toBe(303)
    expect(await take()).toBe(401)
  })

  test('is replaced by a newer one on any channel', { tags: 'long' }, async () => {
    const [phone, email] = [newMobile(), newEmail()]
    const id = await newProfile({ phone, email })
    await inviteBySms(id)
    await account.call('POST', `/profile/${id}/invite/email`)
    const [older, newer] = [await linkTo(phone), (await messagesTo(email))[0].links[0]]
    expect((await press(older)).status).not.toBe(303)
    expect((await press(newer)).status).toBe(303)
  })
})

describe('with a provider and countries', () => {
  test('400 for other countries and for unassigned numbers; 204 for the rest', async () => {
    const own = await startTestService({ SMS_URL: 'http://127.0.0.1:9/', SMS_COUNTRIES: '+49,+1,+447624' })
    const sender = await own.account()
    const invite = async (phone: string) => {
      const { body } = await sender.call('POST', '/profile', { phone })
      const answer = await sender.call('POST', `/profile/${body.profile.id}/invite/sms`)
      return answer.body?.error.code ?? answer.status
    }
    expect(await invite('+4915112345678')).toBe(204)
    expect(await invite('+447624123456')).toBe(204)
    for (const other of ['+33612345678', '+18762101234', '+18092345678', '+447400123456']) {
      expect(await invite(other), other).toBe('country_not_allowed')
    }
    expect(await invite('+4917011')).toBe('number_invalid')
  })

  test('400 if text messages are not configured, for single and bulk invites', { tags: 'long' }, async () => {
    const own = await startTestService({ DEMO: 'off' })
    const sender = await own.account()
    const id = (await sender.call('POST', '/profile', { phone: newMobile() })).body.profile.id
    const body = { profileIds: [id], channel: 'sms' }
    for (const answer of [
      await sender.call('POST', `/profile/${id}/invite/sms`),
      await sender.call('POST', '/profiles/invite', body),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([400, 'sms_not_configured'])
  })
})
