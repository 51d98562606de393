import { beforeAll, describe, expect, test } from 'vitest'
import { compareLists, type Oracle, openOracle } from '../support/list-oracle.ts'

// Two slices of the index and more, and five and more; `npm run drill -- list-oracle` compares with 100,000 people.
describe('of 4,500 profiles', () => compare(4_500, 60))
describe('of 12,000 profiles', { tags: 'long' }, () => compare(12_000, 150))

function compare(people: number, rounds: number): void {
  let oracle: Oracle
  beforeAll(async () => {
    oracle = await openOracle({ people, seed: 7 })
  }, 240_000)

  test('combinations of filters, orders and pages answer what plain SQL does', async () => {
    const filled = await compareLists(oracle, rounds)
    expect(filled, 'enough of the combinations find somebody').toBeGreaterThan(rounds / 4)
  }, 180_000)
}
