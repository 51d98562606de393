import { beforeAll, describe, expect, test } from 'vitest'
import { quickSave } from '../../src/domain/assessment/quick-save-store.ts'
import { recordSeconds } from '../../src/domain/assessment/store.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { recordTraffic } from '../support/database-traffic.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { fewAndMany } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { saveAnswers } from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const answer = (item: number, value: number, seq: number, assessment = 'focus') => ({
  assessment,
  item,
  value,
  seq,
})
const timer = (activeSeconds: number, sessionId = 'session-one', assessment = 'focus') => ({
  assessment,
  sessionId,
  activeSeconds,
  idleSeconds: 0,
  inactiveSeconds: 0,
})
const save = (taker: Taker, body: object, attempt = 1) =>
  saveAnswers(running.url, taker.cookie, { attempt, ...body })

/** A person who has answered the first item of Focus. */
async function begin(): Promise<Taker> {
  const taker = await openTaker(running, account)
  expect((await save(taker, { answers: [answer(1, 3, 1)], timers: [timer(0)] })).status).toBe(200)
  return taker
}

describe('an ordinary answer', () => {
  test('with its seconds is one transaction in one round trip', async () => {
    const taker = await begin()
    const body = { answers: [answer(2, 4, 2)], timers: [timer(1)] }
    const traffic = await recordTraffic(account.id, async () => {
      const response = await save(taker, body)
      expect(await response.json()).toMatchObject({ saved: [2], refused: [], completed: [], done: false })
    })
    expect(traffic.statements.map((text) => text.slice(0, 6))).toEqual([
      'begin;',
      'select',
      'with p',
      'commit',
    ])
    expect(traffic.roundTrips).toBe(1)
  })

  test('leaves the document alone, and everyone still reads the current seconds', async () => {
    const taker = await begin()
    const documentOf = () => tables.rows('select doc from profile where id = $1', [taker.profileId])
    const before = await documentOf()
    const startedAt = `update take_session set created_at = created_at - interval '1 hour' where profile_id = $1`
    await running.db.admin(startedAt, [taker.profileId])
    await save(taker, { answers: [answer(2, 4, 2)], timers: [timer(50, 'session-two')] })
    expect(await documentOf()).toEqual(before)
    const { body: one } = await account.call('GET', `/profile/${taker.profileId}`)
    const focus = one.profile.timers.find((each: { assessment: string }) => each.assessment === 'focus')
    expect(focus).toMatchObject({ activeSeconds: 50, isCompleted: false })
    const lastUpdated = await tables.rows<{ at: Date }>(
      'select max(updated_at) as at from stopwatch where profile_id = $1',
      [taker.profileId],
    )
    expect(lastUpdated).toEqual([{ at: new Date(focus.lastUpdated) }])
    const { body: list } = await account.call('GET', `/profiles?profileIds=${taker.profileId}`)
    expect(list.profiles).toEqual([one.profile])
  })

  test('keeps the highest number of each item, whatever order they come in', async () => {
    const taker = await begin()
    const numbers = [9, 3, 12, 3, 7, 12, 5, 11]
    const saves = await Promise.all(
      numbers.map((seq) => save(taker, { answers: [answer(2, 1 + (seq % 5), seq)] })),
    )
    for (const [at, response] of saves.entries())
      expect(await response.json()).toMatchObject({ saved: [numbers[at]], refused: [] })
    const twice = [answer(3, 1, 20), answer(3, 2, 22), answer(3, 5, 21), answer(3, 4, 22)]
    expect(await (await save(taker, { answers: twice })).json()).toMatchObject({ saved: [20, 22, 21, 22] })
    const rows = await tables.rows(
      'select item, value, seq from answer where profile_id = $1 and item in (2, 3) order by item',
      [taker.profileId],
    )
    expect(rows).toEqual([
      { item: 2, value: 3, seq: 12 },
      { item: 3, value: 2, seq: 22 },
    ])
  })

  test('waits for whoever changes the person', async () => {
    const taker = await begin()
    const { database } = running.db
    let saved = false
    await database
      .inAccount(account.id, async (sql) => {
        await sql.run('select from profile where id = $1 for no key update', [taker.profileId])
        const response = save(taker, { answers: [answer(2, 4, 2)] }).then((answered) => {
          saved = true
          return answered
        })
        await expect
          .poll(() =>
            tables.rows(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          )
          .not.toEqual([])
        expect(saved).toBe(false)
        return { response }
      })
      .then(async ({ response }) => expect((await response).status).toBe(200))
    expect(await answersOf(taker)).toHaveLength(2)
  })
})

const answersOf = (taker: Taker, attempt = 1) =>
  tables.rows('select item, value, seq from answer where profile_id = $1 and attempt = $2', [
    taker.profileId,
    attempt,
  ])

describe('what is unusual goes the ordinary way', () => {
  test('401 once the person has stopped', async () => {
    const taker = await begin()
    const headers = { cookie: taker.cookie }
    await fetch(`${running.url}/take/stop`, { method: 'POST', headers, redirect: 'manual' })
    expect((await save(taker, { answers: [answer(2, 4, 2)] })).status).toBe(401)
    expect((await save(taker, { answers: 'none' })).status).toBe(401)
    const broken = await saveAnswers(running.url, taker.cookie, '{')
    expect(broken.status).toBe(401)
    expect(await answersOf(taker)).toHaveLength(1)
  })

  test('401 once the profile has another address', async () => {
    const taker = await begin()
    await account.call('PATCH', `/profile/${taker.profileId}`, { email: `other-${taker.email}` })
    expect((await save(taker, { answers: [answer(2, 4, 2)] })).status).toBe(401)
    expect(await answersOf(taker)).toHaveLength(1)
  })

  test('401 once the session has expired, or its link was revoked', async () => {
    for (const change of [
      'update take_session set expires_at = now() where profile_id = $1',
      'update invite set revoked_at = now() where profile_id = $1',
    ]) {
      const taker = await begin()
      await running.db.admin(change, [taker.profileId])
      expect((await save(taker, { answers: [answer(2, 4, 2)] })).status).toBe(401)
      expect(await answersOf(taker)).toHaveLength(1)
    }
  })

  test('401 once the person was deleted, and nothing of them comes back', async () => {
    const taker = await begin()
    expect((await account.call('DELETE', `/profile/${taker.profileId}`)).status).toBe(204)
    const body = { answers: [answer(2, 4, 2)], timers: [timer(1)] }
    expect((await save(taker, body)).status).toBe(401)
    expect(await answersOf(taker)).toEqual([])
  })

  test('an answer after the completion of its part is refused, and changes nothing', async () => {
    const taker = await openTaker(running, account, { assessmentIds: ['disc', 'focus'] })
    await take(running, taker, 1, ['disc'])
    const before = await answersOf(taker)
    const late = { assessment: 'disc', item: 1, value: { most: 'D', least: 'I' }, seq: 900 }
    const response = await save(taker, { answers: [late], timers: [timer(1, 'session-one', 'disc')] })
    expect(await response.json()).toMatchObject({ saved: [], refused: [{ seq: 900 }], completed: ['disc'] })
    expect(await answersOf(taker)).toEqual(before)
  })

  test('403 in a session that was opened only for the data', async () => {
    const taker = await begin()
    await running.db.admin(`update take_session set purpose = 'data' where profile_id = $1`, [
      taker.profileId,
    ])
    expect((await save(taker, { answers: [answer(2, 4, 2)] })).status).toBe(403)
  })

  test('409 for another attempt, 400 for an invalid body', async () => {
    const taker = await begin()
    expect((await save(taker, { answers: [answer(2, 4, 2)] }, 2)).status).toBe(409)
    expect((await save(taker, { answers: [{ item: 2 }] })).status).toBe(400)
  })

  test('200 while the account is paused', async () => {
    const taker = await begin()
    await running.db.admin('update account set paused = true where id = $1', [account.id])
    try {
      expect((await save(taker, { answers: [answer(2, 4, 2)] })).status).toBe(200)
    } finally {
      await running.db.admin('update account set paused = false where id = $1', [account.id])
    }
    expect(await answersOf(taker)).toHaveLength(2)
  })

  test('an answer that does not fit is refused, and those beside it are saved', async () => {
    const taker = await begin()
    const response = await save(taker, { answers: [answer(2, 4, 2), answer(3, 9, 3)] })
    expect(response.status).toBe(400)
    const refused = await save(taker, { answers: [answer(2, 4, 2), answer(9, 4, 3, 'disc')] })
    expect(await refused.json()).toMatchObject({ saved: [2], refused: [{ seq: 3 }] })
  })

  test('the first answer of a part begins it, and shows in the document', async () => {
    const taker = await begin()
    const disc = { assessment: 'disc', item: 1, value: { most: 'D', least: 'I' }, seq: 2 }
    expect((await save(taker, { answers: [disc], timers: [timer(0, 'session-one', 'disc')] })).status).toBe(
      200,
    )
    const { body } = await account.call('GET', `/profile/${taker.profileId}`)
    expect(body.profile.timers.map((each: { dateStarted: unknown }) => each.dateStarted !== null)).toEqual([
      true,
      true,
      false,
    ])
  })
})

for (const { rounds, options } of fewAndMany(1, 3)) {
  const title =
    'answers that race a retake are saved before it, and in the new attempt too, or refused with 409'
  test(`${title}, ${rounds} times`, options, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const taker = await openTaker(running, account, { assessmentIds: ['disc', 'focus'] })
      await take(running, taker, 1, ['disc'])
      await save(taker, { answers: [answer(1, 3, 101)] })
      const saves = Array.from({ length: 12 }, async (_, at) => {
        const response = await save(taker, { answers: [answer(2 + at, 4, 102 + at)], timers: [timer(at)] })
        return { item: 2 + at, status: response.status }
      })
      const retake = account.call('POST', `/profile/${taker.profileId}/retake`, { assessmentIds: ['disc'] })
      const outcomes = await Promise.all(saves)
      expect((await retake).status).toBe(200)
      for (const { status } of outcomes) expect([200, 409]).toContain(status)
      const items = (rows: Record<string, unknown>[]) =>
        rows
          .filter(({ seq }) => Number(seq) > 101)
          .map(({ item }) => item)
          .sort()
      const acknowledged = outcomes.filter(({ status }) => status === 200).map(({ item }) => item)
      expect(items(await answersOf(taker, 1))).toEqual(acknowledged.sort())
      expect(items(await answersOf(taker, 2))).toEqual(acknowledged.sort())
    }
  })
}

for (const { rounds, options } of fewAndMany(40, 150)) {
  test(`seconds are bounded exactly as in the ordinary way, in ${rounds} saves`, options, async () => {
    const random = seededRandom(73)
    const upTo = (most: number) => Math.floor(random() * (most + 1))
    const [quick, ordinary] = [await begin(), await begin()]
    const openedAt = new Date(Date.now() - 60_000)
    const ids = [quick.profileId, ordinary.profileId]
    await running.db.admin('delete from stopwatch where profile_id = any($1)', [ids])
    await running.db.admin('update take_session set created_at = $2 where profile_id = any($1)', [
      ids,
      openedAt,
    ])
    const [session] = await running.db.admin('select token_hash from take_session where profile_id = $1', [
      quick.profileId,
    ])
    const sessionHash = session?.token_hash as Buffer
    const { database } = running.db
    let now = Date.now()
    for (let round = 0; round < rounds; round += 1) {
      now += upTo(20_000)
      const at = new Date(now)
      const seconds = { active: upTo(round * 8), idle: upTo(round * 3), inactive: upTo(round * 5) }
      const sessionId = `session-${upTo(4)}`
      const reported = {
        activeSeconds: seconds.active,
        idleSeconds: seconds.idle,
        inactiveSeconds: seconds.inactive,
      }
      const place = { profileId: quick.profileId, attempt: 1, sessionHash, answers: [] }
      const timers = [{ assessment: 'focus' as const, sessionId, ...reported }]
      const saved = await database.inAccount(account.id, (sql) =>
        quickSave(sql, account.id, { ...place, timers }, at),
      )
      expect(saved).toBeDefined()
      const key = { accountId: account.id, profileId: ordinary.profileId, attempt: 1 }
      await database.inAccount(account.id, (sql) =>
        recordSeconds(sql, key, { assessment: 'focus', sessionId, seconds, openedAt, now: at }),
      )
    }
    const watches = (profileId: string) =>
      tables.rows(
        `select session_id, active_seconds, idle_seconds, inactive_seconds, started_at, updated_at
         from stopwatch where profile_id = $1 order by session_id`,
        [profileId],
      )
    expect(await watches(quick.profileId)).toHaveLength(5)
    expect(await watches(quick.profileId)).toEqual(await watches(ordinary.profileId))
  })
}
