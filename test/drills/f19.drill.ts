import { afterAll, expect, test } from 'vitest'
import { loseInstallation } from '../support/lost-installation.ts'
import { cleanUp } from '../support/process.ts'

/** `--minutes N` writes for N minutes, half of them before the backup; one by default. */
const seconds = 30 * Number(process.env.DRILL_MINUTES ?? 1)

afterAll(cleanUp)

test('an installation that is lost with everything but its backup and key is restored', async () => {
  const outcome = await loseInstallation({ seconds, writers: 8 })
  const { lost, differing, revealing, ...figures } = outcome
  const counts = { lost: lost.length, differing: differing.length, revealing: revealing.length }
  process.stdout.write(`${JSON.stringify({ ...figures, ...counts })}\n`)
  expect(outcome).toMatchObject({ lost: [], differing: [], revealing: [], isBack: false, verified: [0, 0] })
  expect(outcome.held).toBeGreaterThan(0)
  expect(outcome.restoreSeconds).toBeLessThanOrEqual(600)
  expect(outcome.p99.during).toBeLessThanOrEqual(2 * outcome.p99.before)
})
