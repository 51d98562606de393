import { beforeAll, describe, expect, test, vi } from 'vitest'
import openapi from '../docs/openapi.json' with { type: 'json' }
import { focusForm } from '../src/content/forms.ts'
import { measureStoredBytes } from '../src/domain/account/quota-store.ts'
import { writeDocument } from '../src/domain/profile/store.ts'
import { findKeyedPeople, writeCriteriaConsent } from '../src/domain/study/criteria-store.ts'
import { listStudySheets } from '../src/domain/study/participant-store.ts'
import { countEligibleUpTo } from '../src/domain/study/store.ts'
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
  coreAgain,
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
/** Likewise, and writes. */
async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const token = await signIn(running.baseUrl, account)
  return callAs(running.baseUrl, token)(method, path, body)
}
/** A file with a rating of each of these people. */
const ratings = (some: readonly { id: string }[], turn = 0) =>
  ['profileId,Rating', ...some.map(({ id }, at) => `${id},${(at * 7 + turn) % 11}`)].join('\r\n')
const upload = (csv: string, name = 'Rating', meaning = '=Rated by the team lead') =>
  send('POST', '/study/criteria', { csv, criteria: [{ name, meaning }] })
/** Until so many statements wait for a lock. */
const waiting = async (count: number) => {
  const wait = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await running.db.admin(wait)).toHaveLength(count), 10_000)
}
const storedValues = () =>
  running.db.admin<{ profile_id: string; band: number }>(
    `select profile_id, band from study_criterion_value value join study_participant one on one.id = participant_id
      where value.account_id = $1 order by profile_id`,
    [account.id],
  )
const ratedAll = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`s${at + 1}`, at === 0 ? '0' : '2']),
)
const rate = async (peer: string) => {
  const answer = await postForm(peer, { do: 'answers', ...ratedAll })
  expect(answer.status).toBe(303)
}
/** The link is shown once, on the page of the person. */
async function newPeerLink(email: string): Promise<string> {
  const html = await (await postForm(await studyLinkTo(running, email), { do: 'peer' })).text()
  const [, link] = /value="([^"]+\/study\/peer\/tmb_peer_[\w-]+)"/.exec(html) ?? []
  if (!link) throw new Error(`No link was shown: ${html}`)
  return link
}
/** Everything that the study holds by this link. */
const download = async (link: string): Promise<Json> => (await fetch(`${link}/data.json`)).json()
const idsOf = (html: string) => [...html.matchAll(/name="peer" value="(\w+)"/g)].map(([, id = '']) => id)
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
  expect((await account.call('GET', '/study')).body.study).toBeNull()
  const counted = { focusForm: 'focus-120', eligible: 108, isComplete: true, smallestAccount: 75 }
  expect((await account.call('GET', '/study/eligibility')).body.eligibility).toEqual(counted)
  const upTo = (bound: number) =>
    running.db.database.inAccount(account.id, (sql) =>
      countEligibleUpTo(sql, account.id, { form: focusForm.id, bound }),
    )
  expect([await upTo(75), await upTo(1_000)]).toEqual([75, 108])
  expect((await account.call('POST', '/study')).status).toBe(201)
  takers = await openStudyTakers(running, account, people.slice(0, 65), new Date(now))
  await running.db.database.inAccount(account.id, (sql) =>
    Promise.all(people.map(({ id }) => writeDocument(sql, account.id, id))),
  )
})

/** Where a step of somebody would show first. */
const near = /study|event|audit|message|account|usage|export|progress|profile\/\w+$/

/**
 * Everything of the account, and of one person in it, that its members and programs can read, or some of it: joining
 * and answering again are compared with all of it in short tests, the other steps in a long one.
 */
async function visible(which = /./): Promise<Record<string, string>> {
  const [{ id } = { id: '' }] = people
  const open = Object.entries(openapi.paths).flatMap(([path, item]) =>
    'get' in item && !/openapi|\/test$|\{(?!profileId\})/.test(path) ? [path.replace('{profileId}', id)] : [],
  )
  const paths = [...open, `/messages?profileId=${id}`, `/profiles/progress?profileIds=${id}`]
  const call = callAs(running.baseUrl, await signIn(running.baseUrl, account))
  const read = paths.filter((path) => which.test(path))
  const answers = await Promise.all(read.map(async (path) => [path, await call('GET', path)] as const))
  for (const [path, { status }] of answers) expect(status, path).toBeLessThan(500)
  // Whole requests differ in time and id alone.
  const clean = (text: string) => text.replace(/"(timestamp|requestId|exportedAt)":"[^"]*"/g, '')
  // What GET /account shows if the operator limits it.
  const bytes = await running.db.database.inAccount(account.id, (sql) => measureStoredBytes(sql, account.id))
  return Object.fromEntries([
    ...answers.map(([path, { text }]) => [path, clean(text)]),
    ['stored bytes', String(bytes)],
  ])
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
    const held = await download(link)
    expect(held).toMatchObject({ email: taker.email, attempt: 1, retestCompletedAt: null })
    expect(held.consentWords).toContain('Northwind')
    const before = await visible(near)
    expect(await (await postForm(link, { do: 'leave' })).text()).toContain('You are not in the study')
    expect((await fetch(link)).status).toBe(404)
    expect(await visible(near)).toEqual(before)
    await join([taker])
    await postForm(`${running.url}/take/study`, { do: 'end' }, taker.cookie)
    const [left] = await running.db.admin<{ n: number }>(
      'select count(*)::int as n from study_participant where profile_id = $1',
      [taker.person.id],
    )
    expect(left?.n).toBe(0)
  })
})

test('a link that came to another address for the same person shows and downloads nothing of the first', async () => {
  const [{ person, cookie, email }] = takers.slice(64, 65) as [StudyTaker]
  await join([{ person, cookie, email }])
  const own = await studyLinkTo(running, email)
  await postForm(own, { do: 'allow' })
  await newPeerLink(email)
  // As if the second occasion had begun.
  await running.db.admin(
    `update study_participant set retest_answers = '{"focus":{"1":3}}' where email = $1`,
    [email],
  )
  await upload(ratings(people))
  const held = await download(own)
  expect([held.peerLinks.length, Object.keys(held.criteria)]).toEqual([1, ['Rating']])
  // The account opens the person's invite link and enters an address of its own, on which it also agrees.
  const other = 'manager@private.test'
  await postForm(`${running.url}/take/study`, { email: other }, cookie)
  await running.service.drainOutbox()
  const link = await studyLinkTo(running, other)
  const contents = ({ criteria, peerLinks, retestAnswers }: Json) => [criteria, peerLinks, retestAnswers]
  const requested = await download(link)
  expect(requested).toMatchObject({ email: other, agreedAt: null, criteriaAgreedAt: null, retestDueAt: null })
  expect(contents(requested)).toEqual([{}, [], {}])
  expect(await (await fetch(link)).text()).toContain('Take part in the study?')
  await join([{ person, cookie, email: other }])
  const joined = await studyLinkTo(running, other)
  const html = await (await fetch(joined)).text()
  expect([idsOf(html), html.includes('You allowed this on')]).toEqual([[], false])
  const agreed = await download(joined)
  expect([agreed.email, ...contents(agreed)]).toEqual([other, {}, [], {}])
  expect(JSON.stringify(agreed)).not.toContain(email)
  // Leaving by any of them ends both.
  await postForm(joined, { do: 'leave' })
  expect((await fetch(own)).status).toBe(404)
})

describe('people who know someone', () => {
  test('answer once by an unguessable link that only the person passes on, and nobody sees what or whether', async () => {
    const [taker] = takers as [StudyTaker]
    const before = await visible(near)
    const sent = (await running.db.admin('select 1 from outbox where account_id = $1', [account.id])).length
    const peer = await newPeerLink(taker.email)
    const page = await (await fetch(`${peer}?locale=de`)).text()
    expect([page.includes('Northwind'), page.includes('Bleibt unter Druck ruhig')]).toEqual([true, true])
    const own = await (await fetch(await studyLinkTo(running, taker.email))).text()
    expect((await postForm(peer, { do: 'answers', s1: '3' })).status).toBe(400)
    expect((await postForm(peer, { ...ratedAll, s10: '6' })).status).toBe(400)
    await rate(peer)
    // The answers stay those of the first time, and the person's page doesn't say that there are any.
    await postForm(peer, Object.fromEntries(Object.keys(ratedAll).map((name) => [name, '1'])))
    const [stored] = await running.db.admin<{ answers: Json }>('select answers from study_peer')
    expect(Object.values(stored?.answers)).toEqual([0, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    expect(await (await fetch(await studyLinkTo(running, taker.email))).text()).toBe(own)
    const held = await download(await studyLinkTo(running, taker.email))
    expect(held.peerLinks.map((one: Json) => Object.keys(one).sort())).toEqual([['expiresAt', 'id']])
    expect(await visible(near)).toEqual(before)
    expect((await running.db.admin('select 1 from outbox where account_id = $1', [account.id])).length).toBe(
      sent,
    )
    expect((await fetch(`${peer.slice(0, -2)}xx`)).status).toBe(404)
    // The rater deletes what they answered, and the link is over.
    expect(await (await postForm(peer, { do: 'delete' })).text()).toContain('Your answers are deleted')
    expect((await fetch(peer)).status).toBe(404)
    expect(await running.db.admin('select answers from study_peer')).toEqual([{ answers: null }])
    // The person's list still has it, and so doesn't say that there was an answer.
    const link = await studyLinkTo(running, taker.email)
    expect(await (await fetch(link)).text()).toBe(own)
    await postForm(link, { do: 'revoke', peer: idsOf(own)[0] ?? '' })
    expect(await running.db.admin('select 1 from study_peer')).toEqual([])
  })

  test('have at most eight links, which the person can turn off with their answers, and which expire', async () => {
    const [taker] = takers as [StudyTaker]
    const link = await studyLinkTo(running, taker.email)
    const first = await newPeerLink(taker.email)
    await rate(first)
    const [id = ''] = idsOf(await (await fetch(link)).text())
    await postForm(link, { do: 'revoke', peer: id })
    expect((await fetch(first)).status).toBe(404)
    expect(await running.db.admin('select 1 from study_peer')).toEqual([])
    const [second = ''] = await Promise.all(Array.from({ length: 8 }, () => newPeerLink(taker.email)))
    expect((await postForm(link, { do: 'peer' })).status).toBe(409)
    // Another participant can't turn it off.
    const [, other] = takers as [StudyTaker, StudyTaker]
    await join([other])
    for (const next of idsOf(await (await fetch(link)).text()))
      await postForm(await studyLinkTo(running, other.email), { do: 'revoke', peer: next })
    expect((await fetch(second)).status).toBe(200)
    await postForm(await studyLinkTo(running, other.email), { do: 'leave' })
    // One is answered, and all expire: the list stays the same, so that it doesn't become one of those answered.
    await rate(second)
    await running.db.admin('update study_peer set expires_at = $1', [new Date(now)])
    await running.service.sweepStudies()
    const expired = idsOf(await (await fetch(link)).text())
    expect([expired.length, (await download(link)).peerLinks.length]).toEqual([8, 8])
    expect((await postForm(link, { do: 'peer' })).status).toBe(409)
    await Promise.all(expired.map((next) => postForm(link, { do: 'revoke', peer: next })))
    expect(await running.db.admin('select 1 from study_peer')).toEqual([])
    const unanswered = await newPeerLink(taker.email)
    await running.db.admin('update study_peer set expires_at = $1', [new Date(now)])
    expect((await fetch(unanswered)).status).toBe(404)
  })
})

describe('criteria', () => {
  test('are stored of people who take part and allow it, and the answer is the same for any of them', async () => {
    const [allowing, other] = takers.slice(62, 64) as [StudyTaker, StudyTaker]
    const csv = `${ratings(people)}\r\n${'f'.repeat(24)},3\r\n`
    const nobody = await upload(csv)
    expect(nobody.body.upload).toMatchObject({
      criteria: [{ name: 'Rating' }],
      ...{ lines: 109, matched: 108, ignored: { unknown: 1, ambiguous: 0, notEligible: 0, empty: 0 } },
    })
    expect(await storedValues()).toEqual([])
    await join([allowing, other])
    const link = await studyLinkTo(running, allowing.email)
    const before = await visible(near)
    expect((await postForm(link, { do: 'allow' })).status).toBe(303)
    expect(await visible(near)).toEqual(before)
    const one = await upload(csv)
    const counts = ({ body: { upload: found } }: { body: Json }) => [
      found.lines,
      found.matched,
      found.ignored,
    ]
    expect(counts(one)).toEqual(counts(nobody))
    expect(await storedValues()).toMatchObject([{ profile_id: allowing.person.id }])
    const held = await download(link)
    expect(held.criteria.Rating).toBeTypeOf('number')
    expect(held.criteriaWords).toContain('Northwind may add figures of its own')
    await postForm(link, { do: 'disallow' })
    expect(await storedValues()).toEqual([])
    // Also if they take it back while a file is uploaded.
    await postForm(link, { do: 'allow' })
    const uploading = await running.db.database.inAccount(account.id, async (sql) => {
      const [one] = await sql.rows<{ id: string }>(
        'select id from study_participant where account_id = $1 and profile_id = $2 for update',
        [account.id, allowing.person.id],
      )
      const started = upload(csv)
      await waiting(1)
      await writeCriteriaConsent(sql, account.id, one?.id ?? '', null)
      return { started }
    })
    expect(counts(await uploading.started)).toEqual(counts(nobody))
    expect(await storedValues()).toEqual([])
    // Leaving the study deletes them as well.
    await postForm(link, { do: 'allow' })
    await upload(csv)
    expect(await storedValues()).toHaveLength(1)
    // A release uses no value without the permission, even if one were left.
    const released = () =>
      running.db.database.inAccount(account.id, async (sql) => {
        const [study] = await sql.rows<{ id: string }>('select id from study where account_id = $1', [
          account.id,
        ])
        const sheets = await listStudySheets(sql, account.id, study?.id ?? '', new Date(now + day))
        return sheets.find(({ profileId }) => profileId === allowing.person.id)?.criteria
      })
    expect(await released()).toHaveProperty('Rating')
    await running.db.admin('update study_participant set criteria_agreed_at = null where profile_id = $1', [
      allowing.person.id,
    ])
    expect(await released()).toBeNull()
    for (const { email } of [allowing, other])
      await postForm(await studyLinkTo(running, email), { do: 'leave' })
    expect(await storedValues()).toEqual([])
  })

  test('400, 409: a file that could single someone out, or has the same person twice, or other data, is refused', async () => {
    const [first] = people as [CompletedPerson]
    const alone = ['profileId,Rating', ...people.map(({ id }) => `${id},${id === first.id ? 5 : 1}`)].join(
      '\n',
    )
    const refused = [
      [await upload(ratings(people.slice(0, 74))), 'at least 75'],
      [await upload(alone), 'could be recognized'],
      [await upload(`${ratings(people)}\n${first.id},1`), 'Line 110 is about the same person as line 2'],
      [await upload(ratings(people).replace('Rating', 'Sick days'), 'Sick days'), 'personal data'],
      [await upload(ratings(people).replace('Rating', '=Rating'), '=Rating'), 'begin with a letter'],
    ] as const
    for (const [{ status, body }, message] of refused)
      expect([status, body.error.message], message).toEqual([400, expect.stringContaining(message)])
    // Two at the same time, which both wait before they write, each get a number of their own.
    const meaning = { Second: 'What A means', Third: 'What B means' }
    const uploads = await running.db.database.inAccount(account.id, async (sql) => {
      await sql.run('lock table study_criterion in share mode')
      const started = Object.entries(meaning).map(([name, text]) =>
        upload(ratings(people).replace('Rating', name), name, text),
      )
      await waiting(2)
      return { started }
    })
    for (const { status } of await Promise.all(uploads.started)) expect(status).toBe(200)
    const { criteria } = (await read('/study')).body.study
    const told = Object.fromEntries(criteria.map((one: Json) => [one.name, one.meaning]))
    expect(told).toEqual({ Rating: '=Rated by the team lead', ...meaning })
    // Removed ones count: each is another look at who takes part.
    expect((await send('DELETE', '/study/criteria')).status).toBe(204)
    expect((await read('/study')).body.study.criteria).toEqual([])
    const fourth = await upload(ratings(people).replace('Rating', 'Fourth'), 'Fourth')
    expect([fourth.status, fourth.body.error.code]).toEqual([409, 'too_many_criteria'])
  })
})

describe('lines of a file', () => {
  test('mean people by the keys of this account alone, each person once, and several by a key that several have', async () => {
    const [one, two, three] = people.map(({ id }) => id) as [string, string, string]
    const other = await running.account()
    const keys = [
      [account.id, 'profile', one, 'crm-1'],
      [account.id, 'profile', one, 'crm-one'],
      [account.id, 'profile', two, 'crm-2'],
      [account.id, 'profile', three, 'crm-2'],
      [account.id, 'tag', two, 'crm-1'],
      [other.id, 'profile', two, 'crm-1'],
    ]
    await running.db.admin(
      `insert into resource_alias
       select one ->> 0, left(md5(place::text), 24), now(), now(), one ->> 1, one ->> 2, one ->> 3
         from json_array_elements($1) with ordinality as given (one, place)`,
      [JSON.stringify(keys)],
    )
    const asked = ['crm-1', 'crm-2', 'none', 'crm-one', 'crm-1']
    const found = await running.db.database.inAccount(account.id, (sql) =>
      findKeyedPeople(sql, { accountId: account.id, form: focusForm.id }, 'externalId', asked),
    )
    const several = [two, three].sort().map((profileId) => ({ at: 1, profileId }))
    expect(found.map(({ at, profileId }) => ({ at, profileId }))).toEqual([
      ...[{ at: 0, profileId: one }, ...several, { at: 3, profileId: one }, { at: 4, profileId: one }],
    ])
    await running.db.admin('delete from resource_alias where account_id = $1', [account.id])
  })
})

describe('the account', () => {
  test('gets the open study if it opens another, and null for an export before a release', async () => {
    expect((await account.call('POST', '/study')).status).toBe(200)
    expect((await account.call('GET', '/study/export')).body.export).toBeNull()
  })

  test('gets a release on its day once enough people take part, and their second answers in a later one', async () => {
    // 60 join, and nothing happens before the day of the release.
    const answering = takers.slice(1, 61)
    await join(answering.slice(0, 8))
    await joinQuickly(answering.slice(8))
    await sweepAfter(1)
    expect((await read('/study')).body.study.release).toBeNull()
    // Emails go between two and three weeks after the first answers, each at a time drawn for the person.
    await sweepAfter(14)
    await sweepAfter(7)
    await running.service.drainOutbox()
    const [first, ...others] = answering as [StudyTaker, ...StudyTaker[]]
    const before = await visible()
    const done = await answerAgain(await studyLinkTo(running, first.email), laterSheet(first.person.sheet))
    expect(done).toContain('You’ve answered again')
    await answerQuickly(others)
    expect(await visible()).toEqual(before)
    await running.db.admin(
      `with all_allow as (update study_participant set criteria_agreed_at = $2, criteria_words = '' where account_id = $1)
       update study_criterion set margin = 0 where account_id = $1`,
      [account.id, new Date(now)],
    )
    await upload(ratings(people))
    expect(await storedValues()).toHaveLength(61)
    await running.db.admin('update study set margin = 0 where account_id = $1', [account.id])
    // Three people answer about each, as they would by their links.
    await running.db.admin(
      `insert into study_peer
       select account_id, md5(id || rater) :: char(24), id, decode(md5(id || rater), 'hex'), $2, $2,
          (select json_object_agg(n, 1 + abs(hashtext(id || n || rater)) % 5) from generate_series(1, 10) n)
         from study_participant, generate_series(1, 3) rater where account_id = $1`,
      [account.id, new Date(now)],
    )
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
      of('criterion', 'r'),
      of('peer', 'r'),
      of('core', 'median'),
      of('core', 'retest'),
      of('facet', 'alpha'),
    ]).toEqual([5, 5, 18, 5, 5, 1, 13, 0])
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
    // No criterion that was removed, and no value of one in the rows: the account knows whose it is.
    const criteria = files.codebook.filter(({ file }: Json) => file === 'criteria')
    expect(criteria).toMatchObject([{ column: 'Rating', description: '=Rated by the team lead' }])
    expect(files.figuresCsv).toContain('criterion,Rating,r,stability,')
    const [, ...rows] = files.rowsCsv.trim().split('\r\n') as string[]
    expect(rows).toHaveLength(60)
    const groups = new Map<string, number>()
    for (const row of rows) {
      const key = row.split(',').slice(0, 6).join(',')
      groups.set(key, (groups.get(key) ?? 0) + 1)
    }
    for (const count of groups.values()) expect(count).toBeGreaterThanOrEqual(5)
  })

  test('learns nothing from exports before and after one person joins, leaves or is deleted', {
    tags: 'long',
  }, async () => {
    const before = await visible()
    const exported = before['/study/export']
    expect(exported).toContain('rowsCsv')
    const joining = takers.slice(61, 62)
    await join(joining)
    for (const { email } of joining) await postForm(await studyLinkTo(running, email), { do: 'allow' })
    // Three people answer about them, too.
    for (const { email } of joining)
      for (let rater = 0; rater < 3; rater++) await rate(await newPeerLink(email))
    await running.service.sweepStudies()
    expect(await visible()).toEqual(before)
    // Also on the next days of releases, and with other values: one more person is not enough for another.
    await upload(ratings(people, 3))
    expect((await storedValues()).length).toBe(62)
    await sweepAfter(28)
    expect((await visible())['/study/export']).toBe(exported)
    const [, leaving] = takers as [StudyTaker, StudyTaker]
    const whole = await visible()
    await postForm(await studyLinkTo(running, leaving.email), { do: 'leave' })
    expect(await visible()).toEqual(whole)
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
    expect(await storedValues()).toEqual([])
    expect(await running.db.admin('select 1 from study_peer where account_id = $1', [account.id])).toEqual([])
    expect((await upload(ratings(people))).body.error.code).toBe('study_not_open')
    expect((await call('POST', '/study/end')).body.study.endedAt).toBe(ended.body.study.endedAt)
    const [, , , , , , taker] = takers as StudyTaker[]
    expect((await fetch(await studyLinkTo(running, taker?.email ?? ''))).status).toBe(404)
  })
})

/** Agreements of these people like that of the first one who joined, without the email about the second occasion. */
async function joinQuickly(some: readonly StudyTaker[]): Promise<void> {
  const [, first] = takers as [StudyTaker, StudyTaker]
  const rows = some.map(({ person, email }) => ({ profile_id: person.id, email }))
  await running.db.admin(
    `insert into study_participant
     select (jsonb_populate_record(one, new || jsonb_build_object('id', left(md5(new::text), 24),
         'token_hash', '\\x' || md5(new::text), 'retest_sent_at', one.agreed_at))).*
       from study_participant one, jsonb_array_elements($2) new where profile_id = $1 and agreed_at is not null`,
    [first.person.id, JSON.stringify(rows)],
  )
}

/** The second answers of these people, as their pages would save them. `npm run drill -- study` sends all over HTTP. */
async function answerQuickly(some: readonly StudyTaker[]): Promise<void> {
  await inTurns(some, async ({ person }) => {
    const sheet = laterSheet(person.sheet)
    const answers = {
      focus: Object.fromEntries(sheet.focus.map((value, at) => [at + 1, value])),
      disc: Object.fromEntries(sheet.disc.map(({ most, least }, at) => [at + 1, { most, least }])),
      core: coreAgain(person.sheet.focus.reduce<number>((sum, value) => sum + (value ?? 0), 0)),
    }
    await running.db.admin(
      'update study_participant set retest_answers = $2, retest_completed_at = $3 where profile_id = $1',
      [person.id, JSON.stringify(answers), new Date(now)],
    )
  })
}
