import { beforeAll, expect, test } from 'vitest'
import { compareLists, type Oracle, openOracle } from '../support/list-oracle.ts'

/** Five slices of the index and more; `npm run drill -- list-oracle` compares with 100,000 people. */
const people = 12_000
const rounds = 150

let oracle: Oracle
beforeAll(async () => {
  oracle = await openOracle({ people, seed: 7 })
}, 240_000)

test(`of ${people} profiles, every combination of filters, orders and pages answers what plain SQL does`, async () => {
  const filled = await compareLists(oracle, rounds)
  expect(filled, 'enough of the combinations find somebody').toBeGreaterThan(rounds / 4)
}, 180_000)
