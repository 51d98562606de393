import { afterAll, expect, test } from 'vitest'
import { killImports } from '../support/killed-imports.ts'
import { cleanUp } from '../support/process.ts'
import { renewInShells } from '../support/renewing-shells.ts'

afterAll(cleanUp)

test('5,000 rows with three kills: each person once, and the result file is complete', async () => {
  const outcome = await killImports({ rows: 5_000, killsAt: [1_000, 2_500, 4_000] })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  expect(outcome).toMatchObject({ kills: 3, people: 5_000, inResult: 5_000, complete: 5_000 })
})

test('twenty shells that renew at once: one renewal, and none is signed out', async () => {
  const outcome = await renewInShells(20)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  expect(outcome).toMatchObject({ renewals: 1, signedOut: 0 })
})
