import { expect, test } from 'vitest'
import { switchTriggers } from '../support/automation-rounds.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 100)

test('triggers of Zapier and n8n, switched on and off a hundred times each, leave no endpoint', async () => {
  const outcome = await switchTriggers(rounds)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  expect(outcome).toMatchObject({ wrong: 0, endpointsLeft: 0 })
})
