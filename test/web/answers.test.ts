import { beforeAll, describe, expect, test } from 'vitest'
import { formHash } from '../../src/content/form-hash.ts'
import { coreDesign } from '../../src/content/forms.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { currentWording, firstWording, itemsAt } from '../../src/content/wordings.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { fewAndMany } from '../support/short-first.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { cookieOf, followLink, inviteTestPerson, saveAnswers } from './taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  tables = await openTables(running.db)
  account = await running.account()
})

const focus = Array.from({ length: 120 }, (_, index) => ({
  assessment: 'focus',
  item: index + 1,
  value: 1 + (index % 5),
  seq: index + 1,
}))
const disc = Array.from({ length: 24 }, (_, index) => ({
  assessment: 'disc',
  item: index + 1,
  value: { most: 'D', least: 'I' },
  seq: 200 + index,
}))

function core() {
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, coreDesign); block; block = nextScreen(answers, coreDesign))
    answers.push({ block, best: block[0] ?? '', worst: block[1] ?? '' })
  return answers.map((value, index) => ({ assessment: 'core', item: index + 1, value, seq: 300 + index }))
}

describe('seconds', () => {
  const report = (sessionId: string, activeSeconds: number) => ({
    assessment: 'focus',
    sessionId,
    activeSeconds,
    idleSeconds: 0,
    inactiveSeconds: 0,
  })
  const activeSeconds = async (profileId: string): Promise<number> =>
    (await account.call('GET', `/profile/${profileId}`)).body.profile.timers.find(
      (timer: { assessment: string }) => timer.assessment === 'focus',
    ).activeSeconds

  test('times reported by made-up browser sessions never exceed elapsed time', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    const started = Date.now()
    shift = 100_000
    for (let round = 0; round < 3; round += 1) {
      const timers = Array.from({ length: 10 }, (_, index) => report(`invented-${round}-${index}`, 99_999))
      expect((await saveAnswers(running.url, cookie, { attempt: 1, timers })).status).toBe(200)
    }
    shift = 0
    const wall = 100 + Math.ceil((Date.now() - started) / 1000) + 1
    expect(await activeSeconds(profileId)).toBeGreaterThanOrEqual(100)
    expect(await activeSeconds(profileId)).toBeLessThanOrEqual(wall)
  })

  test('times of two devices used in turn are added', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    shift = 60_000
    await saveAnswers(running.url, cookie, { attempt: 1, timers: [report('telephone', 40)] })
    shift = 120_000
    await saveAnswers(running.url, cookie, { attempt: 1, timers: [report('computer', 50)] })
    shift = 0
    expect(await activeSeconds(profileId)).toBe(90)
  })

  test('times are kept for at most five hundred browser sessions', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    const first = [report('session-first', 0)]
    expect((await saveAnswers(running.url, cookie, { attempt: 1, timers: first })).status).toBe(200)
    await running.db.admin(
      `insert into stopwatch select account_id, profile_id, attempt, assessment, 'earlier-' || n, 0, 0, 0, started_at,
              updated_at from stopwatch, generate_series(1, 490) n where profile_id = $1`,
      [profileId],
    )
    for (let round = 0; round < 2; round += 1) {
      const timers = Array.from({ length: 10 }, (_, index) => report(`session-${round}-${index}`, 0))
      expect((await saveAnswers(running.url, cookie, { attempt: 1, timers })).status).toBe(200)
    }
    const rows = await tables.rows('select session_id from stopwatch where profile_id = $1', [profileId])
    expect(rows).toHaveLength(500)
  })
})

describe('POST /take/answers', () => {
  test('413 for a body that is too large, 415 for a compressed one', async () => {
    const { link } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    expect((await saveAnswers(running.url, cookie, ' '.repeat(1024 * 1024 + 1))).status).toBe(413)
    const zipped = await saveAnswers(running.url, cookie, { attempt: 1 }, { 'content-encoding': 'gzip' })
    expect(zipped.status).toBe(415)
  })

  test('counts the report once when two devices finish at the same time, and accepts nothing afterwards', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookies = [cookieOf(await followLink(link)), cookieOf(await followLink(link))]
    const counted = async () =>
      (await tables.rows('select reports_generated as n from account where id = $1', [account.id]))[0]?.n
    const before = await counted()
    await saveAnswers(running.url, cookies[0] ?? '', { attempt: 1, answers: [...focus, ...disc, ...core()] })
    const finish = { attempt: 1, finish: ['focus', 'disc', 'core'] }
    const finished = await Promise.all(
      Array.from({ length: 20 }, (_, index) => saveAnswers(running.url, cookies[index % 2] ?? '', finish)),
    )
    for (const answer of finished) expect(await answer.json()).toMatchObject({ done: true })
    expect(await counted()).toBe(before + 1)
    const change = { assessment: 'focus', item: 1, value: 5, seq: 9_999 }
    const late = await saveAnswers(running.url, cookies[1] ?? '', { attempt: 1, answers: [change] })
    expect(await late.json()).toMatchObject({ saved: [], refused: [{ seq: 9_999 }] })
    const kept = await tables.rows(
      `select value from answer where profile_id = $1 and assessment = 'focus' and item = 1`,
      [profileId],
    )
    expect(kept).toEqual([{ value: 1 }])
  })

  test('keeps a sitting in the wording in which its first answer was given', async () => {
    const { link, profileId } = await inviteTestPerson(running, account, { locale: 'nl' })
    const cookie = cookieOf(await followLink(link))
    const questionOf = async () => {
      const html = await (await fetch(`${running.url}/take`, { headers: { cookie } })).text()
      return JSON.parse(/<script[^>]*id="state"[^>]*>([^<]*)</.exec(html)?.[1] ?? '').focus.prompt
    }
    const save = (seq: number, wordings?: object) =>
      saveAnswers(running.url, cookie, { attempt: 1, answers: [{ ...focus[seq - 1], seq }], wordings })
    expect(await questionOf()).toBe(itemsIn('nl').focus.prompt)
    expect((await save(1, { focus: currentWording + 1 })).status).toBe(400)
    // A page from before wordings were recorded.
    expect((await save(1)).status).toBe(200)
    expect((await save(2, { focus: currentWording })).status).toBe(200)
    expect(await questionOf()).toBe(itemsAt('nl', firstWording).focus.prompt)
    await saveAnswers(running.url, cookie, {
      attempt: 1,
      answers: disc.slice(0, 1),
      wordings: { disc: currentWording },
    })
    const { body } = await account.call('GET', `/profile/${profileId}/export`)
    expect(
      body.data.attempts[0].sittings.map((one: { assessment: string; wording: number }) => [
        one.assessment,
        one.wording,
      ]),
    ).toEqual([
      ['disc', currentWording],
      ['focus', firstWording],
    ])
  })

  test('scores DISC on the form of the wording in which it was begun', async () => {
    const { link, profileId } = await inviteTestPerson(running, account)
    const cookie = cookieOf(await followLink(link))
    const finish = { attempt: 1, answers: disc, finish: ['disc'], wordings: { disc: 2 } }
    expect((await saveAnswers(running.url, cookie, finish)).status).toBe(200)
    const form = { form: 'disc-24-1', form_hash: formHash('disc', 'disc-24-1') }
    for (const table of ['sitting', 'result']) {
      const stored = await tables.rows(`select form, form_hash from ${table} where profile_id = $1`, [
        profileId,
      ])
      expect(stored).toEqual([form])
    }
  })

  for (const { rounds, options } of fewAndMany(1, 5)) {
    test(
      `restores no row and causes no error when the profile is deleted at the same time, ${rounds} times`,
      options,
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const { link, profileId } = await inviteTestPerson(running, account)
          const cookie = cookieOf(await followLink(link))
          const saves = Array.from({ length: 10 }, () =>
            saveAnswers(running.url, cookie, { attempt: 1, answers: focus }),
          )
          await account.call('DELETE', `/profile/${profileId}`)
          for (const answer of await Promise.all(saves)) expect([200, 401, 404]).toContain(answer.status)
          // The audit log keeps the id; nothing else does.
          expect(Object.keys(await tables.holding(profileId))).toEqual(['audit_entry', 'event'])
        }
      },
    )
  }
})
