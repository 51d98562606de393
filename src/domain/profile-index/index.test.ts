import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ChangingPeople,
  openChangingPeople,
  pick,
  randomOrder,
} from '../../../test/support/changing-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { type ProfileFilters, type ProfileOrder, searchProfiles } from '../profile/search-store.ts'
import { checkIndex } from './check-store.ts'
import type { RowKey } from './sort.ts'
import { createIndexKeeper } from './worker.ts'

const log = { info() {}, warn: (_: object, message: string) => expect.fail(message) }

describe('an index of two slices', () => check({ count: 2_000, rounds: 12, walks: 2, leastHeld: 500 }))
describe('an index of three slices', { tags: 'long' }, () =>
  check({ count: 4_000, rounds: 40, walks: 4, leastHeld: 1_000 }),
)

function check({
  count,
  rounds,
  walks,
  leastHeld,
}: Record<'count' | 'rounds' | 'walks' | 'leastHeld', number>) {
  let db: TestDatabase
  let people: ChangingPeople

  beforeAll(async () => {
    db = await createTestDatabase({ patience: 20 })
    people = await openChangingPeople(db, count, seededRandom(1))
  })

  test('while people are added, changed, tagged and removed, lists are what plain SQL finds in the same snapshot', async () => {
    const random = seededRandom(2)
    const keeper = createIndexKeeper({ database: db.database, log })
    const end = new AbortController()
    await keeper(end.signal)
    expect(await db.admin('select ready from profile_index')).toEqual([{ ready: true }])
    let [writing, compared] = [true, 0]
    const writer = async (next: Random) => {
      for (let round = 0; round < rounds; round += 1) await people.change(next)
    }
    const folder = async () => {
      while (writing) await keeper(end.signal)
    }
    const reader = async (next: Random) => {
      for (; writing || compared < rounds; compared += 1) await people.expectRight(next)
    }
    const writers = Promise.all([writer(seededRandom(3)), writer(seededRandom(4))]).finally(() => {
      writing = false
    })
    await Promise.all([writers, folder(), folder(), reader(random), reader(seededRandom(5))])
    expect(await people.look((sql) => checkIndex(sql, people.accountId))).toEqual({
      misplaced: 0,
      bits: 0,
      people: 0,
      words: 0,
    })
    await keeper(end.signal)
    expect(await db.admin('select count(*)::integer as count from profile_change')).toEqual([{ count: 0 }])
    expect(await people.look((sql) => checkIndex(sql, people.accountId))).toEqual({
      misplaced: 0,
      bits: 0,
      people: 0,
      words: 0,
    })
    for (let round = 0; round < rounds / 2; round += 1) await people.expectRight(random)
  })

  test('while people are added, changed, tagged and removed, a walk by cursor meets everyone who is there throughout once', async () => {
    const keeper = createIndexKeeper({ database: db.database, log })
    const end = new AbortController()
    let [walking, held] = [true, 0]
    const walker = async (next: Random) => {
      for (let round = 0; round < walks; round += 1) {
        const [filters, order] = [people.filters(next), randomOrder(next)]
        const before = await versions(people, filters, order)
        const seen = await walk(people, filters, order, pick([100, 300], next))
        const after = await versions(people, filters, order)
        const throughout = new Set(
          [...before].filter((one) => after.has(one)).map((one) => one.split(' ')[0]),
        )
        const met = seen.filter((id) => throughout.has(id))
        expect(met.length, JSON.stringify({ filters, order })).toBe(throughout.size)
        expect(new Set(met).size).toBe(throughout.size)
        held += throughout.size
      }
    }
    const writer = async (next: Random) => {
      while (walking) {
        await people.change(next)
        await keeper(end.signal)
      }
    }
    const walkers = Promise.all([walker(seededRandom(6)), walker(seededRandom(7))]).finally(() => {
      walking = false
    })
    await Promise.all([walkers, writer(seededRandom(8))])
    expect(held).toBeGreaterThan(leastHeld)
  })

  test('a bit that differs from its profile, a profile in a wrong slice and a wrong number of people are found', async () => {
    const faults = () => people.look((sql) => checkIndex(sql, people.accountId))
    const intact = { misplaced: 0, bits: 0, people: 0, words: 0 }
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
}

/** Reads the whole list by cursor, each page in a transaction of its own. */
async function walk(
  people: ChangingPeople,
  filters: ProfileFilters,
  order: ProfileOrder,
  limit: number,
): Promise<string[]> {
  const seen: string[] = []
  let after: RowKey | undefined
  do {
    const window = { limit, offset: 0, after }
    const { rows } = await people.look((sql) => searchProfiles(sql, people.accountId, filters, order, window))
    seen.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    after = last && [last.key, last.id]
  } while (after)
  return seen
}

/** The row versions of the profiles in the list, and of what tags them: equal ones were there all the time between. */
async function versions(
  people: ChangingPeople,
  filters: ProfileFilters,
  order: ProfileOrder,
): Promise<Set<string>> {
  return people.look(async (sql) => {
    const ids = await people.plain(sql, filters, order)
    const rows = await sql.rows<{ id: string; version: string; links: string[] }>(
      `select id, xmin::text as version,
          array(select tag_id || link.xmin::text from profile_tag link where account_id = $1 and profile_id = profile.id
                 and tag_id = any($3)) as links
         from profile where account_id = $1 and id = any($2)`,
      [people.accountId, ids, filters.tagIds ?? []],
    )
    const tagged = filters.tagIds !== undefined
    return new Set(
      rows.flatMap(({ id, version, links }) =>
        tagged ? links.map((link) => `${id} ${version} ${link}`) : [`${id} ${version}`],
      ),
    )
  })
}
