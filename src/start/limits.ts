import type { Limits } from '../contract/limits.ts'
import { openLimits } from '../platform/limits.ts'
import type { ValkeyLimits, ValkeySettings } from '../platform/valkey.ts'
import { createDatabaseBuckets } from './database-buckets.ts'
import type { Foundation } from './foundation.ts'
import type { Instances } from './instances.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'

/** The rate limits, shared with the other instances on the same database. */
export async function openSharedLimits(
  { parts, config, secretKey, log }: Foundation,
  { living }: Instances,
  {
    watchLimits: watch,
    limitsClock: now,
    limitsDivisor: divisor,
    databasePatience: patience,
  }: ServiceOptions,
  shutdown: Shutdown,
): Promise<Limits> {
  const { rateLimits, valkeyUrl } = config
  const valkey =
    rateLimits && valkeyUrl ? await openValkey({ url: valkeyUrl, secretKey, log, patience }) : undefined
  shutdown.add('workers', 'valkey', () => valkey?.close())
  // A clock for tests begins so late that housekeeping, which has the clock of the database, takes no bucket for full.
  const exact = createDatabaseBuckets(parts.database, secretKey, now && (() => new Date(testEpoch + now())))
  return openLimits(rateLimits, { instances: living, shared: valkey?.take, exact, watch, now, divisor })
}

async function openValkey(settings: ValkeySettings): Promise<ValkeyLimits> {
  const { openValkeyLimits } = await import('../platform/valkey.ts')
  return openValkeyLimits(settings)
}

const testEpoch = Date.UTC(2100, 0, 1)
