import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { sweepApps } from '../domain/app/sweep.ts'
import { sweepEvents } from '../domain/event-feed/sweep.ts'
import { sweepMessages } from '../domain/message-log/sweep.ts'
import { renewNorms } from '../domain/norm/renew.ts'
import { sweepReportLinks } from '../domain/report-link/sweep.ts'
import { sweepResultsCodes } from '../domain/results-code/sweep.ts'
import { sweepRetention } from '../domain/retention/sweep.ts'
import { sweepShareCards } from '../domain/share-card/sweep.ts'
import { sweepTagChanges } from '../domain/tag/undo-sweep.ts'
import type { Log } from '../platform/log.ts'

export type HousekeepingParts = {
  database: Database
  clock: Clock
  newId: () => string
  region: string
  secretKey: SecretKey
  log: Log
}

/**
 * The hourly tasks, one after the other. Deletions run first, so that local norms are recomputed without deleted
 * profiles.
 */
export function createHousekeeping(parts: HousekeepingParts): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    await sweepRetention(parts, signal)
    await sweepApps(parts, signal)
    await sweepReportLinks(parts, signal)
    await sweepShareCards(parts, signal)
    await sweepResultsCodes(parts, signal)
    await sweepEvents(parts, signal)
    await sweepMessages(parts, signal)
    await sweepTagChanges(parts, signal)
    await renewNorms(parts, signal)
  }
}
