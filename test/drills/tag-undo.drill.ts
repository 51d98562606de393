import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { raceUndo } from '../support/tag-undo.ts'

test('an undo loses no change that someone else has made since', async () => {
  const running = await startTestService({ RATE_LIMITS: 'off' })
  const rounds = Number(process.env.DRILL_ROUNDS ?? 1_000)
  const seed = Number(process.env.DRILL_SEED ?? 20_261_124)
  const outcome = await raceUndo(await running.account(), rounds, { seed })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  expect(outcome).toMatchObject({ lost: 0, notRestored: 0 })
})
