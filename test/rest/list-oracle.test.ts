import { beforeAll, expect, test } from 'vitest'
import { insertAlias } from '../../src/domain/alias/store.ts'
import { insertProfile, writeDocument } from '../../src/domain/profile/store.ts'
import { attachTags, insertTag } from '../../src/domain/tag/store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

/** What the test itself knows of a profile; the expected answers are computed from this alone. */
type Known = {
  id: string
  createdAt: string
  updatedAt: string
  words: string[]
  name: string
  state: 'active' | 'pending'
  available: string[]
  completed: string[]
  started: string | null
  style: string | null
  tags: string[]
  customId: string | null
}

const count = 300
const assessments = ['disc', 'focus', 'core']
const styles = ['D', 'I', 'S', 'C', 'DI', 'DC', 'ID', 'IS', 'SI', 'SC', 'CS', 'CD']
const firstNames = [
  'Anton',
  'Berta',
  'Cäsar',
  'Dora',
  'Émile',
  'Friedrich',
  'Gustav',
  'Heinrich',
  'Ida',
  'Julius',
]
const lastNames = [
  'Kaufmann',
  'Ludwig',
  'Mötley',
  'Nordpol',
  'Otto',
  'Paula',
  'Quelle',
  'Richard',
  'Siegfried',
  'Theodor',
]

let running: TestService
let account: TestAccount
let tags: string[] = []
const known: Known[] = []
const random = seededRandom(20_261_121)

beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  tags = Array.from({ length: 6 }, () => newPublicId())
  await running.service.parts.database.inAccount(account.id, async (sql) => {
    for (const id of tags) {
      await insertTag(sql, {
        accountId: account.id,
        id,
        label: `Tag ${id.slice(-3)}`,
        color: 'red',
        now: new Date(),
      })
    }
    for (let number = 0; number < count; number += 1) known.push(await insertPerson(sql, number))
  })
})

async function insertPerson(sql: Json, number: number): Promise<Known> {
  const id = newPublicId()
  // Few distinct instants, so that ties are common.
  const created = new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 40)))
  const firstName = random() < 0.1 ? null : pick(firstNames, random)
  const lastName = firstName !== null && random() < 0.1 ? null : pick(lastNames, random)
  const available = random() < 0.7 ? assessments : some(assessments, random)
  const completed = random() < 0.35 ? available : available.filter(() => random() < 0.3)
  const isStarted = completed.length > 0 || random() < 0.4
  const started = isStarted ? new Date(created.getTime() + Math.floor(random() * 20) * 43_200_000) : null
  const style = completed.includes('disc') ? pick(styles, random) : null
  const state = isStarted || random() < 0.2 ? 'active' : 'pending'
  const customId = random() < 0.3 ? `key-${number % 10}` : null
  const ownTags = tags.filter(() => random() < 0.25)
  await insertProfile(sql, {
    accountId: account.id,
    id,
    now: created,
    email: null,
    phone: null,
    firstName,
    lastName,
    locale: null,
    availableAssessments: available as never,
  })
  await attachTags(sql, account.id, id, ownTags)
  if (customId) {
    const alias = { resourceType: 'profile', resourceId: id, consumerKey: customId } as const
    await insertAlias(sql, { accountId: account.id, id: newPublicId(), now: created, ...alias })
  }
  for (const assessment of started ? available : []) {
    await sql.run(
      `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, date_started, date_completed)
       values ($1, $2, 1, $3, 'form', 'hash', $4, $5)`,
      [account.id, id, assessment, started, completed.includes(assessment) ? started : null],
    )
  }
  if (style) {
    await sql.run(
      `insert into result (account_id, profile_id, attempt, assessment, form, form_hash, version, result, created_at)
       values ($1, $2, 1, 'disc', 'form', 'hash', '1', $3, $4)`,
      [
        account.id,
        id,
        JSON.stringify({ style, d: 1, i: 2, s: 3, c: 4, confidence: 0.5, styles: { [style]: 1 } }),
        created,
      ],
    )
  }
  await sql.run('update profile set state = $3 where account_id = $1 and id = $2', [account.id, id, state])
  await writeDocument(sql, account.id, id)
  const name = plain(`${firstName ?? ''} ${lastName ?? ''}`).trim()
  return {
    id,
    createdAt: created.toISOString(),
    updatedAt: created.toISOString(),
    name,
    words: name.split(' ').filter(Boolean),
    state,
    available: [...available],
    completed: [...completed],
    started: started?.toISOString() ?? null,
    style,
    tags: ownTags,
    customId,
  }
}

type Query = Record<string, string>

function expected(query: Query): Known[] {
  const has = (name: string) => query[name] !== undefined
  const listed = (name: string) => (query[name] ?? '').split(',')
  const isCompleted = (one: Known) => one.available.every((id) => one.completed.includes(id))
  const kept = known.filter(
    (one) =>
      (!has('isCompleted') || isCompleted(one) === (query.isCompleted === 'true')) &&
      (!has('state') || query.state === 'all' || one.state === query.state) &&
      (!has('profileIds') || listed('profileIds').includes(one.id)) &&
      (!has('tagIds') || listed('tagIds').some((id) => one.tags.includes(id))) &&
      (!has('assessmentIds') || listed('assessmentIds').every((id) => one.completed.includes(id))) &&
      (!has('customIds') || (one.customId !== null && listed('customIds').includes(one.customId))) &&
      (!has('discStyles') ||
        listed('discStyles').some((code) =>
          code.length === 1 ? one.style?.[0] === code : one.style === code,
        )) &&
      (!has('startedAfter') ||
        (one.started !== null && Date.parse(one.started) >= Date.parse(query.startedAfter ?? ''))) &&
      (!has('startedBefore') ||
        (one.started !== null && Date.parse(one.started) <= Date.parse(query.startedBefore ?? ''))) &&
      (!has('updatedAfter') || Date.parse(one.updatedAt) >= Date.parse(query.updatedAfter ?? '')) &&
      (!has('search') ||
        plain(query.search ?? '')
          .split(' ')
          .every((word) => one.words.some((own) => own.startsWith(word)))),
  )
  const property = query.sortProp
  const sign = !property || query.sortOrder === 'descending' ? -1 : 1
  const keyOf = (one: Known) => (property === '_id' ? '' : property === 'name' ? one.name : one.createdAt)
  return kept.sort((left, right) => sign * (compare(keyOf(left), keyOf(right)) || compare(left.id, right.id)))
}

function randomQuery(): Query {
  const query: Query = {}
  const maybe = (chance: number, name: string, make: () => string) => {
    if (random() < chance) query[name] = make()
  }
  const day = () =>
    new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 50), random() < 0.5 ? 0 : 12)).toISOString()
  maybe(0.25, 'isCompleted', () => (random() < 0.5 ? 'true' : 'false'))
  maybe(0.2, 'state', () => pick(['active', 'pending', 'all'], random))
  maybe(0.2, 'profileIds', () => Array.from({ length: 60 }, () => pick(known, random).id).join(','))
  maybe(0.25, 'tagIds', () => some(tags, random).join(','))
  maybe(0.25, 'assessmentIds', () => some(assessments, random).join(','))
  maybe(0.2, 'customIds', () => some(['key-1', 'key-2', 'key-3', 'key-4', 'nobody'], random).join(','))
  maybe(0.25, 'discStyles', () => some(styles, random).join(','))
  maybe(0.25, 'startedAfter', day)
  maybe(0.25, 'startedBefore', day)
  maybe(0.1, 'updatedAfter', day)
  maybe(0.25, 'search', searchText)
  maybe(0.6, 'sortProp', () => pick(['createdAt', 'name', '_id'], random))
  maybe(0.5, 'sortOrder', () => pick(['ascending', 'descending'], random))
  maybe(0.3, 'includeTags', () => (random() < 0.5 ? 'true' : 'false'))
  return query
}

/** Whole words and beginnings of them, where the rule leaves no room: other names here are never so near. */
function searchText(): string {
  const first = pick(firstNames, random)
  const last = pick(lastNames, random)
  return pick(
    [first, last, `${last} ${first}`, `${first} ${last}`, first.slice(0, 3), last.slice(0, 3).toUpperCase()],
    random,
  )
}

test('every random combination of filters, orders and pages answers what a plain filter over the data does', async () => {
  let filled = 0
  for (let round = 0; round < 400; round += 1) {
    const query = randomQuery()
    const want = expected(query)
    if (want.length > 0) filled += 1
    const limit = pick([1, 7, 10, 50, 100], random)
    const page = 1 + Math.floor(random() * Math.min(5, Math.ceil(want.length / limit) + 1))
    const search = new URLSearchParams({ ...query, limit: String(limit), page: String(page) })
    const answer = await account.call('GET', `/profiles?${search}`)
    expect(answer.status, `${search}: ${answer.text.slice(0, 200)}`).toBe(200)
    const from = (page - 1) * limit
    expect(
      answer.body.profiles.map((profile: Json) => profile.id),
      String(search),
    ).toEqual(want.slice(from, from + limit).map((one) => one.id))
    const totalPages = Math.ceil(want.length / limit)
    expect(answer.body.pagination, String(search)).toEqual({
      page,
      limit,
      total: want.length,
      totalPages,
      hasMore: page < totalPages,
    })
    for (const profile of answer.body.profiles) expectSame(profile, query.includeTags === 'true')
  }
  expect(filled, 'enough of the combinations find somebody').toBeGreaterThan(150)
}, 60_000)

function expectSame(profile: Json, hasTags: boolean): void {
  const one = known.find(({ id }) => id === profile.id) as Known
  expect(profile.completedAssessments).toEqual(assessments.filter((id) => one.completed.includes(id)))
  expect(profile.isCompleted).toBe(one.available.every((id) => one.completed.includes(id)))
  expect(profile.dateStarted).toBe(one.started)
  expect(profile.disc?.style ?? null).toBe(one.style)
  expect(profile.state).toBe(one.state)
  expect(profile.tags?.map((tag: Json) => tag.id).sort()).toEqual(hasTags ? [...one.tags].sort() : undefined)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function pick<T>(items: readonly T[], next: Random): T {
  return items[Math.floor(next() * items.length)] as T
}

function some<T>(items: readonly T[], next: Random): T[] {
  const kept = items.filter(() => next() < 0.4)
  return kept.length > 0 ? kept : [pick(items, next)]
}
