import { expect, vi } from 'vitest'
import { createIndexKeeper } from '../../src/domain/profile-index/worker.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { type Crowd, crowdAssessments, foldText, insertCrowd, pickOne } from './crowd.ts'
import { type ListQuery, randomQuery } from './list-queries.ts'
import { type Json, startTestService, type TestAccount } from './service.ts'
import { openTables, type Tables } from './tables.ts'

export type Oracle = { account: TestAccount; tables: Tables; crowd: Crowd; ids: string[]; random: Random }

/** An account of `people` with its index, and the plain facts on them. The same seed asks the same lists. */
export async function openOracle({ people, seed }: { people: number; seed: number }): Promise<Oracle> {
  const running = await startTestService()
  const account = await running.account()
  const tables = await openTables(running.db)
  await tables.rows(`set work_mem = '64MB'`)
  const crowd = await insertCrowd(running.db, account.id, people)
  // The service's own keeper may be building the same index; then this one waits for it.
  const keepIndex = () =>
    createIndexKeeper({ database: running.db.database, log: silent })(new AbortController().signal)
  const rows = () => tables.rows('select ready, people from profile_index')
  await vi.waitFor(
    async () => {
      await keepIndex()
      expect(await rows()).toEqual([{ ready: true, people }])
    },
    { timeout: 60_000, interval: 200 },
  )
  const some = await tables.rows<{ id: string }>('select id from oracle.person limit 400')
  return { account, tables, crowd, ids: some.map(({ id }) => id), random: seededRandom(seed) }
}

const silent = { info() {}, warn() {} }

/** Compares this many random lists of the service with plain SQL, and returns how many of them found somebody. */
export async function compareLists(oracle: Oracle, rounds: number): Promise<number> {
  const all = Array.from({ length: rounds }, () => randomRound(oracle))
  let [compared, filled] = [0, 0]
  // Two in parallel, so that the service answers one while plain SQL computes the other.
  const goOn = async () => {
    for (let round = all.pop(); round; round = all.pop()) {
      const isFilled = await expectRight(oracle, round)
      // Not in one expression with the wait: it would add to what the count was before it.
      filled += Number(isFilled)
      compared += 1
    }
  }
  await Promise.all([goOn(), goOn()])
  expect(compared).toBe(rounds)
  return filled
}

type Fact = {
  id: string
  completed: string[]
  available: string[]
  started: string | null
  style: string
  tags: string[]
}

type Round = { query: ListQuery; limit: number; pageOf: (lastPage: number) => number }

function randomRound({ random, crowd, ids }: Oracle): Round {
  const [query, limit] = [randomQuery(random, crowd, ids), pickOne([1, 7, 10, 50, 100], random)]
  const [kind, share] = [random(), random()]
  const pageOf = (lastPage: number) =>
    pickOne([1, 1, 2, 1 + Math.floor(share * (lastPage + 1)), Math.max(1, lastPage)], () => kind)
  return { query, limit, pageOf }
}

/** Returns whether there were any matches. */
async function expectRight({ account, tables }: Oracle, { query, limit, pageOf }: Round): Promise<boolean> {
  const matches = await matchesOf(tables, query)
  const total = matches.length
  const lastPage = Math.ceil(total / limit)
  const page = pageOf(lastPage)
  const search = new URLSearchParams({ ...query, limit: String(limit), page: String(page) })
  const answer = await account.call('GET', `/profiles?${search}`)
  expect(answer.status, `${search}: ${answer.text.slice(0, 200)}`).toBe(200)
  const want = await factsOf(tables, matches.slice((page - 1) * limit, page * limit))
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

type Where = { text: string; values: unknown[] }

/** The specified filters over the plain facts; each condition checks every row by itself. */
function conditionsOf(query: ListQuery): Where {
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

/** 0 if each word of the search is one of the name, 1 if each begins one, 2 for people who are only similar. */
function nearnessOf(search: string, hold: (value: unknown) => string): string {
  const words = foldText(search).match(/\p{L}+|\p{N}+/gu)
  if (!words || words.some((word) => /\p{Script=Han}|\p{Script=Hangul}/u.test(word))) return '0'
  const each = (condition: (term: string) => string) =>
    words.map((word) => condition(`${hold(word)}::text`)).join(' and ')
  const begins = (term: string) => `exists (select from unnest(words) as own where starts_with(own, ${term}))`
  return `case when ${each((term) => `${term} = any(words)`)} then 0 when ${each(begins)} then 1 else 2 end`
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
async function matchesOf(tables: Tables, query: ListQuery): Promise<string[]> {
  const { text, values } = conditionsOf(query)
  const isByNearness = query.search !== undefined && !query.sortProp
  const nearness = isByNearness ? nearnessOf(query.search ?? '', (value) => `$${values.push(value)}`) : '0'
  const direction = !query.sortProp || query.sortOrder === 'descending' ? 'desc' : 'asc'
  const column = query.sortProp === 'name' ? 'name' : query.sortProp === '_id' ? 'id' : 'created_at'
  const [row] = await tables.rows<{ ids: string[] | null }>(
    `select json_agg(id order by ${nearness}, ${column} ${direction}, id ${direction}) as ids from oracle.person where ${text}`,
    values,
  )
  return row?.ids ?? []
}

function factsOf(tables: Tables, people: string[]): Promise<Fact[]> {
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
