import type { AsyncPorts, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { giveBack, takeFromBucket } from '../domain/instance/bucket-store.ts'
import type { SharedBuckets } from '../platform/limits.ts'
import { allowanceOf } from '../platform/rate-limiter.ts'

/** Counts exports of an account, exactly over all instances. A new limit applies to what is left of the hour. */
export function createExportCount(database: Database, secretKey: SecretKey): AsyncPorts['spendExport'] {
  const take = createDatabaseBuckets(database, secretKey)
  return async (accountId, hourly) => {
    const rate = { limit: 'exports', burst: hourly, perSecond: hourly / 3_600 }
    return (await take(rate, accountId, 1)) ?? { isWithin: true, nextInSeconds: 0 }
  }
}

/** Payers are addresses, people, links and accounts, and only a hash of them is stored. */
export function createDatabaseBuckets(
  database: Database,
  secretKey: SecretKey,
  clock?: () => Date,
): SharedBuckets {
  return async (rate, payer, requests) => {
    const key = secretKey.mac('limit', `${rate.limit} ${payer}`)
    if (requests === -1) {
      await database.inSystem((sql) => giveBack(sql, key, rate))
      return allowanceOf(rate, rate.burst, true)
    }
    const { isWithin, aheadSeconds } = await database.inSystem((sql) =>
      takeFromBucket(sql, key, rate, clock?.()),
    )
    return allowanceOf(rate, rate.burst - aheadSeconds * rate.perSecond, isWithin)
  }
}
