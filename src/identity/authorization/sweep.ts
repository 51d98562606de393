import type { Database } from '../../contract/ports.ts'
import { removeUnusedClients } from './oauth-clients.ts'
import { removeExpiredRecords, removeOrphanedRecords, removeSurplusRequests } from './records.ts'

const day = 86_400_000
/** A dynamically registered app is removed unless someone connects it within a day. */
const daysToFirstGrant = 1
/** It is also removed a year after it was last connected, when all its grants have long expired. */
const daysSinceLastGrant = 365
/** And at most this many that no one has connected are kept. */
const maxUnusedClients = 50_000
/** Maximum number of pending authorization requests, which expire after an hour. */
const maxPendingRequests = 100_000
/** Rows per transaction, to keep transactions short. */
const batchSize = 1_000

/** Removes expired records, surplus authorization requests and unused apps. */
export async function sweepAuthorization(
  database: Database,
  now: Date,
  signal: { aborted: boolean },
): Promise<void> {
  const unused = {
    registeredSince: new Date(now.getTime() - daysToFirstGrant * day),
    grantedSince: new Date(now.getTime() - daysSinceLastGrant * day),
    maxNeverGranted: maxUnusedClients,
    limit: batchSize,
  }
  const steps = [
    () => removeExpiredRecords(database, now, batchSize),
    () => removeSurplusRequests(database, { maxKept: maxPendingRequests, limit: batchSize }),
    () => database.inSystem((sql) => removeUnusedClients(sql, unused)),
    () => removeOrphanedRecords(database, batchSize),
  ]
  for (const step of steps) {
    while (!signal.aborted && (await step()) >= batchSize) {
      // Repeats until a round removes less than its limit.
    }
  }
}
