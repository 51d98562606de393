import { beforeAll, describe, expect, test } from 'vitest'
import openapi from '../docs/openapi.json' with { type: 'json' }
import { writeDocument } from '../src/domain/profile/store.ts'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
} from './support/completed-people.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from './support/service.ts'
import {
  answerAgain,
  inTurns,
  joinAll,
  laterSheet,
  openStudyTakers,
  postForm,
  type StudyTaker,
  studyLinkTo,
} from './support/study-walk.ts'

const day = 86_400_000
let now = Date.now()
let running: TestService
let account: TestAccount
let people: CompletedPerson[]
let takers: StudyTaker[]
/** Reads with a fresh token, since the clock moves on. */
async function read(path: string): Promise<{ status: number; body: Json; text: string }> {
  const token = await signIn(running.baseUrl, account)
  return callAs(running.baseUrl, token)('GET', path)
}
/** A minute later, so that the newest link is known by its time. */
const join = (some: readonly StudyTaker[]) => {
  now += 60_000
  return joinAll(running, some)
}
const sweepAfter = async (days: number) => {
  now += days * day
  await running.service.sweepStudies()
}

beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(now) })
  account = await running.account({ name: 'Northwind' })
  people = drawCompletedPeople(108)
  await insertCompletedPeople(running.db, account.id, people)
  expect((await account.call('POST', '/study')).status).toBe(201)
  takers = await openStudyTakers(running, account, people.slice(0, 75), new Date(now))
  await running.db.database.inAccount(account.id, (sql) =>
    Promise.all(people.map(({ id }) => writeDocument(sql, account.id, id))),
  )
})

/** Everything of the account, and of one person in it, that its members and programs can read. */
async function visible(): Promise<Record<string, string>> {
  const [{ id } = { id: '' }] = people
  const open = Object.entries(openapi.paths).flatMap(([path, item]) =>
    'get' in item && !/openapi|\/test$|\{(?!profileId\})/.test(path) ? [path.replace('{profileId}', id)] : [],
  )
  const paths = [...open, `/messages?profileId=${id}`, `/profiles/progress?profileIds=${id}`]
  const answers = await Promise.all(paths.map(async (path) => [path, await read(path)] as const))
  for (const [path, { status }] of answers) expect(status, path).toBeLessThan(500)
  // Whole requests differ in time and id alone.
  const clean = (text: string) => text.replace(/"(timestamp|requestId|exportedAt)":"[^"]*"/g, '')
  return Object.fromEntries(answers.map(([path, { text }]) => [path, clean(text)]))
}

describe('a person with results', () => {
  test('finds the study on the page with the results, and the account sees no step of taking part', async () => {
    const [taker] = takers as [StudyTaker]
    const page = await (
      await fetch(`${running.url}/take/results`, { headers: { cookie: taker.cookie } })
    ).text()
    expect(page.includes('href="/take/study"')).toBe(true)
    const before = await visible()
    await join([taker])
    const link = await studyLinkTo(running, taker.email)
    expect(await (await fetch(link)).text()).toContain('You take part in the study')
    expect(await visible()).toEqual(before)
  })

  test('is told the same in the session of the invite link, whether they take part or not', async () => {
    const [joined, , other] = takers as [StudyTaker, StudyTaker, StudyTaker]
    const offer = async ({ cookie }: StudyTaker) =>
      (await fetch(`${running.url}/take/study`, { headers: { cookie } })).text()
    const asked = async ({ cookie }: StudyTaker) =>
      (await postForm(`${running.url}/take/study`, { email: 'same@private.test' }, cookie)).text()
    expect(await offer(joined)).toBe(await offer(other))
    expect(await asked(joined)).toBe(await asked(other))
  })

  test('400: an address that can’t be one is refused, and nothing is sent', async () => {
    const [, , taker] = takers as [StudyTaker, StudyTaker, StudyTaker]
    const answer = await postForm(`${running.url}/take/study`, { email: 'ada' }, taker.cookie)
    expect([answer.status, (await answer.text()).includes('not an email address')]).toEqual([400, true])
  })

  test('can’t agree to other words than those shown, and an unknown link shows no study', async () => {
    const [, , taker] = takers as [StudyTaker, StudyTaker, StudyTaker]
    now += 60_000
    await postForm(`${running.url}/take/study`, { email: taker.email }, taker.cookie)
    await running.service.drainOutbox()
    const link = await studyLinkTo(running, taker.email)
    expect((await postForm(link, { do: 'join', version: '0' })).status).toBe(409)
    expect(await (await fetch(link)).text()).toContain('Take part in the study?')
    expect((await fetch(`${link.slice(0, -2)}xx`)).status).toBe(404)
  })

  test('downloads what the study holds, stops at any time, and nothing is left', async () => {
    const [, taker] = takers as [StudyTaker, StudyTaker]
    await join([taker])
    const link = await studyLinkTo(running, taker.email)
    const held = (await (await fetch(`${link}/data.json`)).json()) as Json[]
    expect(held).toMatchObject([{ email: taker.email, attempt: 1, retestCompletedAt: null }])
    expect(held[0].consentWords).toContain('Northwind')
    const before = await visible()
    expect(await (await postForm(link, { do: 'leave' })).text()).toContain('You are not in the study')
    expect((await fetch(link)).status).toBe(404)
    expect(await visible()).toEqual(before)
    await join([taker])
    await postForm(`${running.url}/take/study`, { do: 'end' }, taker.cookie)
    const [left] = await running.db.admin<{ n: number }>(
      'select count(*)::int as n from study_participant where profile_id = $1',
      [taker.person.id],
    )
    expect(left?.n).toBe(0)
  })
})

describe('the account', () => {
  test('gets the open study if it opens another, and null for an export before a release', async () => {
    expect((await account.call('POST', '/study')).status).toBe(200)
    expect((await account.call('GET', '/study/export')).body.export).toBeNull()
  })

  test('gets a release on its day once enough people take part, and their second answers in a later one', async () => {
    // 60 join, and nothing happens before the day of the release.
    await join(takers.slice(1, 61))
    await sweepAfter(1)
    expect((await read('/study')).body.study.release).toBeNull()
    // Emails go between two and three weeks after the first answers, each at a time drawn for the person.
    await sweepAfter(14)
    await sweepAfter(7)
    await running.service.drainOutbox()
    const answering = takers.slice(1, 61)
    const [first, ...others] = answering as [StudyTaker, ...StudyTaker[]]
    const before = await visible()
    const done = await answerAgain(await studyLinkTo(running, first.email), laterSheet(first.person.sheet))
    expect(done).toContain('You’ve answered again')
    await answerQuickly(others)
    expect(await visible()).toEqual(before)
    await sweepAfter(6)
    const { study } = (await read('/study')).body
    expect(study).toMatchObject({ eligible: 108, release: { number: 1, people: 60 } })
    const figures: Json[] = study.release.figures
    const of = (kind: string, figure: string) =>
      figures.filter((one) => one.kind === kind && one.figure === figure).length
    expect([
      of('trait', 'alpha'),
      of('trait', 'retest'),
      of('prediction', 'r'),
      of('facet', 'alpha'),
    ]).toEqual([5, 5, 18, 0])
    for (const { n, value, low, high } of figures) {
      expect([n >= 50, n % 10, low <= value && value <= high]).toEqual([true, 0, true])
    }
  }, 120_000)

  test('exports a codebook of every column, and rows that five people share and at most two thirds of those like them', async () => {
    const files = (await read('/study/export')).body.export
    for (const name of ['figures', 'rows'] as const) {
      const [head = ''] = files[`${name}Csv`].split('\r\n')
      const described = files.codebook
        .filter(({ file }: Json) => file === name)
        .map(({ column }: Json) => column)
      expect(head.split(',')).toEqual(described)
    }
    const [, ...rows] = files.rowsCsv.trim().split('\r\n') as string[]
    expect(rows).toHaveLength(60)
    const groups = new Map<string, number>()
    for (const row of rows) {
      const key = row.split(',').slice(0, 6).join(',')
      groups.set(key, (groups.get(key) ?? 0) + 1)
    }
    for (const count of groups.values()) expect(count).toBeGreaterThanOrEqual(5)
  })

  test('learns nothing from exports before and after one person joins, leaves or is deleted', async () => {
    const before = await visible()
    const exported = before['/study/export']
    expect(exported).toContain('rowsCsv')
    await join(takers.slice(61, 62))
    await running.service.sweepStudies()
    expect(await visible()).toEqual(before)
    // Also on the next days of releases: one more person is not enough for another.
    await sweepAfter(28)
    expect((await visible())['/study/export']).toBe(exported)
    const [, leaving] = takers as [StudyTaker, StudyTaker]
    await postForm(await studyLinkTo(running, leaving.email), { do: 'leave' })
    await sweepAfter(28)
    expect((await visible())['/study/export']).toBe(exported)
    const deleted = await callAs(running.baseUrl, await signIn(running.baseUrl, account))(
      'DELETE',
      `/profile/${takers[5]?.person.id}`,
    )
    expect(deleted.status).toBe(204)
    await sweepAfter(28)
    expect((await visible())['/study/export']).toBe(exported)
  })

  test('ends the study: what it held about people is deleted, what was released stays', async () => {
    const call = callAs(running.baseUrl, await signIn(running.baseUrl, account))
    const ended = await call('POST', '/study/end')
    expect(ended.body.study).toMatchObject({ nextReleaseAt: null, release: { number: 1 } })
    expect(
      await running.db.admin('select 1 from study_participant where account_id = $1', [account.id]),
    ).toEqual([])
    expect((await call('POST', '/study/end')).body.study.endedAt).toBe(ended.body.study.endedAt)
    const [, , , , , , taker] = takers as StudyTaker[]
    expect((await fetch(await studyLinkTo(running, taker?.email ?? ''))).status).toBe(404)
  })
})

/** The second answers of these people, as their pages would save them. `npm run drill -- study` sends all over HTTP. */
async function answerQuickly(some: readonly StudyTaker[]): Promise<void> {
  await inTurns(some, async ({ person }) => {
    const sheet = laterSheet(person.sheet)
    const answers = {
      focus: Object.fromEntries(sheet.focus.map((value, at) => [at + 1, value])),
      disc: Object.fromEntries(sheet.disc.map(({ most, least }, at) => [at + 1, { most, least }])),
    }
    await running.db.admin(
      'update study_participant set retest_answers = $2, retest_completed_at = $3 where profile_id = $1',
      [person.id, JSON.stringify(answers), new Date(now)],
    )
  })
}
