import { beforeAll, expect, test } from 'vitest'
import { assessmentIds } from '../../src/contract/shapes.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { answersTo, openTaker, type Taker } from '../support/taking.ts'
import { saveAnswers } from '../web/taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let quick: Taker
let slow: Taker

/** Two people with identical answers, one within seconds and one with half an hour for each part. */
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  quick = await takeAll(1)
  slow = await takeAll(1800)
})

async function takeAll(activeSeconds: number): Promise<Taker> {
  const taker = await openTaker(running, account)
  const answers = assessmentIds.flatMap((assessment) => answersTo(assessment))
  const timers = assessmentIds.map((assessment) => ({
    assessment,
    sessionId: `s-${assessment}-${taker.profileId}`,
    activeSeconds: 1,
    idleSeconds: 0,
    inactiveSeconds: 0,
  }))
  await saveAnswers(running.url, taker.cookie, { attempt: 1, answers, timers })
  await tables.rows('update stopwatch set active_seconds = $2 where profile_id = $1', [
    taker.profileId,
    activeSeconds,
  ])
  await saveAnswers(running.url, taker.cookie, { attempt: 1, finish: assessmentIds })
  return taker
}

const read = async ({ profileId }: Taker): Promise<Json> =>
  (await account.call('GET', `/profile/${profileId}`)).body.profile

test('the time taken affects no score, only the quality', async () => {
  const [one, other] = await Promise.all([quick, slow].map(read))
  for (const part of ['disc', 'focus', 'core', 'scoring']) expect(one[part]).toEqual(other[part])
  const speeds = ({ quality }: Json) => quality.reasons.filter(({ index }: Json) => index === 'speed').length
  expect([speeds(one), speeds(other)]).toEqual([3, 0])
})

test('GET /profiles 200 with the people of some outcomes only', { tags: 'long' }, async () => {
  const found = async (outcomes: string) => {
    const { body } = await account.call('GET', `/profiles?qualityOutcomes=${outcomes}`)
    return body.profiles.map(({ id }: Json) => id)
  }
  const all = await Promise.all([quick, slow].map(read))
  const outcome = all[1].quality.outcome
  expect(await found('invalid')).toEqual(
    all.filter(({ quality }) => quality.outcome === 'invalid').map(({ id }) => id),
  )
  expect(outcome).not.toBe('invalid')
  expect(await found(`invalid,${outcome}`)).toHaveLength(2)
})

test('GET /profile/{profileId} 200 has the outcome with its reasons, notes and version next to the scores', async () => {
  const { quality } = await read(quick)
  expect(quality).toMatchObject({ outcome: 'invalid', notes: expect.any(Array), version: '2' })
  expect(quality.reasons[0]).toEqual({
    assessment: 'disc',
    index: 'speed',
    limit: 2,
    value: expect.any(Number),
  })
})

test('people see what was noticed on their own page, and that it is no judgment', async () => {
  const headers = { cookie: quick.cookie, 'accept-language': 'en' }
  const html = await (await fetch(`${running.url}/take/results`, { headers })).text()
  const doubt = /<aside class="doubt.*?<\/aside>/s.exec(html)?.[0]
  expect(doubt).toContain('What was noticed')
  for (const name of ['DISC', 'Focus', 'Core']) {
    expect(doubt).toContain(`${name}: the answers took under 2 seconds a question on average.`)
  }
  expect(doubt).toContain('This isn’t a judgment')
})

test('POST /playbook/ai/debrief/{profileId} 201 opens with the caution and its reasons', {
  tags: 'long',
}, async () => {
  const { status, body } = await account.call('POST', `/playbook/ai/debrief/${quick.profileId}`, {})
  expect(status).toBe(201)
  const [opening] = body.data.sections[0].sentences
  expect(opening.evidence).toEqual(['quality.outcome'])
  expect(opening.text).toMatch(/^The answers were given in a way .+ Focus: the answers took under 2 seconds/)
  expect(body.data.content.split('\n')[2]).toBe(opening.text)
})
