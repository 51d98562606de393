import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { answersTo, openTaker, take } from '../support/taking.ts'
import { insertTestSavedTeam, insertTestTag } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const exportOf = (profileId: string) => account.call('GET', `/profile/${profileId}/export`)

/** A person with a tag, a saved team, an alias, two attempts, an email and a history. */
async function fullLife() {
  const tagId = await insertTestTag(running.db, account.id)
  const taker = await openTaker(running, account, {
    firstName: 'Ada',
    lastName: 'Osei',
    tagIds: [tagId],
    customId: 'crm-1',
  })
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  await account.call('POST', `/profile/${taker.profileId}/retake`, { assessmentIds: ['disc'] })
  await take(running, taker, 2, ['disc'], 1)
  const teamId = await insertTestSavedTeam(running.db, account.id, [taker.profileId], 'Launch team')
  return { ...taker, tagId, teamId }
}

describe('GET /profile/{profileId}/export', () => {
  test('200 has the profile, its tags, saved teams and aliases, as other operations return them', async () => {
    const { profileId, tagId, teamId } = await fullLife()
    const answer = await exportOf(profileId)
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data.profile).toEqual((await account.call('GET', `/profile/${profileId}`)).body.profile)
    expect(data.account).toEqual({ id: account.id, name: 'Test account' })
    expect(data.tags).toEqual([{ id: tagId, label: 'Team', color: 'blue' }])
    expect(data.savedTeams).toEqual([{ id: teamId, name: 'Launch team' }])
    expect(data.aliases).toMatchObject([{ consumerKey: 'crm-1' }])
  })

  test('200 has every attempt with its answers and complete results', async () => {
    const { profileId } = await fullLife()
    const { attempts } = (await exportOf(profileId)).body.data
    const listed = (await account.call('GET', `/profile/${profileId}/attempts`)).body.attempts
    expect(attempts).toMatchObject(listed)
    expect(attempts.map((attempt: Json) => Object.values(attempt.answers).flat().length)).toEqual([165, 165])
    const answersOf = (assessment: 'disc' | 'focus' | 'core', turn: number) =>
      answersTo(assessment, turn).map(({ item, value }) => ({ item, value, answeredAt: expect.any(String) }))
    expect(attempts[0].answers.disc).toEqual(answersOf('disc', 1))
    expect(attempts[1].answers).toEqual({
      disc: answersOf('disc', 0),
      focus: answersOf('focus', 0),
      core: answersOf('core', 0),
    })
    const focus = attempts[1].results.find((result: Json) => result.assessment === 'focus')
    expect(focus).toMatchObject({ form: 'focus-120-1', result: { stability: { t: expect.any(Number) } } })
    expect(
      attempts[1].sittings.find((sitting: Json) => sitting.assessment === 'disc').itemOrder,
    ).toHaveLength(24)
  })

  test('200 has invites, messages, sessions and audit entries, and no credentials', async () => {
    const { profileId, email, link, cookie } = await fullLife()
    const { body, text } = await exportOf(profileId)
    expect(body.data.invites).toMatchObject([{ channel: 'email', recipient: email, revokedAt: null }])
    expect(body.data.messages).toMatchObject([{ channel: 'email', state: 'sent' }])
    expect(body.data.sessions).toHaveLength(1)
    expect(body.data.agreements).toMatchObject([
      { attempt: 1, locale: 'en', words: expect.stringContaining('you agree that Test account receives') },
    ])
    expect(body.data.erasureRequestedAt).toBeNull()
    expect(body.data.auditEntries.map((entry: Json) => entry.action)).toEqual(
      expect.arrayContaining(['create_profile', 'send_invite_by_email', 'start_sitting', 'issue_retake']),
    )
    expect(text).not.toContain('tmb_')
    expect(text).not.toContain(link)
    expect(text).not.toContain(cookie.split('=')[1])
    // A hash in hex, in base64 or as PostgreSQL writes bytes.
    expect(text).not.toMatch(/[0-9a-f]{64}|"[\w+/-]{43}=?"|\\\\x[0-9a-f]{8}/)
    expect(text).not.toMatch(/"(hash|seal|token|secret|formHash|answer_sealed|content)"/i)
  })

  test('200 for a person who has not begun, with nothing of anyone else', { tags: 'long' }, async () => {
    await fullLife()
    const { body } = await account.call('POST', '/profile', { firstName: 'New' })
    const { data } = (await exportOf(body.profile.id)).body
    expect(data).toMatchObject({
      tags: [],
      savedTeams: [],
      aliases: [],
      invites: [],
      messages: [],
      sessions: [],
      attempts: [{ attempt: 1, sittings: [], results: [], answers: { disc: [], focus: [], core: [] } }],
      auditEntries: [{ action: 'create_profile' }],
    })
  })

  test('covers every table that refers to the person, including new ones', async () => {
    const { profileId } = await fullLife()
    const exported = ['answer', 'audit_entry', 'former_attempt', 'invite', 'outbox', 'profile', 'profile_tag']
    const more = ['person_consent', 'resource_alias', 'result', 'saved_team_person', 'sitting']
    const times = ['stopwatch', 'take_session']
    // Search words, the demo's mailbox, stored answers and events repeat data of other tables.
    const repeats = ['name_token', 'mailbox_message', 'idempotency_key', 'event']
    const holding = Object.keys(await tables.holding(profileId))
    expect(holding.filter((name) => !repeats.includes(name)).sort()).toEqual(
      [...exported, ...more, ...times].sort(),
    )
  })

  test('400 malformed, 403 without profiles:read, 404 unknown and the same for another account', {
    tags: 'long',
  }, async () => {
    const { body } = await account.call('POST', '/profile', { firstName: 'Own' })
    const { id } = body.profile
    const other = await running.account()
    const writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
    await tables.expectUnchanged(async () => {
      expect((await exportOf('x')).status).toBe(400)
      expect((await account.call('GET', `/profile/${id}/export?limit=1`)).status).toBe(400)
      expect((await writer('GET', `/profile/${id}/export`)).status).toBe(403)
      const foreign = await other.call('GET', `/profile/${id}/export`)
      const unknown = await other.call('GET', `/profile/${newPublicId()}/export`)
      expect(foreign.status).toBe(404)
      expect(comparable(foreign.text)).toBe(comparable(unknown.text))
    })
  })
})
