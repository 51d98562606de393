import { beforeAll, describe, expect, test } from 'vitest'
import { coreDesign } from '../../src/content/forms.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { answersTo, openTaker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { saveAnswers } from '../web/taker-requests.ts'

let running: TestService
let account: TestAccount
/** How far the service's clock is ahead, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + ahead) })
  account = await running.account()
})

async function progressOf(...ids: readonly string[]): Promise<Json[]> {
  const answer = await account.call('GET', `/profiles/progress?profileIds=${ids.join(',')}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.progress
}

async function addPerson(fields: object = {}): Promise<string> {
  const { body } = await account.call('POST', '/profile', { email: newEmail(), firstName: 'Ada', ...fields })
  return body.profile.id
}

const latestOf = async (id: string) =>
  (await account.call('GET', `/profile/${id}/invites`)).body.invites[0] ?? null

describe('GET /profiles/progress', () => {
  test('200 follows one person from nothing to the end and into a retake', async () => {
    const fresh = await addPerson()
    expect(await progressOf(fresh)).toEqual([
      {
        profileId: fresh,
        answered: 0,
        itemCount: 165,
        invite: null,
        isInviteQueued: false,
        queuedInvite: null,
        firstSentAt: null,
        firstOpenedAt: null,
        erasureRequestedAt: null,
        assessment: 'disc',
        assessmentAnswered: 0,
        assessmentItemCount: 24,
      },
    ])
    const taker = await openTaker(running, account)
    const id = taker.profileId
    const far = async () => {
      const [row] = await progressOf(id)
      return [row.answered, row.assessment, row.assessmentAnswered, row.assessmentItemCount]
    }
    const sitDown = (answers: object[]) => saveAnswers(running.url, taker.cookie, { attempt: 1, answers })
    await sitDown(answersTo('disc').slice(0, 10))
    const { body } = await account.call('GET', `/profiles/statuses?profileIds=${fresh},${id}`)
    expect(body.statuses).toMatchObject({ notInvited: 1, inProgress: 1, completed: 0 })
    expect(await far()).toEqual([10, 'disc', 10, 24])
    await sitDown(answersTo('disc'))
    expect(await far(), 'all is answered, and not sent off').toEqual([24, 'disc', 24, 24])
    await take(running, taker, 1, ['disc'])
    await sitDown(answersTo('focus').slice(0, 87))
    expect(await far()).toEqual([111, 'focus', 87, 120])
    await take(running, taker, 1, ['focus', 'core'])
    expect(await far()).toEqual([165, null, null, null])
    await account.call('POST', `/profile/${id}/retake`, { assessmentIds: ['focus'] })
    expect(await far(), 'what the retake leaves standing counts in full').toEqual([45, 'focus', 0, 120])
  })

  test('200 counts requested assessments only, in the order in which people take them', {
    tags: 'long',
  }, async () => {
    const [some, one] = [
      await addPerson({ assessmentIds: ['core', 'focus'] }),
      await addPerson({ assessmentIds: ['core'] }),
    ]
    expect(await progressOf(some, one)).toMatchObject([
      { itemCount: 141, assessment: 'focus', assessmentItemCount: 120 },
      { itemCount: 21, assessment: 'core', assessmentItemCount: 21 },
    ])
  })

  test('200 leaves out answers to Core screens that a change has removed', { tags: 'long' }, async () => {
    const taker = await openTaker(running, account, { assessmentIds: ['core'] })
    const answers = answersTo('core').slice(0, 19)
    const first = answers[0]?.value as CoreAnswer
    const turned = { ...first, best: first.worst, worst: first.best }
    const changed = { ...answers[0], value: turned, seq: 900 }
    await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: answers })
    expect(await progressOf(taker.profileId)).toMatchObject([{ answered: 19 }])
    await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: [changed] })
    const sheet = [turned, ...answers.slice(1).map(({ value }) => value as CoreAnswer)]
    const isShown = (answer: CoreAnswer, index: number) =>
      nextScreen(sheet.slice(0, index), coreDesign)?.toSorted().join() === answer.block.toSorted().join()
    const kept = sheet.findIndex((answer, index) => !isShown(answer, index))
    expect(kept, 'the change takes some screen away').toBeGreaterThan(0)
    expect(await progressOf(taker.profileId)).toMatchObject([{ answered: kept, assessmentAnswered: kept }])
  })

  test('200 with the latest invite, as in its history', async () => {
    const names = ['none', 'queued', 'sent', 'opened', 'failed', 'again', 'moved'] as const
    const ids = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await addPerson()] as const)),
    ) as Record<(typeof names)[number], string>
    const invite = (id: string) => account.call('POST', `/profile/${id}/invite/email`)
    for (const name of names.slice(1)) await invite(ids[name])
    await invite(ids.again)
    await running.service.drainOutbox()
    const set = (id: string, change: string) =>
      running.db.admin(`update invite set ${change} where profile_id = $1`, [id])
    await set(ids.queued, 'sent_at = null')
    await set(ids.opened, 'opened_at = now()')
    await set(ids.failed, 'sent_at = null, failed_at = now()')
    await account.call('PATCH', `/profile/${ids.moved}`, { email: newEmail() })
    const expectStates = async (states: readonly (string | undefined)[]) => {
      const rows = await progressOf(...Object.values(ids))
      expect(rows.map(({ invite }) => invite?.state)).toEqual(states)
      const latest = await Promise.all(Object.values(ids).map(latestOf))
      expect(rows.map((row) => row.invite)).toEqual(latest)
    }
    await expectStates([undefined, 'queued', 'sent', 'opened', 'failed', 'sent', 'superseded'])
    const some = `profileIds=${Object.values(ids)}`
    const expectStatuses = async (expected: Record<string, readonly (typeof names)[number][]>) => {
      const { statuses } = (await account.call('GET', `/profiles/statuses?${some}`)).body
      for (const [status, count] of Object.entries(statuses)) {
        const { body } = await account.call('GET', `/profiles?${some}&status=${status}`)
        const found = names.filter((name) => body.profiles.some(({ id }: Json) => id === ids[name]))
        expect(found, status).toEqual(expected[status] ?? [])
        expect(count, status).toBe(found.length)
      }
    }
    const before = {
      notInvited: ['none'],
      opened: ['opened'],
      bounced: ['failed'],
      expired: ['moved'],
    } as const
    await expectStatuses({ ...before, sent: ['queued', 'sent', 'again'] })
    const { token } = account
    try {
      ahead = 8 * 24 * 3600 * 1000
      account.call = callAs(running.baseUrl, await signIn(running.baseUrl, account))
      await expectStates([undefined, 'expired', 'expired', 'expired', 'failed', 'expired', 'superseded'])
      const expired = ['queued', 'sent', 'opened', 'again', 'moved'] as const
      await expectStatuses({ notInvited: ['none'], bounced: ['failed'], expired })
    } finally {
      ahead = 0
      account.call = callAs(running.baseUrl, token)
    }
  })

  test('200 shows since when a person has requested deletion, until they withdraw it', {
    tags: 'long',
  }, async () => {
    const [asks, took] = [await addPerson(), await addPerson()]
    const text = `insert into erasure_request (account_id, profile_id, requested_at, withdrawn_at, told_since, told)
      values ($1, $2, '2026-11-20T10:00:00Z', $3, '2026-11-20T10:00:00Z', 1)`
    await running.db.admin(text, [account.id, asks, null])
    await running.db.admin(text, [account.id, took, '2026-11-20T11:00:00Z'])
    const rows = await progressOf(asks, took)
    expect(rows.map((row) => row.erasureRequestedAt)).toEqual(['2026-11-20T10:00:00.000Z', null])
  })

  test('200 in the order of the ids, once each, without those of other accounts', {
    tags: 'long',
  }, async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const other = await running.account()
    const theirs = (await other.call('POST', '/profile', { email: newEmail() })).body.profile.id
    const rows = await progressOf(two, newPublicId(), one, theirs, two)
    expect(rows.map(({ profileId }) => profileId)).toEqual([two, one])
    expect(await progressOf(theirs)).toEqual([])
    const unknown = Array.from({ length: 99 }, newPublicId)
    expect(await progressOf(...unknown, one)).toMatchObject([{ profileId: one }])
  })

  test.each([
    ['no list', '', 'profileIds'],
    ['an empty list', '?profileIds=', 'profileIds'],
    ['an id that is none', '?profileIds=6920318e4b1a0c7d2e8f5a63,ada', 'profileIds.1'],
    ['101 ids', `?profileIds=${Array.from({ length: 101 }, newPublicId)}`, 'profileIds'],
    ['another parameter', `?profileIds=${newPublicId()}&limit=5`, 'limit'],
  ])('400 for %s, with its place', async (_, query, param) => {
    const answer = await account.call('GET', `/profiles/progress${query}`)
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
  })

  test('403 without profiles:read; answers contain no address, link or answer', {
    tags: 'long',
  }, async () => {
    const narrow = callAs(
      running.baseUrl,
      await signIn(running.baseUrl, account, 'profiles:write account:read tags:manage'),
    )
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    const path = `/profiles/progress?profileIds=${taker.profileId}`
    expect((await narrow('GET', path)).status).toBe(403)
    const { text } = await account.call('GET', path)
    for (const secret of [taker.email, taker.link.split('/t/')[1] ?? 'no link', 'style', 'most']) {
      expect(text).not.toContain(secret)
    }
  })
})
