import { afterAll, expect, test } from 'vitest'
import { loseDatabase } from '../support/lost-database.ts'
import { loseInstallation } from '../support/lost-installation.ts'
import { ownServerFolder } from '../support/own-server.ts'
import { cleanUp } from '../support/process.ts'

/** `--minutes N` writes for N minutes before the backup; half a minute by default. */
const seconds = 60 * Number(process.env.DRILL_MINUTES ?? 0.5)
/** More than the minute after which a segment of the log is archived. */
const secondsAfter = seconds + 90

afterAll(cleanUp)

test.each([
  ['up to a minute before the end, from BACKUP_DIR and the key', false],
  ['to the last write, with the last segments of its log', true],
])('an installation that is lost is restored %s', async (_, hasLastLog) => {
  const outcome = await loseInstallation({ seconds, secondsAfter, writers: 8, hasLastLog })
  const { lost, differing, revealing, ...figures } = outcome
  const counts = { lost: lost.length, differing: differing.length, revealing: revealing.length }
  process.stdout.write(`${JSON.stringify({ ...figures, ...counts })}\n`)
  expect(outcome).toMatchObject({ lost: [], differing: [], revealing: [], isBack: false, verified: [0, 0] })
  expect(outcome.held).toBeGreaterThan(0)
  expect(outcome.restoreSeconds).toBeLessThanOrEqual(600)
  expect(outcome.p99.during).toBeLessThanOrEqual(2 * outcome.p99.before)
})

/** Needs a PostgreSQL server with its client programs on this machine; says that it was skipped where there is none. */
test.skipIf(ownServerFolder === undefined)(
  'a database of one’s own that is lost is restored from its dump',
  async () => {
    const outcome = await loseDatabase({ seconds, secondsAfter: 5, writers: 8 })
    const { lost, differing, revealing, ...figures } = outcome
    const counts = { lost: lost.length, differing: differing.length, revealing: revealing.length }
    process.stdout.write(`${JSON.stringify({ ...figures, ...counts })}\n`)
    expect(outcome).toMatchObject({ lost: [], differing: [], revealing: [], isBack: false, verified: [0, 0] })
    expect(outcome.held).toBeGreaterThan(0)
    expect(outcome.restoreSeconds).toBeLessThanOrEqual(600)
    expect(outcome.p99.during).toBeLessThanOrEqual(2 * outcome.p99.before)
  },
)
