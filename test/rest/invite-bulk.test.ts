import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Answer, startTestService, type TestAccount, type TestService } from '../support/service.ts'
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

async function newProfile(fields: object = { email: newEmail() }): Promise<string> {
  return (await account.call('POST', '/profile', fields)).body.profile.id
}

const people = (count: number, fields?: () => object) =>
  Promise.all(Array.from({ length: count }, () => newProfile(fields?.())))

const invite = (profileIds: unknown, channel: unknown = 'email'): Promise<Answer> =>
  account.call('POST', '/profiles/invite', { profileIds, channel })

async function mailed(): Promise<number> {
  await running.service.drainOutbox()
  const rows = await tables.rows<{ count: number }>('select count(*)::integer as count from mailbox_message')
  return rows[0]?.count ?? 0
}

describe('POST /profiles/invite', () => {
  test('200 with the outcome of each, in the requested order, duplicates once', async () => {
    const other = await running.account()
    const theirs = (await other.call('POST', '/profile', { email: newEmail() })).body.profile.id
    const [first, second] = await people(2)
    const nameless = await newProfile({ firstName: 'Nobody' })
    const unknown = newPublicId()
    const before = await mailed()
    const answer = await invite([second, unknown, first, nameless, second, theirs])
    expect(answer.status).toBe(200)
    const skipped = (profileId: string, reason: string) => ({ profileId, status: 'skipped', reason })
    expect(answer.body).toEqual({
      code: 200,
      status: 'success',
      data: {
        results: [
          { profileId: second, status: 'sent', reason: null },
          skipped(unknown, 'profile_not_on_account'),
          { profileId: first, status: 'sent', reason: null },
          skipped(nameless, 'profile_without_email'),
          skipped(theirs, 'profile_not_on_account'),
        ],
      },
    })
    expect((await mailed()) - before).toBe(2)
  })

  test('writes one audit entry for each sent invite, with the profile as target', async () => {
    const ids = await people(3)
    await invite([...ids, newPublicId()])
    const entries = await tables.rows<{ target_id: string }>(
      `select target_id from audit_entry where action = 'send_invites' and target_id = any ($1)`,
      [ids],
    )
    expect(entries.map((entry) => entry.target_id).sort()).toEqual([...ids].sort())
  })

  test('by text message: an impossible number has failed, a missing phone is skipped', {
    tags: 'long',
  }, async () => {
    const [good, bad, none] = [
      await newProfile({ phone: newMobile() }),
      await newProfile({ phone: '+491805123457' }),
      await newProfile(),
    ]
    const { body } = await invite([good, bad, none], 'sms')
    expect(body.data.results).toEqual([
      { profileId: good, status: 'sent', reason: null },
      { profileId: bad, status: 'failed', reason: 'number_not_allowed' },
      { profileId: none, status: 'skipped', reason: 'profile_without_phone' },
    ])
  })

  test('changes nothing if nothing is sent', { tags: 'long' }, async () => {
    const nameless = await newProfile({ firstName: 'Nobody' })
    await tables.expectUnchanged(async () => {
      expect((await invite([nameless, newPublicId()])).status).toBe(200)
      expect((await invite([])).body.data.results).toEqual([])
    })
  })

  test('400 for more than a hundred, malformed ids, another channel, missing fields; no trace', {
    tags: 'long',
  }, async () => {
    const id = await newProfile()
    const tooMany = Array.from({ length: 101 }, () => newPublicId())
    await tables.expectUnchanged(async () => {
      for (const [ids, channel] of [
        [tooMany, 'email'],
        [[id, 'malformed'], 'email'],
        [[id], 'link'],
        [[id], null],
        [undefined, 'email'],
        [id, 'email'],
      ]) {
        const answer = await invite(ids, channel)
        expect(answer.status).toBe(400)
        expectEnvelope(answer, JSON.stringify(channel))
      }
    })
  })

  test('402 sends nothing', { tags: 'long' }, async () => {
    const unpaid = await running.account()
    const id = (await unpaid.call('POST', '/profile', { email: newEmail() })).body.profile.id
    await running.db.admin(`update account set billing_status = 'canceled' where id = $1`, [unpaid.id])
    await tables.expectUnchanged(async () => {
      const answer = await unpaid.call('POST', '/profiles/invite', { profileIds: [id], channel: 'email' })
      expect(answer.status).toBe(402)
    })
  })

  test.each([20])(
    'concurrent calls for the same %i in opposite orders complete; one link per person works',
    inviteAll,
  )
  test.each([100])('concurrent calls for the same %i complete', { tags: 'long' }, inviteAll)

  async function inviteAll(count: number): Promise<void> {
    const ids = await people(count)
    const answers = await Promise.all([invite(ids), invite(ids.toReversed()), invite(ids)])
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body.data.results.every((result: { status: string }) => result.status === 'sent')).toBe(
        true,
      )
    }
    expect(answers[1]?.body.data.results[0].profileId).toBe(ids[count - 1])
    const standing = await tables.rows(
      'select profile_id from invite where superseded_at is null and profile_id = any ($1)',
      [ids],
    )
    expect(standing).toHaveLength(count)
  }

  test('the same idempotency key twice sends once with equal answers', { tags: 'long' }, async () => {
    const ids = await people(2)
    const before = await mailed()
    const send = () =>
      account.call(
        'POST',
        '/profiles/invite',
        { profileIds: ids, channel: 'email' },
        { 'idempotency-key': 'bulk-1' },
      )
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await mailed()) - before).toBe(2)
  })
})
