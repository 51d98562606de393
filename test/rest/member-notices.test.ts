import { beforeAll, describe, expect, test } from 'vitest'
import { completed, inviteFailed, openNoticeFixture } from '../support/member-notices.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let fixture: Awaited<ReturnType<typeof openNoticeFixture>>
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind', preferences: { timezone: 'Europe/Berlin' } })
  fixture = await openNoticeFixture(running, tables)
})

const email = expect.stringContaining('@')
const off = { frequency: 'off', tagIds: null, nextDigestAt: null }

async function send(): Promise<void> {
  await running.service.sendMemberNotices()
  await running.service.drainOutbox()
}

describe('the choices of a member', () => {
  test('are off at first, are kept, and are audited as changes of the member', async () => {
    const member = await fixture.member(account)
    const first = await member.call('GET', '/member/notices')
    expect([first.status, first.body.notices]).toEqual([
      200,
      { email, completed: off, inviteFailed: off, erasureRequested: off },
    ])
    const tag = await insertTestTag(running.db, account.id)
    const chosen = await member.choose({
      completed: { frequency: 'weekly', tagIds: [tag] },
      inviteFailed: { frequency: 'atOnce' },
    })
    const nextDigestAt = expect.stringMatching(/T0[67]:00:00\.000Z$/)
    const expected = {
      email,
      completed: { frequency: 'weekly', tagIds: [tag], nextDigestAt },
      inviteFailed: { ...off, frequency: 'atOnce' },
      erasureRequested: off,
    }
    expect([chosen.status, chosen.body.notices]).toEqual([200, expected])
    expect((await member.call('GET', '/member/notices')).body.notices).toEqual(expected)
    const again = await member.choose({ completed: { frequency: 'weekly' } })
    expect(again.body.notices).toEqual(expected)
    const entries = await tables.rows(
      `select actor_kind, actor_id, target_type, target_id, changes from audit_entry
        where account_id = $1 and action = 'update_member_notices' and target_id = $2`,
      [account.id, member.memberId],
    )
    expect(entries).toEqual([
      {
        actor_kind: 'member',
        actor_id: member.memberId,
        target_type: 'member',
        target_id: member.memberId,
        changes: { completed: 'weekly', inviteFailed: 'atOnce' },
      },
    ])
  })

  test('are of each member alone', { tags: 'long' }, async () => {
    const [one, other] = [await fixture.member(account), await fixture.member(account)]
    await one.choose({ completed: { frequency: 'daily' } })
    expect((await other.call('GET', '/member/notices')).body.notices.completed).toEqual(off)
  })

  test('403 for an API key, which acts for no member', { tags: 'long' }, async () => {
    for (const [method, body] of [['GET'], ['PATCH', { completed: { frequency: 'daily' } }]] as const) {
      const answer = await account.call(method, '/member/notices', body)
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    }
  })

  test('403 for what the role does not see; turning it off is allowed', async () => {
    const user = await fixture.member(account, 'user')
    const shown = await user.call('GET', '/member/notices')
    expect(shown.body.notices).toEqual({ email, completed: off, inviteFailed: null, erasureRequested: null })
    for (const kind of ['inviteFailed', 'erasureRequested']) {
      const refused = await user.choose({ [kind]: { frequency: 'daily' } })
      expect([refused.status, refused.body.error.param]).toEqual([403, kind])
      expect((await user.choose({ [kind]: { frequency: 'off' } })).status).toBe(200)
    }
  })

  test('404 for a tag of another account, as for one that does not exist; nothing is kept', {
    tags: 'long',
  }, async () => {
    const foreign = await insertTestTag(running.db, (await running.account()).id)
    const member = await fixture.member(account)
    for (const tagId of [foreign, 'f'.repeat(24)]) {
      const refused = await member.choose({ completed: { frequency: 'daily', tagIds: [tagId] } })
      expect([refused.status, refused.body.error.code]).toEqual([404, 'tag_not_found'])
    }
    expect((await member.call('GET', '/member/notices')).body.notices.completed).toEqual(off)
  })

  test.each([
    ['no kind', {}],
    ['another kind', { opened: { frequency: 'daily' } }],
    ['another frequency', { completed: { frequency: 'hourly' } }],
    ['no tag at all', { completed: { frequency: 'daily', tagIds: [] } }],
  ])('400 for %s', async (_, choices) => {
    expect((await (await fixture.member(account)).choose(choices)).status).toBe(400)
  })

  test('name no tag that was deleted, and then mean nobody and not everyone', async () => {
    const member = await fixture.member(account)
    const tag = await insertTestTag(running.db, account.id)
    await member.choose({ completed: { frequency: 'atOnce', tagIds: [tag] } })
    await account.call('DELETE', `/tag/${tag}`)
    expect((await member.call('GET', '/member/notices')).body.notices.completed.tagIds).toEqual([])
    await fixture.happen(account, completed(await fixture.person(account)))
    await send()
    expect(await member.emails()).toEqual([])
  })
})

describe('an email at once', () => {
  test('names the person, links to the profile, and has no address, result or answer', async () => {
    const member = await fixture.member(account)
    await member.choose({ completed: { frequency: 'atOnce' }, inviteFailed: { frequency: 'atOnce' } })
    const id = await fixture.person(account, {
      firstName: 'Noor',
      lastName: 'http://evil.example',
      email: 'noor@secret.test',
    })
    await fixture.happen(account, completed(id), inviteFailed(id))
    await send()
    // Several are sent side by side.
    const bySubject = (await member.emails()).toSorted((a, b) => a.subject.localeCompare(b.subject))
    const [failed, done, ...more] = bySubject
    expect(more).toEqual([])
    expect(done?.subject).toBe('Someone completed the assessment for Northwind')
    expect(failed?.subject).toBe('An invite from Northwind couldn’t be delivered')
    for (const email of [done, failed]) {
      expect(email?.text).toContain('Noor evil. example')
      expect(email?.text).toContain(`/people/${id}`)
      expect(email?.text + String(email?.html)).not.toMatch(/secret\.test|http:\/\/evil/)
      expect(email?.subject).not.toContain('Noor')
      expect(email?.text.trimEnd()).toMatch(/\/unsubscribe\/tmb_notices_[\w-]{54}$/)
    }
  })

  test('comes only about events after the choice, and about people with one of the tags', async () => {
    const member = await fixture.member(account)
    const tag = await insertTestTag(running.db, account.id)
    const [before, tagged, untagged] = [
      await fixture.person(account, { firstName: 'Before', tagIds: [tag] }),
      await fixture.person(account, { firstName: 'Tagged', tagIds: [tag] }),
      await fixture.person(account, { firstName: 'Untagged' }),
    ]
    await fixture.happen(account, completed(before))
    await member.choose({ completed: { frequency: 'atOnce', tagIds: [tag] } })
    await fixture.happen(account, completed(untagged), completed(tagged), completed(untagged))
    await send()
    await send()
    const emails = await member.emails()
    expect(emails.map(({ text }) => /Before|Tagged|Untagged/.exec(text)?.[0])).toEqual(['Tagged'])
  })

  test('is in the language and time zone of the account', { tags: 'long' }, async () => {
    const german = await running.account({
      name: 'Nordlicht',
      preferences: { locale: 'de', timezone: 'Europe/Berlin' },
    })
    const member = await fixture.member(german)
    await member.choose({ completed: { frequency: 'atOnce' } })
    await fixture.happen(german, completed(await fixture.person(german)))
    await send()
    const [email] = await member.emails()
    expect(email?.subject).toBe('Eine Person hat den Fragebogen für Nordlicht abgeschlossen')
    expect(email?.text).toMatch(/hat eine Person ohne Namen alles beantwortet/)
    expect(email?.text).toMatch(/MEZ|MESZ/)
  })

  test('about a deletion request goes to managers who chose it; owners have their own email, and only that', async () => {
    const own = await running.account({ name: 'Northwind' })
    const [manager, owner, silent] = [
      await fixture.member(own, 'manager'),
      await fixture.member(own, 'owner'),
      await fixture.member(own, 'manager'),
    ]
    for (const member of [manager, owner]) await member.choose({ erasureRequested: { frequency: 'atOnce' } })
    const [asking, sorry] = [await fixture.person(own), await fixture.person(own)]
    const requestedAt = new Date().toISOString()
    for (const [id, withdrawn] of [
      [asking, null],
      [sorry, requestedAt],
    ]) {
      await tables.rows('insert into erasure_request values ($1, $2, now(), $3, now(), 1)', [
        own.id,
        id,
        withdrawn,
      ])
      const data = { profileId: String(id), requestedAt }
      await fixture.happen(own, { type: 'profile.erasureRequested', data })
    }
    await send()
    const emails = await manager.emails()
    expect(emails.map(({ text }) => [asking, sorry].filter((id) => text.includes(id)))).toEqual([[asking]])
    expect(await owner.emails()).toEqual([])
    expect(await silent.emails()).toEqual([])
  })
})
