import type { WebhookCounts } from '../../contract/observers.ts'
import { type ClaimLoop, startClaimLoop } from './claim-loop.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-store.ts'
import { countWaitingDeliveries } from './count-store.ts'
import { type DeliverEventOptions, deliverEvent } from './deliver.ts'
import { createOutcomeRecorder, type RecordOutcomesOptions } from './outcomes.ts'

export type WebhookWorkerOptions = DeliverEventOptions &
  RecordOutcomesOptions & {
    /** Requests at the same time in this process. */
    concurrency: number
    pollMilliseconds?: number
  }

export type WebhookWorker = ClaimLoop & {
  /** Counts what waits, over all accounts. */
  count(): Promise<WebhookCounts>
}

/** Sends due deliveries. A delivery whose worker died is sent again with the same id. */
export function startWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { database, clock, log, concurrency, pollMilliseconds } = options
  const recordOutcome = createOutcomeRecorder(options, () => loop.isMore())
  const loop = startClaimLoop<ClaimedDelivery>({
    name: 'webhooks',
    claim: (limit, inFlight) => {
      const busyAccounts = inFlight.map(({ accountId }) => accountId)
      return database.inSystem(
        (sql) => claimDeliveries(sql, { now: clock(), leaseSeconds, limit, busyAccounts }),
        { atOnce: true, asyncCommit: true },
      )
    },
    send: (delivery) => deliverEvent(options, recordOutcome, delivery),
    log,
    concurrency,
    pollMilliseconds,
  })
  const count = () => database.inSystem((sql) => countWaitingDeliveries(sql, clock()), { readOnly: true })
  return { ...loop, count }
}

/** Longer than one request and the recording of its outcome. */
const leaseSeconds = 45
