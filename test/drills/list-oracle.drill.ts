import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { checkIndex } from '../../src/domain/profile-index/check-store.ts'
import { createIndexKeeper } from '../../src/domain/profile-index/worker.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { openChangingPeople } from '../support/changing-people.ts'
import { createTestDatabase } from '../support/database.ts'
import { compareLists, openOracle } from '../support/list-oracle.ts'

test('of many profiles, every combination of filters, orders and pages answers what plain SQL does', async () => {
  const people = Number(process.env.DRILL_PEOPLE ?? 100_000)
  const rounds = Number(process.env.DRILL_ROUNDS ?? 500)
  const seed = Number(process.env.DRILL_SEED ?? 7)
  const oracle = await openOracle({ people, seed })
  const filled = await compareLists(oracle, rounds)
  console.info(`${rounds} lists of ${people} people compared, ${filled} of them found somebody`)
  expect(filled).toBeGreaterThan(rounds / 4)
})

test('while people are added, renamed, tagged and removed, every list is what plain SQL finds in the same snapshot', async () => {
  const minutes = Number(process.env.DRILL_MINUTES ?? 10)
  const most = Number(process.env.DRILL_ROUNDS ?? 100_000)
  const seed = Number(process.env.DRILL_SEED ?? 7)
  const db = await createTestDatabase({ patience: 20 })
  const people = await openChangingPeople(db, 6_000, seededRandom(seed))
  const log = {
    info() {},
    warn: (fields: object, message: string) => expect.fail(`${message}: ${inspect(fields)}`),
  }
  const keep = createIndexKeeper({ database: db.database, log })
  const { signal } = new AbortController()
  await keep(signal)
  const end = Date.now() + 60_000 * minutes
  let [compared, filled, changes, folds] = [0, 0, 0, 0]
  const isOn = () => Date.now() < end && compared < most
  const every = async (work: () => Promise<unknown>) => {
    while (isOn()) await work()
  }
  const [first, second, third, fourth] = [1, 2, 3, 4].map((one) => seededRandom(10 * seed + one)) as Four
  await Promise.all([
    every(async () => {
      await people.change(first)
      changes += 1
    }),
    every(async () => {
      await people.change(second)
      changes += 1
    }),
    every(async () => {
      await keep(signal)
      folds += 1
    }),
    ...[third, fourth].map((random) =>
      every(async () => {
        const found = await people.expectRight(random)
        filled += Number(found > 0)
        compared += 1
      }),
    ),
  ])
  const faults = await people.look((sql) => checkIndex(sql, people.accountId))
  console.info(JSON.stringify({ compared, filled, changes, folds, faults }))
  expect(faults).toMatchObject({ misplaced: 0, bits: 0, people: 0 })
  expect(filled).toBeGreaterThan(compared / 4)
})

type Random = ReturnType<typeof seededRandom>
type Four = [Random, Random, Random, Random]
