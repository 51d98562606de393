import { afterAll } from 'vitest'
import { drillFault, type Measure } from '../support/fault-drill.ts'
import { loseDatabase } from '../support/lost-database.ts'
import { loseInstallation } from '../support/lost-installation.ts'
import { ownServerFolder } from '../support/own-server.ts'
import { cleanUp } from '../support/process.ts'

/** `--minutes N` writes for N minutes before the backup; half a minute by default. */
const seconds = 60 * Number(process.env.DRILL_MINUTES ?? 0.5)
/** More than the minute after which a segment of the log is archived. */
const secondsAfter = seconds + 90

afterAll(cleanUp)

for (const [text, hasLastLog] of [
  ['up to a minute before the end, from BACKUP_DIR and the key', false],
  ['to the last write, with the last segments of its log', true],
] as const)
  drillFault('F19', `an installation that is lost is restored ${text}`, async (measure) => {
    note(await loseInstallation({ seconds, secondsAfter, writers: 8, hasLastLog }), measure)
  })

drillFault(
  'F19',
  'a database of one’s own that is lost is restored from its dump',
  async (measure) => note(await loseDatabase({ seconds, secondsAfter: 5, writers: 8 }), measure),
  { cannotRun: ownServerFolder === undefined && 'there is no PostgreSQL server with its client programs' },
)

type Loss = Awaited<ReturnType<typeof loseInstallation>> | Awaited<ReturnType<typeof loseDatabase>>

function note(outcome: Loss, { least, most, none }: Measure): void {
  least('acknowledged', outcome.acknowledged, 1)
  none('lost', outcome.lost)
  none('exports that differ', outcome.differing)
  none('files with a planted name or key', outcome.revealing)
  none('erased people back', outcome.isBack ? ['one'] : [])
  none(
    'failed verifications',
    outcome.verified.filter((code) => code !== 0),
  )
  least('messages held', outcome.held, 1)
  most('restored in', outcome.restoreSeconds, 600, 's')
  most('p99 of writes beside the backup over that before', outcome.p99.during / outcome.p99.before, 2)
}
