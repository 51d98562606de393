import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  tables = await openTables(running.db)
  account = await running.account()
})

async function newProfile(fields: object): Promise<string> {
  return (await account.call('POST', '/profile', fields)).body.profile.id
}

async function historyOf(id: string, query = ''): Promise<Json> {
  const answer = await account.call('GET', `/profile/${id}/invites${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

describe('GET /profile/{profileId}/invites', () => {
  test('200 newest first, with state and times, and neither link nor address', async () => {
    const [email, phone] = [newEmail(), newMobile()]
    const id = await newProfile({ email, phone })
    expect((await historyOf(id)).invites).toEqual([])
    await account.call('POST', `/profile/${id}/invite/email`)
    await running.service.drainOutbox()
    await account.call('POST', `/profile/${id}/invite/sms`)
    await running.service.drainOutbox()
    const body = await historyOf(id)
    const entry = {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      openedAt: null,
      campaignId: null,
      isReminder: false,
      optedOut: false,
      addressChanged: false,
      heldUntil: null,
      bounced: false,
      wrongPerson: false,
      wrongPersonAt: null,
    }
    const at = expect.stringMatching(/^\d{4}-.+Z$/)
    expect(body.invites).toEqual([
      { ...entry, channel: 'sms', state: 'sent', sentAt: at, expiresAt: at },
      { ...entry, channel: 'email', state: 'superseded', sentAt: at, expiresAt: at },
    ])
    expect(JSON.stringify(body)).not.toMatch(/tmb_link_|@test\.test|\+49/)
  })

  test('an invite is opened once the button was pressed, and expired after seven days', async () => {
    const email = newEmail()
    const id = await newProfile({ email })
    await account.call('POST', `/profile/${id}/invite/email`)
    await running.service.drainOutbox()
    const [message] = await (
      await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    ).json()
    await fetch(message.links[0])
    expect((await historyOf(id)).invites[0]).toMatchObject({ state: 'sent', openedAt: null })
    await fetch(message.links[0], { method: 'POST', redirect: 'manual' })
    expect((await historyOf(id)).invites[0]).toMatchObject({
      state: 'opened',
      openedAt: expect.stringMatching(/Z$/),
    })
    try {
      shift = 8 * 24 * 3600 * 1000
      const later = { ...account, token: await signIn(running.baseUrl, account) }
      const answer = await fetch(`${running.baseUrl}/profile/${id}/invites`, {
        headers: { authorization: `Bearer ${later.token}` },
      })
      expect(((await answer.json()) as Json).invites[0].state).toBe('expired')
    } finally {
      shift = 0
    }
  })

  test('shows queued and failed as the outbox records it', async () => {
    const id = await newProfile({ email: newEmail() })
    await account.call('POST', `/profile/${id}/invite/email`)
    await running.service.drainOutbox()
    await running.db.admin('update invite set sent_at = null where profile_id = $1', [id])
    expect((await historyOf(id)).invites[0]).toMatchObject({ state: 'queued', sentAt: null })
    await running.db.admin('update invite set failed_at = now() where profile_id = $1', [id])
    expect((await historyOf(id)).invites[0].state).toBe('failed')
  })

  test('comes in pages with a Link header', { tags: 'long' }, async () => {
    const id = await newProfile({ email: newEmail() })
    for (let count = 0; count < 3; count += 1) await account.call('POST', `/profile/${id}/invite/email`)
    const all = (await historyOf(id)).invites.map((invite: Json) => invite.id)
    const second = await account.call('GET', `/profile/${id}/invites?limit=2&page=2`)
    expect(second.body.invites.map((invite: Json) => invite.id)).toEqual(all.slice(2))
    expect(second.body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false })
    expect(second.headers.get('link')).toContain('rel="prev"')
    expect((await historyOf(id, '?page=9')).invites).toEqual([])
  })

  test('404 for an unknown profile and one of another account alike, 403 without profiles:write', {
    tags: 'long',
  }, async () => {
    const other = await running.account()
    const theirs = (await other.call('POST', '/profile', { email: newEmail() })).body.profile.id
    for (const id of [newPublicId(), theirs]) {
      const answer = await account.call('GET', `/profile/${id}/invites`)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'profile_not_found'])
    }
    const token = await signIn(running.baseUrl, account, 'profiles:read')
    const id = await newProfile({ email: newEmail() })
    const answer = await fetch(`${running.baseUrl}/profile/${id}/invites`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(403)
  })

  test('reading changes nothing', { tags: 'long' }, async () => {
    const id = await newProfile({ email: newEmail() })
    await running.service.drainOutbox()
    await tables.expectUnchanged(() => historyOf(id))
  })
})
