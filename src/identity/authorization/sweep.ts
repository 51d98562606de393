import type { Database } from '../../contract/ports.ts'
import { removeUnusedClients } from './oauth-clients.ts'
import { removeExpiredRecords, removeOrphanedRecords, removeSurplusRequests } from './records.ts'

const day = 86_400_000
/** An app that registers itself has a day in which somebody lets it in. */
const daysToFirstGrant = 1
/** And it is forgotten a year after it was let in for the last time, when all that it was given is long over. */
const daysSinceLastGrant = 365
/** And of those that wait, so many are kept. */
const maxUnusedClients = 50_000
/** So many authorization requests wait for an answer; each for an hour. */
const maxPendingRequests = 100_000
/** Rows that one transaction removes, so that none takes long. */
const batchSize = 1_000

/** Removes what has had its day: records that have expired, requests beyond what is kept, apps that nobody let in. */
export async function sweepAuthorization(
  database: Database,
  now: Date,
  signal: { aborted: boolean },
): Promise<void> {
  const unused = {
    registeredSince: new Date(now.getTime() - daysToFirstGrant * day),
    grantedSince: new Date(now.getTime() - daysSinceLastGrant * day),
    ...{ maxNeverGranted: maxUnusedClients, limit: batchSize },
  }
  const works = [
    () => removeExpiredRecords(database, now, batchSize),
    () => removeSurplusRequests(database, { maxKept: maxPendingRequests, limit: batchSize }),
    () => database.inSystem((sql) => removeUnusedClients(sql, unused)),
    () => removeOrphanedRecords(database, batchSize),
  ]
  for (const work of works) {
    while (!signal.aborted && (await work()) >= batchSize) {
      // Goes on until a round finds less than it could take.
    }
  }
}
