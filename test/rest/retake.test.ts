import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { openCopier } from '../support/copied-people.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { answersTo, openTaker, type Taker, take } from '../support/taking.ts'
import { newPhone } from '../support/test-rows.ts'
import { followLink, saveAnswers } from '../web/taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const retake = (profileId: string, body: unknown = {}) =>
  account.call('POST', `/profile/${profileId}/retake`, body)
const read = async (profileId: string): Promise<Json> =>
  (await account.call('GET', `/profile/${profileId}`)).body.profile

async function completed(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, fields)
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

/** A copy of someone who has completed, for what needs no session of theirs. */
let copied: () => Promise<string>
beforeAll(async () => {
  const named = { firstName: 'Ada', lastName: 'Test', phone: newPhone() }
  copied = await openCopier(running.db, (await completed(named)).profileId)
})

describe('POST /profile/{profileId}/retake', () => {
  test('200 opens a new attempt and removes the old one from the profile', async () => {
    const profileId = await copied()
    const before = await read(profileId)
    expect(before).toMatchObject({ attempt: 1, isCompleted: true })
    const answer = await retake(profileId)
    expect(answer.status).toBe(200)
    expect(answer.body.profile).toMatchObject({
      attempt: 2,
      isCompleted: false,
      completedAssessments: [],
      availableAssessments: ['disc', 'focus', 'core'],
      dateStarted: null,
      dateCompleted: null,
      disc: null,
      focus: null,
      core: null,
      quality: null,
      scoring: null,
    })
    expect(answer.body.profile.timers.map((timer: Json) => timer.dateStarted)).toEqual([null, null, null])
    expect(await read(profileId)).toEqual(answer.body.profile)
    expect(answer.body.profile.updatedAt > before.updatedAt).toBe(true)
    const listed = async (search: string) =>
      (await account.call('GET', `/profiles?profileIds=${profileId}&${search}`)).body.profiles.length
    expect(await listed('isCompleted=false')).toBe(1)
    expect(await listed('isCompleted=true')).toBe(0)
    expect(await listed('startedAfter=2000-01-01')).toBe(0)
  })

  test('keeps answers, seconds, results and quality of the old attempt unchanged', async () => {
    const profileId = await copied()
    const tableNames = ['sitting', 'answer', 'stopwatch', 'result']
    const parts = tableNames.map(
      (table) => `select to_jsonb(t) as row from ${table} t where profile_id = $1 and attempt = 1`,
    )
    const rows = () => tables.rows(`${parts.join(' union all ')} order by 1`, [profileId])
    const before = await rows()
    const { quality } = await read(profileId)
    await retake(profileId)
    expect(await rows()).toEqual(before)
    const [kept] = await tables.rows('select attempt, quality from former_attempt where profile_id = $1', [
      profileId,
    ])
    expect(kept).toEqual({ attempt: 1, quality })
  })

  test('carries over what is not retaken, with its origin through two retakes', async () => {
    const profileId = await copied()
    const before = await read(profileId)
    const once = (await retake(profileId, { assessmentIds: ['disc'] })).body.profile
    expect(once).toMatchObject({
      attempt: 2,
      isCompleted: false,
      completedAssessments: ['focus', 'core'],
      disc: null,
      focus: before.focus,
      core: before.core,
      dateStarted: null,
      dateCompleted: null,
    })
    expect(once.timers.slice(1)).toEqual(before.timers.slice(1))
    expect(once.scoring.form).toEqual({ focus: before.scoring.form.focus, core: before.scoring.form.core })
    expect(once.quality.reasons.map((reason: Json) => reason.assessment)).not.toContain('disc')
    expect(once.quality.outcome).toEqual(expect.any(String))
    const twice = (await retake(profileId, { assessmentIds: ['focus'] })).body.profile
    expect(twice).toMatchObject({
      attempt: 3,
      completedAssessments: ['core'],
      core: before.core,
      focus: null,
    })
    const carried = await tables.rows(
      'select attempt, assessment, carried_from from sitting where profile_id = $1 and attempt > 1 order by 1, 2',
      [profileId],
    )
    expect(carried).toEqual([
      { attempt: 2, assessment: 'core', carried_from: 1 },
      { attempt: 2, assessment: 'focus', carried_from: 1 },
      { attempt: 3, assessment: 'core', carried_from: 1 },
    ])
    const answers = (attempt: number) =>
      tables.rows(
        `select assessment, item, value, seq, answered_at from answer
          where profile_id = $1 and attempt = $2 and assessment = 'core' order by item`,
        [profileId, attempt],
      )
    expect(await answers(3)).toHaveLength(21)
    expect(await answers(3)).toEqual(await answers(1))
  })

  test('a completed retake has its own dates and results, and counts no second report', async () => {
    const taker = await completed()
    const reports = async () =>
      (await tables.rows('select reports_generated as n from account where id = $1', [account.id]))[0]?.n
    const [before, counted] = [await read(taker.profileId), await reports()]
    await retake(taker.profileId, { assessmentIds: ['disc', 'core'] })
    await saveAnswers(running.url, taker.cookie, { attempt: 2, answers: answersTo('disc', 1).slice(0, 1) })
    const begun = await read(taker.profileId)
    expect(begun.dateStarted > before.dateCompleted).toBe(true)
    expect(begun.dateCompleted).toBeNull()
    expect(await take(running, taker, 2, ['disc', 'core'], 1)).toMatchObject({ done: true })
    const after = await read(taker.profileId)
    expect(after).toMatchObject({ attempt: 2, isCompleted: true, focus: before.focus })
    expect(after.disc).not.toEqual(before.disc)
    expect(after.core).not.toEqual(before.core)
    expect(after.dateCompleted > before.dateCompleted).toBe(true)
    expect(after.dateStarted).toBe(begun.dateStarted)
    expect(await reports()).toBe(counted)
  })

  test('a retake that differs a lot from the previous attempt is noted, a similar one is not, and carried parts are not compared', {
    tags: 'long',
  }, async () => {
    const drifted = async (turn: number) => {
      const taker = await completed()
      await retake(taker.profileId, { assessmentIds: ['disc', 'core'] })
      await take(running, taker, 2, ['disc', 'core'], turn)
      const { notes } = (await read(taker.profileId)).quality
      const drift = notes.filter((note: Json) => note.index === 'retakeDrift')
      return drift.map((note: Json) => note.assessment).sort()
    }
    expect(await drifted(0)).toEqual([])
    expect(await drifted(1)).toEqual(['core', 'disc'])
  })

  test('a part in progress continues where it was', { tags: 'long' }, async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: answersTo('focus').slice(0, 50) })
    const { dateStarted } = (await read(taker.profileId)).timers[1]
    await retake(taker.profileId)
    const { timers, completedAssessments } = await read(taker.profileId)
    expect(completedAssessments).toEqual([])
    expect(timers[1]).toMatchObject({ isCompleted: false, dateStarted })
    await saveAnswers(running.url, taker.cookie, { attempt: 2, answers: answersTo('focus').slice(50) })
    const done = await saveAnswers(running.url, taker.cookie, { attempt: 2, finish: ['focus'] })
    expect(await done.json()).toMatchObject({ completed: ['focus'] })
    const [sitting] = await tables.rows(
      `select carried_from from sitting where profile_id = $1 and attempt = 2 and assessment = 'focus'`,
      [taker.profileId],
    )
    expect(sitting).toEqual({ carried_from: null })
  })

  test('writes one audit entry without personal data, and sends nothing', { tags: 'long' }, async () => {
    const profileId = await copied()
    const messages = () => tables.rows('select id from outbox where profile_id = $1', [profileId])
    const before = await messages()
    await retake(profileId, { assessmentIds: ['core', 'disc'] })
    const entries = await tables.rows(
      `select actor_kind, actor_id, target_type, changes from audit_entry
        where target_id = $1 and action = 'issue_retake'`,
      [profileId],
    )
    expect(entries).toEqual([
      {
        actor_kind: 'client',
        actor_id: account.clientId,
        target_type: 'profile',
        changes: { assessments: ['disc', 'core'], attempt: 2 },
      },
    ])
    expect(await messages()).toEqual(before)
  })

  test('200 without profiles:read shows the profile’s progress and no score', { tags: 'long' }, async () => {
    const { profileId } = await completed({ firstName: 'Hidden' })
    const writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
    const answer = await writer('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body.profile).sort()).toEqual(
      [
        ...['attempt', 'availableAssessments', 'completedAssessments', 'createdAt', 'dateCompleted'],
        ...['dateStarted', 'id', 'isCompleted', 'state', 'updatedAt'],
      ].sort(),
    )
  })
})

describe('a retake is refused, without effect:', () => {
  test('400 if nothing is completed, in the first attempt and in one in progress', {
    tags: 'long',
  }, async () => {
    const fresh = await openTaker(running, account)
    await saveAnswers(running.url, fresh.cookie, { attempt: 1, answers: answersTo('disc').slice(0, 5) })
    const again = await copied()
    await retake(again)
    await tables.expectUnchanged(async () => {
      for (const profileId of [fresh.profileId, again]) {
        for (const body of [{}, { assessmentIds: ['disc'] }]) {
          const answer = await retake(profileId, body)
          expect(answer.status).toBe(400)
          expect(answer.body.error.code).toBe('nothing_completed')
          expectEnvelope(answer, 'nothing completed')
        }
      }
    })
  })

  test('400 for an assessment that is not completed, with its name', { tags: 'long' }, async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    await tables.expectUnchanged(async () => {
      const answer = await retake(taker.profileId, { assessmentIds: ['disc', 'core'] })
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        code: 'assessment_not_completed',
        param: 'assessmentIds',
        message: expect.stringContaining('core'),
      })
    })
  })

  test('400 for a malformed id, an unknown assessment, an empty list, an unknown field', {
    tags: 'long',
  }, async () => {
    const profileId = await copied()
    await tables.expectUnchanged(async () => {
      expect((await retake('x')).status).toBe(400)
      for (const body of [
        { assessmentIds: ['mbti'] },
        { assessmentIds: [] },
        { assessmentIds: 'disc' },
        { assessments: ['disc'] },
        { attempt: 5 },
      ]) {
        expect((await retake(profileId, body)).status, JSON.stringify(body)).toBe(400)
      }
    })
  })

  test('401 without a token, 403 without profiles:write, 403 paused, 402 by billing', {
    tags: 'long',
  }, async () => {
    const profileId = await copied()
    const path = `/profile/${profileId}/retake`
    const reader = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:read'))
    await tables.expectUnchanged(async () => {
      expect((await callAs(running.baseUrl, 'none')('POST', path, {})).status).toBe(401)
      expect((await reader('POST', path, {})).status).toBe(403)
    })
    for (const [column, value, usual, status] of [
      ['paused', 'true', 'false', 403],
      ['billing_status', "'canceled'", "'active'", 402],
    ] as const) {
      await running.db.admin(`update account set ${column} = ${value} where id = $1`, [account.id])
      await tables.expectUnchanged(async () => expect((await retake(profileId)).status).toBe(status))
      await running.db.admin(`update account set ${column} = ${usual} where id = $1`, [account.id])
    }
  })

  test('404 for an unknown id, and the same bytes for one of another account', { tags: 'long' }, async () => {
    const profileId = await copied()
    const other = await running.account()
    await tables.expectUnchanged(async () => {
      const foreign = await other.call('POST', `/profile/${profileId}/retake`, {})
      const unknown = await other.call('POST', `/profile/${newPublicId()}/retake`, {})
      expect(foreign.status).toBe(404)
      expect(comparable(foreign.text)).toBe(comparable(unknown.text))
    })
  })
})

describe('a retake while a person is answering', () => {
  test('409 for answers to the previous attempt, and none of them is stored', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    await retake(taker.profileId)
    await tables.expectUnchanged(async () => {
      const late = await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: answersTo('focus') })
      expect(late.status).toBe(409)
      expect(await late.json()).toMatchObject({ error: { code: 'attempt_changed' } })
    })
  })

  test('303 for a plain form of the previous attempt, and the answer is not stored', {
    tags: 'long',
  }, async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    const post = (attempt: string) =>
      fetch(`${running.url}/take/answer`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: taker.cookie },
        body: new URLSearchParams({ attempt, assessment: 'focus', item: '1', value: '4' }),
      })
    await retake(taker.profileId)
    await tables.expectUnchanged(async () => {
      const late = await post('1')
      expect([late.status, late.headers.get('location')]).toEqual([303, '/take'])
    })
    expect((await post('2')).status).toBe(303)
    expect((await read(taker.profileId)).dateStarted).not.toBeNull()
    const page = await fetch(`${running.url}/take?part=focus&item=2`, { headers: { cookie: taker.cookie } })
    expect(await page.text()).toContain('<input type="hidden" name="attempt" value="2"')
  })

  const title = 'concurrent saves and retakes end entirely in the old or in the new attempt'
  test(title, () => retakeMeanwhile(2))
  test(`${title}, five times`, { tags: 'long' }, () => retakeMeanwhile(5))

  async function retakeMeanwhile(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const taker = await openTaker(running, account)
      await take(running, taker, 1, ['disc'])
      const parts = Array.from({ length: 6 }, (_, index) =>
        answersTo('focus').slice(index * 20, index * 20 + 20),
      )
      const saves = parts.map((answers) => saveAnswers(running.url, taker.cookie, { attempt: 1, answers }))
      const [issued, ...saved] = await Promise.all([
        retake(taker.profileId, { assessmentIds: ['disc'] }),
        ...saves,
      ])
      expect(issued.status).toBe(200)
      for (const answer of saved) expect([200, 409]).toContain(answer.status)
      const taken = saved.filter((answer) => answer.status === 200).length * 20
      const counts = await tables.rows<{ attempt: number; n: number }>(
        `select attempt, count(*)::integer as n from answer where profile_id = $1 and assessment = 'focus'
          group by attempt order by attempt`,
        [taker.profileId],
      )
      expect(counts).toEqual(taken === 0 ? [] : [1, 2].map((attempt) => ({ attempt, n: taken })))
    }
  }

  test('ten concurrent retakes are one, and the others are 400', async () => {
    const profileId = await copied()
    const answers = await Promise.all(Array.from({ length: 10 }, () => retake(profileId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await read(profileId)).attempt).toBe(2)
  })

  test('the pages show the new attempt: start, all parts open, results only when it is completed', {
    tags: 'long',
  }, async () => {
    const taker = await completed()
    const page = async (path: string) =>
      fetch(path.startsWith('http') ? path : running.url + path, {
        headers: { cookie: taker.cookie },
        redirect: 'manual',
      })
    expect((await page('/take')).headers.get('location')).toBe('/take/results')
    const before = await (await page(taker.link)).text()
    await retake(taker.profileId, { assessmentIds: ['disc'] })
    expect((await page('/take/results')).headers.get('location')).toBe('/take')
    const view = await (await page('/take')).text()
    expect(view).toMatch(/"attempt":"2"/)
    expect(await (await page(taker.link)).text()).not.toBe(before)
    const button = (html: string) => /<button[^>]*>([^<]+)</.exec(html)?.[1]
    const untouched = await openTaker(running, account)
    expect(button(await (await page(taker.link)).text())).toBe(
      button(await (await page(untouched.link)).text()),
    )
    expect((await followLink(taker.link)).headers.get('location')).toBe('/take')
    await take(running, taker, 2, ['disc'], 1)
    expect((await page('/take')).headers.get('location')).toBe('/take/results')
    expect((await page('/take/results')).status).toBe(200)
  })
})
