import { expect, test } from 'vitest'
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
