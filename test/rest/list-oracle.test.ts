import { beforeAll, expect, test } from 'vitest'
import { createIndexKeeper } from '../../src/domain/profile-index/worker.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import {
  type Crowd,
  crowdAssessments,
  crowdStyles,
  foldText,
  insertCrowd,
  pickOne,
  pickSome,
} from '../support/crowd.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

const silent = { info() {}, warn() {} }
const count = 100_000
const rounds = 120
const random = seededRandom(7)

let running: TestService
let account: TestAccount
let tables: Tables
let crowd: Crowd

beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  tables = await openTables(running.db)
  await tables.rows(`set work_mem = '64MB'`)
  crowd = await insertCrowd(running.db, account.id, count)
  await createIndexKeeper({ database: running.db.database, log: silent })(new AbortController().signal)
  expect(await tables.rows('select ready, people from profile_index')).toEqual([
    { ready: true, people: count },
  ])
}, 240_000)

type Query = Record<string, string>
type Fact = {
  id: string
  completed: string[]
  available: string[]
  started: string | null
  style: string
  tags: string[]
}

test(`of ${count} profiles, every combination of filters, orders and pages answers what plain SQL does`, async () => {
  const all = Array.from({ length: rounds }, randomRound)
  const filled: boolean[] = []
  // Two in parallel, so that the service answers one while plain SQL computes the other.
  const goOn = async () => {
    for (let round = all.pop(); round; round = all.pop()) filled.push(await expectRight(round))
  }
  await Promise.all([goOn(), goOn()])
  expect(filled).toHaveLength(rounds)
  expect(filled.filter(Boolean).length, 'enough of the combinations find somebody').toBeGreaterThan(
    rounds / 2,
  )
}, 180_000)

type Round = { query: Query; limit: number; pageOf: (lastPage: number) => number }

function randomRound(): Round {
  const [query, limit] = [randomQuery(), pickOne([1, 7, 10, 50, 100], random)]
  const [kind, share] = [random(), random()]
  const pageOf = (lastPage: number) =>
    pickOne([1, 1, 2, 1 + Math.floor(share * (lastPage + 1)), Math.max(1, lastPage)], () => kind)
  return { query, limit, pageOf }
}

/** Returns whether there were any matches. */
async function expectRight({ query, limit, pageOf }: Round): Promise<boolean> {
  const matches = await matchesOf(query)
  const total = matches.length
  const lastPage = Math.ceil(total / limit)
  const page = pageOf(lastPage)
  const search = new URLSearchParams({ ...query, limit: String(limit), page: String(page) })
  const answer = await account.call('GET', `/profiles?${search}`)
  expect(answer.status, `${search}: ${answer.text.slice(0, 200)}`).toBe(200)
  const want = await factsOf(matches.slice((page - 1) * limit, page * limit))
  expect(
    answer.body.profiles.map((profile: Json) => profile.id),
    String(search),
  ).toEqual(want.map((one) => one.id))
  expect(answer.body.pagination, String(search)).toEqual({
    page,
    limit,
    total,
    totalPages: lastPage,
    hasMore: page < lastPage,
  })
  expectSame(answer.body.profiles, want, query.includeTags === 'true')
  return total > 0
}

function randomQuery(): Query {
  const query: Query = {}
  const maybe = (chance: number, name: string, make: () => string) => {
    if (random() < chance) query[name] = make()
  }
  const day = () =>
    new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 220), random() < 0.5 ? 0 : 12)).toISOString()
  maybe(0.2, 'isCompleted', () => (random() < 0.5 ? 'true' : 'false'))
  maybe(0.2, 'state', () => pickOne(['active', 'pending', 'all'], random))
  maybe(0.1, 'profileIds', () => Array.from({ length: 60 }, () => someId(random)).join(','))
  maybe(0.25, 'tagIds', () => pickSome(crowd.tagIds, random).join(','))
  maybe(0.2, 'assessmentIds', () => pickSome(crowdAssessments, random).join(','))
  maybe(0.15, 'customIds', () => pickSome([...crowd.keys.slice(0, 5), 'nobody'], random).join(','))
  maybe(0.2, 'discStyles', () => pickSome(crowdStyles, random).join(','))
  maybe(0.2, 'startedAfter', day)
  maybe(0.2, 'startedBefore', day)
  maybe(0.1, 'updatedAfter', day)
  maybe(0.35, 'search', searchText)
  maybe(0.6, 'sortProp', () => pickOne(['createdAt', 'name', '_id'], random))
  maybe(0.5, 'sortOrder', () => pickOne(['ascending', 'descending'], random))
  maybe(0.3, 'includeTags', () => (random() < 0.5 ? 'true' : 'false'))
  return query
}

/** Words of names whole, prefixes, misspelled and in any order, names in Han and Hangul, and words in no name. */
function searchText(): string {
  const first = pickOne(crowd.firstNames, random)
  const last = pickOne(crowd.lastNames, random)
  return pickOne(
    [
      ...[
        first,
        last,
        `${last} ${first}`,
        `${first} ${last}`,
        first.slice(0, 3),
        last.slice(0, 2).toUpperCase(),
      ],
      ...[misspelled(last), misspelled(first), `${misspelled(last)} ${first.slice(0, 2)}`, 'x', 'Qwyzz'],
      ...['王', '佐藤', '민준', '%', '_', "'", '100%'],
    ],
    random,
  )
}

/** One letter omitted, doubled or swapped with its neighbor. */
function misspelled(name: string): string {
  const at = 1 + Math.floor(random() * Math.max(1, name.length - 2))
  const [before, letter, after] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)]
  return pickOne(
    [before + after, before + letter + letter + after, before + after.slice(0, 1) + letter + after.slice(1)],
    random,
  )
}

type Where = { text: string; values: unknown[] }

/** The specified filters over the plain facts; each condition checks every row by itself. */
function conditionsOf(query: Query): Where {
  const values: unknown[] = []
  const hold = (value: unknown) => `$${values.push(value)}`
  const list = (name: string) => hold((query[name] ?? '').split(','))
  const text: string[] = ['true']
  const when = (name: string, condition: () => string) => {
    if (query[name] !== undefined) text.push(condition())
  }
  when('isCompleted', () => `(available <@ completed) = ${hold(query.isCompleted === 'true')}`)
  if (query.state !== 'all') when('state', () => `state = ${hold(query.state)}`)
  when('profileIds', () => `id = any(${list('profileIds')}::text[])`)
  when('tagIds', () => `tags && ${list('tagIds')}::text[]`)
  when('assessmentIds', () => `completed @> ${list('assessmentIds')}::text[]`)
  when('customIds', () => `keys && ${list('customIds')}::text[]`)
  when(
    'discStyles',
    () => `exists (select from unnest(${list('discStyles')}::text[]) as wanted
    where case when length(wanted) = 1 then left(style, 1) = wanted else style = wanted end)`,
  )
  when('startedAfter', () => `started_at >= ${hold(query.startedAfter)}::timestamptz`)
  when('startedBefore', () => `started_at <= ${hold(query.startedBefore)}::timestamptz`)
  when('updatedAfter', () => `updated_at >= ${hold(query.updatedAfter)}::timestamptz`)
  when('search', () => searchCondition(query.search ?? '', hold))
  return { text: text.join(' and '), values }
}

function searchCondition(search: string, hold: (value: unknown) => string): string {
  const words = foldText(search).match(/\p{L}+|\p{N}+/gu)
  if (!words) return `strpos(concat_ws(' ', first_name, last_name), ${hold(search)}) > 0`
  const like = (word: string) => {
    const term = `${hold(word)}::text`
    // In these scripts, first and last name are joined, and people type either one first.
    if (/\p{Script=Han}|\p{Script=Hangul}/u.test(word))
      return `(strpos(concat(last_name, first_name), ${term}) > 0 or strpos(concat(first_name, last_name), ${term}) > 0)`
    const edits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
    const near =
      edits === 0
        ? 'false'
        : `levenshtein(own, ${term}) <= ${edits} or similarity(own, ${term}) >= 0.5 or own = any(${hold(swapsOf(word))})`
    // Checks each distinct word instead of each word of each person, which gives the same and is much faster.
    return `words && array(select own from oracle.word as known (own) where starts_with(own, ${term}) or ${near})`
  }
  return words.map(like).join(' and ')
}

function swapsOf(word: string): string[] {
  const letters = word.split('')
  return letters.slice(1).map((letter, index) => {
    const swapped = [...letters]
    swapped.splice(index, 2, letter, letters[index] as string)
    return swapped.join('')
  })
}

/** The ids of everyone who matches the query, in its order. */
async function matchesOf(query: Query): Promise<string[]> {
  const { text, values } = conditionsOf(query)
  const direction = !query.sortProp || query.sortOrder === 'descending' ? 'desc' : 'asc'
  const column = query.sortProp === 'name' ? 'name' : query.sortProp === '_id' ? 'id' : 'created_at'
  const [row] = await tables.rows<{ ids: string[] | null }>(
    `select json_agg(id order by ${column} ${direction}, id ${direction}) as ids from oracle.person where ${text}`,
    values,
  )
  return row?.ids ?? []
}

function factsOf(people: string[]): Promise<Fact[]> {
  return tables.rows<Fact>(
    `select id, completed, available, started_at as started, style, tags from unnest($1::text[]) with ordinality as
      asked(id, place) join oracle.person using (id) order by place`,
    [people],
  )
}

function expectSame(profiles: Json[], want: Fact[], hasTags: boolean): void {
  for (const [index, profile] of profiles.entries()) {
    const one = want[index] as Fact
    expect(profile.completedAssessments).toEqual(crowdAssessments.filter((id) => one.completed.includes(id)))
    expect(profile.isCompleted).toBe(one.available.every((id) => one.completed.includes(id)))
    expect(profile.dateStarted && Date.parse(profile.dateStarted)).toBe(
      one.started && Date.parse(one.started),
    )
    expect(profile.tags?.map((tag: Json) => tag.id).sort()).toEqual(
      hasTags ? [...one.tags].sort() : undefined,
    )
  }
}

let ids: string[] = []
beforeAll(async () => {
  ids = (await tables.rows<{ id: string }>('select id from oracle.person limit 400')).map((row) => row.id)
})

function someId(next: Random): string {
  return pickOne(ids, next)
}
