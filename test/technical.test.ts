import { beforeAll, describe, expect, test } from 'vitest'
import { focusForm } from '../src/content/forms.ts'
import { focusNorm } from '../src/content/norms.ts'
import { simulation, type TechnicalFigures } from '../src/content/technical.ts'
import { type AggregationLimits, aggregate } from '../src/domain/technical/aggregate.ts'
import { coreFigures } from '../src/domain/technical/core.ts'
import { discFigures } from '../src/domain/technical/disc.ts'
import { focusFigures } from '../src/domain/technical/focus.ts'
import { createTechnical } from '../src/domain/technical/technical.ts'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
  insertLiveAccount,
  retakeOf,
} from './support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { startTestService, type TestService } from './support/service.ts'

let db: TestDatabase
let one: string
let people: CompletedPerson[]
let former: CompletedPerson[]
let few: TechnicalFigures
let many: TechnicalFigures

const log = { warn: (_: object, message: string) => expect.fail(message) }
const read = (bounds?: AggregationLimits) =>
  createTechnical({ database: db.database, clock: () => new Date(), log, ...(bounds && { bounds }) }).read()

beforeAll(async () => {
  db = await createTestDatabase()
  people = drawCompletedPeople(520)
  // Twelve took everything twice; one of them was careless the first time.
  for (const person of people.slice(0, 12)) person.attempt = 2
  former = people.slice(0, 12).map(({ id }, at) => ({
    ...retakeOf(id, 1, 5_000 + at),
    outcome: at === 0 ? 'caution' : 'ok',
  }))
  const careless = drawCompletedPeople(9, 9_000).map((one, at) => ({
    ...one,
    outcome: at < 6 ? ('caution' as const) : ('invalid' as const),
  }))
  one = await insertLiveAccount(db)
  const other = await insertLiveAccount(db)
  await insertCompletedPeople(db, one, people.slice(0, 499), former)
  // Demo people are in the tables too, and must not count.
  const demo = await insertLiveAccount(db)
  await db.admin(`update account set mode = 'demo' where id = $1`, [demo])
  await insertCompletedPeople(db, demo, drawCompletedPeople(40, 8_000))
  few = await read()
  await insertCompletedPeople(db, other, [...people.slice(499), ...careless])
  many = await read({ people: 20_000, batchSize: 64, queries: 10_000 })
})

describe('with 499 people', () => {
  test('every figure is from the simulation, and labeled so', () => {
    for (const family of ['focus', 'disc', 'core'] as const) {
      expect(few[family]).toEqual({
        basis: 'simulation',
        n: simulation.made.people,
        madeAt: null,
        ...simulation[family],
      })
      expect(few.people[family]).toMatchObject({ n: 499, medianMinutes: null, quality: null })
    }
  })
})

describe('with 520 people', () => {
  test('every figure is from people: all except demo people and those with a caution or invalid quality', () => {
    for (const family of ['focus', 'disc', 'core'] as const) {
      expect(many[family]).toMatchObject({ basis: 'people', n: 520, retestN: 11 })
      expect(many.people[family].n).toBe(520)
    }
    expect(many.people.disc.quality).toEqual({ ok: 0.983, caution: 0.0113, invalid: 0.0057 })
  })

  test('reliability, errors and item statistics equal an independent computation', () => {
    const keyed = (sheet: readonly (number | null)[], n: number) =>
      focusForm.items[n - 1]?.ipip === -1 ? 6 - Number(sheet[n - 1]) : Number(sheet[n - 1])
    for (const { facet, items, scale } of focusForm.facets) {
      const columns = items.map((n) => people.map(({ sheet }) => keyed(sheet.focus, n)))
      const sums = people.map((_, at) => columns.reduce((sum, column) => sum + (column[at] ?? 0), 0))
      const alpha =
        (4 / 3) * (1 - columns.reduce((sum, column) => sum + variance(column), 0) / variance(sums))
      const sem = Math.sqrt(variance(sums) * (1 - alpha))
      const norm = focusNorm.provisional.facets[scale] ?? focusNorm.balanced.facets[scale]
      const found = many.focus.scales.find((one) => one.scale === facet)
      expect(found?.alpha, facet).toBeCloseTo(alpha, 2.9)
      expect(found?.semRaw, facet).toBeCloseTo(sem, 1.9)
      expect(found?.semT, facet).toBeCloseTo((10 * sem) / (norm?.sd ?? 0), 1.9)
      expect(found?.mean, facet).toBeCloseTo(mean(sums), 1.9)
      expect(found?.sd, facet).toBeCloseTo(Math.sqrt(variance(sums)), 1.9)
      const halves = [0, 2].map((from) =>
        people.map((_, at) => Number(columns[from]?.[at]) + Number(columns[from + 1]?.[at])),
      )
      const r = pearson(halves[0] ?? [], halves[1] ?? [])
      expect(found?.splitHalf, facet).toBeCloseTo((2 * r) / (1 + r), 2.9)
      for (const [at, n] of items.entries()) {
        const rest = sums.map((sum, person) => sum - Number(columns[at]?.[person]))
        const item = many.focus.items[n - 1]
        expect(item).toMatchObject({ item: n, facet, key: focusForm.items[n - 1]?.ipip })
        expect(item?.itemRest, String(n)).toBeCloseTo(pearson(columns[at] ?? [], rest), 2.9)
        expect(item?.mean, String(n)).toBeCloseTo(mean(columns[at] ?? []), 1.9)
      }
    }
  })

  test('so do the raw sums of traits, and what scoring stored for the same people', () => {
    for (const trait of ['flexibility', 'stability'] as const) {
      const raw = people.map(({ scores }) =>
        'unscored' in scores.focus ? Number.NaN : scores.focus[trait].raw,
      )
      const found = many.focus.scales.find((scale) => scale.scale === trait)
      expect(found?.mean).toBeCloseTo(mean(raw), 1.9)
      expect(found?.sd).toBeCloseTo(Math.sqrt(variance(raw)), 1.9)
    }
  })

  test('so do the letters and statements of DISC', () => {
    const d = people.map(({ scores }) => scores.disc.most.D - scores.disc.least.D)
    expect(many.disc.letters[0]).toMatchObject({ letter: 'D', mean: expect.closeTo(mean(d), 1.9) })
    expect(many.disc.letters[0]?.sd).toBeCloseTo(Math.sqrt(variance(d)), 1.9)
    const chosen = people.filter(({ sheet }) => sheet.disc[23]?.most === 'S').length
    const statement = many.disc.statements.find(({ block, letter }) => block === 24 && letter === 'S')
    expect(statement?.most).toBeCloseTo(chosen / 520, 4)
    const shares = many.disc.statements
      .filter(({ block }) => block === 7)
      .reduce((sum, one) => sum + one.least, 0)
    expect(shares).toBeCloseTo(1, 3)
  })

  test('so do the values of Core', () => {
    const utilities = people.map(
      ({ scores }) => scores.core.ranked.find(({ key }) => key === 'freedom')?.utility ?? 0,
    )
    const freedom = many.core.values.find(({ value }) => value === 'freedom')
    expect(freedom?.mean).toBeCloseTo(mean(utilities), 2.9)
    expect(freedom?.sd).toBeCloseTo(Math.sqrt(variance(utilities)), 2.9)
    const first = people.filter(({ scores }) => scores.core.first === 'freedom').length
    expect(freedom?.first).toBeCloseTo(first / 520, 4)
  })

  test('the median of minutes is right', () => {
    const seconds = people.map(({ activeSeconds }) => activeSeconds).sort((one, other) => one - other)
    expect(many.people.core.medianMinutes).toBeCloseTo(Number(seconds[259]) / 60, 0.9)
  })

  test('no figure is shown for the few who took everything twice', () => {
    expect(many.focus.scales.every(({ retest }) => retest === null)).toBe(true)
    expect(many.disc.letters.every(({ retest }) => retest === null)).toBe(true)
    expect(many.core.retest).toBeNull()
  })

  test('the sums behind them pair the first attempt with the current one', async () => {
    const bounds = { people: 20_000, batchSize: 64, queries: 10_000 }
    const tallies = await aggregate(db.database, bounds, AbortSignal.timeout(170_000))
    const pairs = former.slice(1).map((first) => [first, people.find(({ id }) => id === first.id)] as const)
    const creativity = (one: CompletedPerson | undefined) =>
      one && !('unscored' in one.scores.focus)
        ? one.scores.focus.flexibility.facets.creativity?.raw
        : undefined
    const found = focusFigures(tallies.focus, 1).scales.find(({ scale }) => scale === 'creativity')
    const expected = pearson(
      pairs.map(([first]) => Number(creativity(first))),
      pairs.map(([, now]) => Number(creativity(now))),
    )
    expect(found?.retest).toBeCloseTo(expected, 2.9)
    const d = ({ scores }: CompletedPerson) => scores.disc.most.D - scores.disc.least.D
    const letters = discFigures(tallies.disc, 1).letters
    const again = pearson(
      pairs.map(([first]) => d(first)),
      pairs.map(([, now]) => d(now as CompletedPerson)),
    )
    expect(letters[0]?.retest).toBeCloseTo(again, 2.9)
    const utilities = ({ scores }: CompletedPerson) =>
      scores.core.ranked
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ utility }) => utility)
    const within = pairs.map(([first, now]) => pearson(utilities(first), utilities(now as CompletedPerson)))
    expect(coreFigures(tallies.core, 1).retest).toBeCloseTo(mean(within), 2.9)
  })

  test('one person more or fewer changes only their number, whichever process counts', {
    tags: 'long',
  }, async () => {
    const [late] = drawCompletedPeople(1, 7_000)
    await insertCompletedPeople(db, one, late ? [late] : [])
    const moved = await read()
    expect(moved.people.disc.n).toBe(521)
    for (const family of ['focus', 'disc', 'core'] as const) expect(moved[family]).toEqual(many[family])
    expect(moved.people.disc.quality).toEqual(many.people.disc.quality)
    await db.admin('delete from profile where id = $1', [late?.id])
  })

  test('500 more people change the figures', { tags: 'long' }, async () => {
    const others = drawCompletedPeople(500, 20_000)
    const third = await insertLiveAccount(db)
    await insertCompletedPeople(db, third, others)
    const grown = await read()
    expect(grown.disc).toMatchObject({ basis: 'people', n: 1_020 })
    expect(grown.disc.statements).not.toEqual(many.disc.statements)
    await db.admin('delete from account where id = $1', [third])
  })

  test('counting stops at its limit, and says so', async () => {
    const bounded = await read({ people: 500, batchSize: 200, queries: 10_000 })
    expect(bounded.people.focus).toMatchObject({ n: 500, capped: true })
    const hasty = await read({ people: 20_000, batchSize: 200, queries: 3 })
    expect(hasty.people.focus.n).toBeLessThan(520)
    expect(hasty.people.focus.capped).toBe(true)
    expect(many.people.focus.capped).toBe(false)
  })

  test('the tables are from the simulation again after deletions leave fewer than 500', async () => {
    await db.admin('delete from account where id = $1', [one])
    expect(await read()).toMatchObject({
      disc: { basis: 'simulation' },
      people: { disc: { n: 21, quality: null } },
    })
  })
})

describe('a request', () => {
  test('gets the stored figures; an hour later they are computed once, whatever the number of requests', async () => {
    let now = Date.parse('2026-11-21T09:00:00Z')
    let looks = 0
    const database = {
      ...db.database,
      inSystem: ((...parameters: Parameters<typeof db.database.inSystem>) => {
        looks += 1
        return db.database.inSystem(...parameters)
      }) as typeof db.database.inSystem,
    }
    const technical = createTechnical({ database, clock: () => new Date(now), log })
    const [one, other] = await Promise.all([technical.read(), technical.read()])
    expect(one).toBe(other)
    expect(await technical.read()).toBe(one)
    expect(looks).toBe(1)
    now += 3_600_000
    expect(await Promise.all([technical.read(), technical.read()])).toEqual([one, one])
    await expect.poll(() => technical.read()).toMatchObject({ computedAt: '2026-11-21T10:00:00.000Z' })
    expect(looks).toBe(2)
    await technical.stop()
  })

  test('gets 503 with Retry-After without the database, and starts the computation only after a minute', async () => {
    let now = Date.parse('2026-11-21T09:00:00Z')
    let looks = 0
    const inSystem = async () => {
      looks += 1
      throw new Error('away')
    }
    const database = { ...db.database, inSystem } as typeof db.database
    const technical = createTechnical({ database, clock: () => new Date(now), log: { warn: () => {} } })
    for (const _ of [1, 2]) await expect(technical.read()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(looks).toBe(1)
    now += 60_000
    await expect(technical.read()).rejects.toMatchObject({ retryAfterSeconds: 60 })
    expect(looks).toBe(2)
  })
})

describe('the page', () => {
  let running: TestService
  beforeAll(async () => {
    running = await startTestService()
  })

  test('GET /technical 200: labels every table of the simulation as one, and is linked from the start page', async () => {
    const answer = await fetch(`${running.url}/technical`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    const captions = [...html.matchAll(/technical-caption">([^<]*)</g)].map(([, text]) => text)
    // The short form's table is derived, and says neither.
    expect(captions.splice(1, 1)).toEqual([expect.stringMatching(/^Focus: the short form, /)])
    expect(captions).toHaveLength(5)
    for (const caption of captions) expect(caption).toMatch(/Simulation: 2,000 invented people/)
    // The only figure outside of the tables shows it too.
    expect(html).toMatch(/utilities of one person correlate 0\.78 on average\. \(simulated\)</)
    expect(html.match(/<tr/g)?.length).toBe(6 + 3 + 35 + 36 + 120 + 4 + 96 + 13)
    const home = await (await fetch(`${running.url}/about`)).text()
    expect(home).toContain('href="/technical"')
    const { info } = (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as {
      info: { description: string }
    }
    expect(info.description).toContain(`${running.url}/technical`)
  })

  test('GET /technical.json 200: the same as JSON, with the basis of each questionnaire', async () => {
    const answer = await fetch(`${running.url}/technical.json`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const figures = (await answer.json()) as TechnicalFigures
    expect(figures.focus.basis).toBe('simulation')
    expect(figures.people.focus.n).toBe(0)
    expect(figures.focus.items).toHaveLength(120)
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

function pearson(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)]
  const product = one.reduce((sum, value, at) => sum + (value - a) * (Number(other[at]) - b), 0)
  return product / (one.length - 1) / Math.sqrt(variance(one) * variance(other))
}
