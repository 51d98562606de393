import { errorCode } from '../../contract/loggable-error.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'
import { debriefLimits } from '../debrief/limits.ts'
import { type ClaimLoop, startClaimLoop } from '../webhook/claim-loop.ts'
import { stepAfterFailure } from './after-failure.ts'
import { claimDueDebriefs, type DueDebrief, postponeDueDebrief, removeDueDebrief } from './store.ts'
import { type DueDebriefParts, writeDueDebrief } from './write.ts'

export type DebriefWorkerOptions = DueDebriefParts & {
  /** Called for each debrief that is given up. */
  noteGivenUp?: (() => void) | undefined
  log: WorkerLog
}

/** Of the places that each process has for requests to a model, so that people find the others free. */
const concurrency = 2

/** Completions wake no worker: nobody waits for the text, and most accounts have none written. */
const pollMilliseconds = 2_000

/** Writes debriefs of people who have completed, in accounts that want it. Accounts take turns. */
export function startDebriefWorker(options: DebriefWorkerOptions): ClaimLoop {
  const { database, clock, installation, log } = options
  const leaseSeconds = 60 + (installation.debriefModel?.deadlineSeconds ?? 0)
  const room = installation.isLimited
    ? { seconds: debriefLimits.seconds, most: debriefLimits.onCompletion }
    : undefined
  let last = ''
  return startClaimLoop({
    name: 'debriefs on completion',
    async claim(limit) {
      const claimAfter = (after: string) =>
        database.inSystem((sql) => claimDueDebriefs(sql, { now: clock(), leaseSeconds, limit, after, room }))
      let claimed = await claimAfter(last)
      if (claimed.length === 0 && last !== '') claimed = await claimAfter('')
      last =
        claimed
          .map(({ accountId }) => accountId)
          .toSorted()
          .at(-1) ?? ''
      return { claimed, isMore: claimed.length > 0 }
    },
    send: (due) => write(options, due),
    log,
    concurrency,
    pollMilliseconds,
  })
}

async function write(options: DebriefWorkerOptions, due: DueDebrief): Promise<void> {
  const { log } = options
  const { accountId, profileId, attempts } = due
  const fields = { accountId, profileId, attempts }
  try {
    const isWritten = await writeDueDebrief(options, due)
    log.debug({ ...fields, isWritten }, 'debriefs on completion: done')
  } catch (error) {
    await settle(options, due, error).catch((cause) =>
      log.error({ ...fields, error: errorCode(cause) }, 'debriefs on completion: cannot record the outcome'),
    )
  }
}

/** If this can't be recorded either, the debrief is tried again after its lease. */
async function settle(options: DebriefWorkerOptions, due: DueDebrief, error: unknown): Promise<void> {
  const { database, clock, asyncPorts, log, noteGivenUp } = options
  const { accountId, profileId, attempts } = due
  const step = stepAfterFailure(error, attempts, asyncPorts.stopping.aborted)
  const fields = { accountId, profileId, attempts, error: errorCode(error) }
  if (step.kind === 'postpone') {
    const { seconds, isCounted } = step
    const dueAt = new Date(clock().getTime() + seconds * 1_000)
    const postponed = { dueAt, attempts: isCounted ? attempts : attempts - 1 }
    await database.inAccount(accountId, (sql) => postponeDueDebrief(sql, due, postponed))
    if (isCounted) log.warn(fields, 'debriefs on completion: failed, will retry')
    return
  }
  await database.inAccount(accountId, (sql) => removeDueDebrief(sql, due))
  if (step.kind === 'drop') return log.debug(fields, 'debriefs on completion: not to be written')
  log.error(fields, 'debriefs on completion: given up')
  noteGivenUp?.()
}
