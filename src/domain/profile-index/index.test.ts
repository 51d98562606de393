import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { newPublicId } from '../../platform/ids.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { countAccountProfiles } from '../account/store.ts'
import { type ProfileFilters, type ProfileOrder, searchProfiles } from '../profile/search-store.ts'
import { checkIndex } from './check-store.ts'
import type { RowKey } from './sort.ts'
import { createIndexKeeper } from './worker.ts'

let db: TestDatabase
let accountId: string
let tagIds: string[]
const log = { info() {}, warn: (_: object, message: string) => expect.fail(message) }

beforeAll(async () => {
  db = await createTestDatabase()
  accountId = newPublicId(new Date())
  await db.admin(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'A')`, [
    accountId,
  ])
  tagIds = Array.from({ length: 6 }, () => newPublicId(new Date()))
  await write((sql) =>
    sql.run(
      `insert into tag (account_id, id, created_at, updated_at, label, color)
       select $1, id, now(), now(), 'T', 'red' from unnest($2::text[]) as id`,
      [accountId, tagIds],
    ),
  )
  await write((sql) => addPeople(sql, seededRandom(1), 4_000))
})

test('while people are added, changed, tagged and removed, lists are what plain SQL finds in the same snapshot', async () => {
  const random = seededRandom(2)
  const keeper = createIndexKeeper({ database: db.database, log })
  const end = new AbortController()
  await keeper(end.signal)
  expect(await db.admin('select ready from profile_index')).toEqual([{ ready: true }])
  let [writing, compared] = [true, 0]
  const writer = async (next: Random) => {
    for (let round = 0; round < 40; round += 1)
      await write((sql) => changeSomething(sql, next)).catch(ignoreLostRace)
  }
  const folder = async () => {
    while (writing) await keeper(end.signal)
  }
  const reader = async (next: Random) => {
    for (; writing || compared < 40; compared += 1) await expectRight(next)
  }
  const writers = Promise.all([writer(seededRandom(3)), writer(seededRandom(4))]).finally(() => {
    writing = false
  })
  await Promise.all([writers, folder(), folder(), reader(random), reader(seededRandom(5))])
  expect(await look((sql) => checkIndex(sql, accountId))).toEqual({ misplaced: 0, bits: 0, people: 0 })
  await keeper(end.signal)
  expect(await db.admin('select count(*)::integer as count from profile_change')).toEqual([{ count: 0 }])
  expect(await look((sql) => checkIndex(sql, accountId))).toEqual({ misplaced: 0, bits: 0, people: 0 })
  for (let round = 0; round < 20; round += 1) await expectRight(random)
})

test('while people are added, changed, tagged and removed, a walk by cursor meets everyone who is there throughout once', async () => {
  const keeper = createIndexKeeper({ database: db.database, log })
  const end = new AbortController()
  let [walking, held] = [true, 0]
  const walker = async (next: Random) => {
    for (let round = 0; round < 4; round += 1) {
      const [filters, order] = [randomFilters(next), randomOrder(next)]
      const before = await versions(filters, order)
      const seen = await walk(filters, order, pick([100, 300], next))
      const after = await versions(filters, order)
      const throughout = new Set([...before].filter((one) => after.has(one)).map((one) => one.split(' ')[0]))
      const met = seen.filter((id) => throughout.has(id))
      expect(met.length, JSON.stringify({ filters, order })).toBe(throughout.size)
      expect(new Set(met).size).toBe(throughout.size)
      held += throughout.size
    }
  }
  const writer = async (next: Random) => {
    while (walking) {
      await write((sql) => changeSomething(sql, next)).catch(ignoreLostRace)
      await keeper(end.signal)
    }
  }
  const walkers = Promise.all([walker(seededRandom(6)), walker(seededRandom(7))]).finally(() => {
    walking = false
  })
  await Promise.all([walkers, writer(seededRandom(8))])
  expect(held).toBeGreaterThan(1_000)
})

test('a bit that differs from its profile, a profile in a wrong slice and a wrong number of people are found', async () => {
  const faults = () => look((sql) => checkIndex(sql, accountId))
  const intact = { misplaced: 0, bits: 0, people: 0 }
  const [row] = await db.admin<{ bits: string }>(
    `update profile_bits set bits = ~bits where value = 'state:active' and sort = 1
       and slice = (select min(slice) from profile_bits where sort = 1) returning bits`,
  )
  expect(row).toBeDefined()
  expect(await faults()).toEqual({ ...intact, bits: 1 })
  await db.admin(
    `update profile_bits set bits = ~bits where value = 'state:active' and sort = 1
       and slice = (select min(slice) from profile_bits where sort = 1)`,
  )
  await db.admin('update profile_index set people = people + 3')
  expect(await faults()).toEqual({ ...intact, people: 3 })
  await db.admin('update profile_index set people = people - 3')
  await db.admin(`update profile_place set by_name = null where profile_id = (select min(id) from profile)`)
  const found = await faults()
  expect(found.misplaced).toBe(1)
  expect(found.bits).toBeGreaterThan(0)
})

/** The other writer removed a tag or a person meanwhile (SQLSTATE 23503). Nothing was written. */
function ignoreLostRace(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
}

function write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.database.inAccount(accountId, work)
}

function look<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.database.inAccount(accountId, work, { readOnly: true })
}

async function addPeople(sql: Sql, random: Random, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: newPublicId(new Date(Math.floor(random() * 2e12))),
    at: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 50))),
    name: `${Math.floor(random() * 30)} name`,
    state: random() < 0.5 ? 'active' : 'pending',
    completed: random() < 0.3 ? ['disc', 'focus'] : random() < 0.5 ? ['disc'] : [],
    style: random() < 0.5 ? pick(['D', 'DI', 'IS', 'C'], random) : null,
  }))
  await sql.run(
    `insert into profile (account_id, id, created_at, updated_at, name_key, state, available_assessments,
        completed_assessments, is_completed, disc_style, doc)
     select $1, id, at, at, name, state, '{disc,focus}', array(select json_array_elements_text(completed)),
        json_array_length(completed) = 2, style, '{}'
       from json_to_recordset($2) as row (id text, at timestamptz, name text, state text, completed json, style text)`,
    [accountId, JSON.stringify(rows)],
  )
  const tagged = rows.flatMap(({ id }) => (random() < 0.5 ? [[id, pick(tagIds, random)]] : []))
  await tagPeople(sql, tagged as [string, string][])
}

async function tagPeople(sql: Sql, links: readonly [string, string][]): Promise<void> {
  await sql.run(
    `insert into profile_tag (account_id, tag_id, profile_id)
     select tag.account_id, tag.id, link.id from unnest($2::text[], $3::text[]) as link (id, tag)
       join tag on tag.account_id = $1 and tag.id = link.tag on conflict do nothing`,
    [accountId, links.map(([id]) => id), links.map(([, tag]) => tag)],
  )
}

/** One transaction of one or two changes, as operations make them. */
async function changeSomething(sql: Sql, random: Random): Promise<void> {
  const people = await sql.rows<{ id: string }>(
    'select id from profile where account_id = $1 and id > $2 order by id limit $3',
    [
      accountId,
      Math.floor((random() * 2e12) / 1000)
        .toString(16)
        .padStart(8, '0'),
      1 + Math.floor(random() * 60),
    ],
  )
  const ids = people.map(({ id }) => id)
  const changes = [
    () => addPeople(sql, random, Math.floor(random() * 120)),
    () =>
      tagPeople(
        sql,
        ids.map((id) => [id, pick(tagIds, random)]),
      ),
    () => sql.run('delete from profile_tag where account_id = $1 and profile_id = any($2)', [accountId, ids]),
    () =>
      sql.run('delete from profile where account_id = $1 and id = any($2)', [accountId, ids.slice(0, 20)]),
    () =>
      sql.run(`update profile set name_key = $3 where account_id = $1 and id = any($2)`, [
        accountId,
        ids,
        `${Math.floor(random() * 30)} other`,
      ]),
    () =>
      sql.run(
        `update profile set state = 'active', is_completed = true, completed_assessments = '{disc,focus}', disc_style = 'SC'
          where account_id = $1 and id = any($2)`,
        [accountId, ids],
      ),
    () =>
      random() < 0.2 && sql.run('delete from tag where account_id = $1 and id = $2', [accountId, tagIds[0]]),
  ]
  await pick(changes, random)()
  if (random() < 0.3) await pick(changes, random)()
}

async function expectRight(random: Random): Promise<void> {
  const [filters, order] = [randomFilters(random), randomOrder(random)]
  const limit = pick([1, 10, 100], random)
  const share = random()
  await look(async (sql) => {
    const expected = await plain(sql, filters, order)
    const offset = Math.floor(share * (expected.length + 20))
    const { rows, total } = await searchProfiles(sql, accountId, filters, order, { limit, offset })
    expect(
      { total, ids: rows.map(({ id }) => id) },
      JSON.stringify({ filters, order, limit, offset }),
    ).toEqual({
      total: expected.length,
      ids: expected.slice(offset, offset + limit),
    })
    const last = rows.at(-1)
    if (last) {
      const after = [last.key, last.id] as const
      const next = await searchProfiles(sql, accountId, filters, order, { limit, offset: 0, after })
      const start = offset + rows.length
      expect(next.total).toBe(expected.length)
      expect(next.rows.map(({ id }) => id)).toEqual(expected.slice(start, start + limit))
    }
    const [all] = await sql.rows<{ n: number }>('select count(*)::integer as n from profile', [])
    expect(await countAccountProfiles(sql, accountId)).toBe(all?.n)
  })
}

function randomFilters(random: Random): ProfileFilters {
  return {
    ...(random() < 0.3 && { isCompleted: random() < 0.5 }),
    ...(random() < 0.3 && { state: pick(['active', 'pending'] as const, random) }),
    ...(random() < 0.3 && { assessmentIds: pick([['disc'], ['disc', 'focus']] as const, random) }),
    ...(random() < 0.3 && { discStyles: pick([['D'], ['DI', 'S'], ['C', 'IS']], random) }),
    ...(random() < 0.4 && { tagIds: tagIds.filter(() => random() < 0.4) }),
  }
}

function randomOrder(random: Random): ProfileOrder {
  return { property: pick(['createdAt', 'name', '_id'] as const, random), descending: random() < 0.5 }
}

/** Reads the whole list by cursor, each page in a transaction of its own. */
async function walk(filters: ProfileFilters, order: ProfileOrder, limit: number): Promise<string[]> {
  const seen: string[] = []
  let after: RowKey | undefined
  do {
    const window = { limit, offset: 0, after }
    const { rows } = await look((sql) => searchProfiles(sql, accountId, filters, order, window))
    seen.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    after = last && [last.key, last.id]
  } while (after)
  return seen
}

/** The row versions of the profiles in the list, and of what tags them: equal ones were there all the time between. */
async function versions(filters: ProfileFilters, order: ProfileOrder): Promise<Set<string>> {
  return look(async (sql) => {
    const ids = await plain(sql, filters, order)
    const rows = await sql.rows<{ id: string; version: string; links: string[] }>(
      `select id, xmin::text as version,
          array(select tag_id || link.xmin::text from profile_tag link where account_id = $1 and profile_id = profile.id
                 and tag_id = any($3)) as links
         from profile where account_id = $1 and id = any($2)`,
      [accountId, ids, filters.tagIds ?? []],
    )
    const tagged = filters.tagIds !== undefined
    return new Set(
      rows.flatMap(({ id, version, links }) =>
        tagged ? links.map((link) => `${id} ${version} ${link}`) : [`${id} ${version}`],
      ),
    )
  })
}

async function plain(sql: Sql, filters: ProfileFilters, order: ProfileOrder): Promise<string[]> {
  const column = { createdAt: 'created_at', name: 'name_key', _id: 'id' }[order.property]
  const direction = order.descending ? 'desc' : 'asc'
  const rows = await sql.rows<{ id: string }>(
    `select id from profile where account_id = $1
       and ($2::boolean is null or is_completed = $2) and ($3::text is null or state = $3)
       and ($4::text[] is null or completed_assessments @> $4)
       and ($5::text[] is null or disc_style = any($5) or left(disc_style, 1) = any($5))
       and ($6::text[] is null or id in (select profile_id from profile_tag where account_id = $1 and tag_id = any($6)))
     order by ${column} ${direction}, id ${direction}`,
    [
      accountId,
      filters.isCompleted ?? null,
      filters.state ?? null,
      filters.assessmentIds ?? null,
      filters.discStyles ?? null,
      filters.tagIds ?? null,
    ],
  )
  return rows.map(({ id }) => id)
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}
