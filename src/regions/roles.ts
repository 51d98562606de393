import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUsageRecorder } from '../domain/app/usage.ts'
import { receiveFailures } from '../domain/failed-sign-in/record.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { Gate } from '../gate/gate.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import { createLocalMemberOperations } from '../http/oauth/local-member-operations.ts'
import type { CallRegion } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { accountMovedHandler } from './account-moved.ts'
import { directoryHandlers } from './directory-sync.ts'
import { feedHandlers, openFeed } from './feed.ts'
import { createRemoteUsageRecorder, grantUseHandlers } from './grant-use.ts'
import { logOnce, type RegionLog } from './log-once.ts'
import { memberHandlers } from './member-operations.ts'
import { retryMilliseconds, startDirectorySync, startNotices } from './workers.ts'

export type RegionRoleParts = AppParts & { config: Config; log: RegionLog; call: CallRegion }

/** What a region does for the others: as the primary (the authorization server) or as a replica. */
export type RegionRole = {
  revocationsAreFresh: () => boolean
  /** Seconds since the messages of the authorization server were read; undefined if it is here. */
  feedAgeSeconds: () => number | undefined
  usageRecorder: UsageRecorder
  /** Handlers of calls from other regions. */
  handlers: (gate: Gate) => Record<string, RegionCallHandler>
  /** Starts the role's background tasks. */
  start: () => RepeatedTask[]
}

/** The primary keeps the directory and queues messages for each region about its accounts. */
export async function openPrimary(parts: RegionRoleParts): Promise<RegionRole> {
  return {
    // Everything is revoked in this very database.
    revocationsAreFresh: () => true,
    feedAgeSeconds: () => undefined,
    usageRecorder: createUsageRecorder(parts),
    handlers: () => ({
      ...directoryHandlers(parts),
      ...feedHandlers(parts),
      ...grantUseHandlers(parts),
      ...accountMovedHandler(parts),
    }),
    start: () => [startNotices(parts)],
  }
}

/** A replica reports the state of its accounts, and reads which apps were connected and revoked. */
export async function openReplica(parts: RegionRoleParts): Promise<RegionRole> {
  const { config, database, clock, log, call } = parts
  const { authorizationZone, authUrl } = config
  const callPrimary = (name: string, content: unknown) => call(authorizationZone, name, content)
  const feed = await openFeed(parts, authUrl, callPrimary)
  const pullFeed = logOnce(feedOutage, log, feed.pull)
  let feedTask: RepeatedTask | undefined
  let directoryTask: RepeatedTask | undefined
  const pull = () => void feedTask?.runNow()
  const syncDirectory = async () => directoryTask?.runNow()
  return {
    revocationsAreFresh: feed.isFresh,
    feedAgeSeconds: feed.ageSeconds,
    usageRecorder: createRemoteUsageRecorder(clock, callPrimary),
    handlers: (gate) =>
      memberHandlers(createLocalMemberOperations(gate), {
        zone: parts.region,
        authorizationZone,
        pull,
        syncDirectory,
        receiveFailures: (content) => receiveFailures(parts, content),
      }),
    start() {
      feedTask = startRepeatedTask('feed', pullFeed, { everyMilliseconds: 5_000, retryMilliseconds, log })
      directoryTask = startDirectorySync({ database, clock, log, callPrimary })
      return [feedTask, directoryTask]
    },
  }
}

const feedOutage = {
  failed: 'cannot read messages from the authorization server; retrying',
  recovered: 'messages from the authorization server are read again',
}
