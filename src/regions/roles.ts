import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUsageRecorder } from '../domain/app/usage.ts'
import { receiveFailures } from '../domain/failed-sign-in/record.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { Gate } from '../gate.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import { createLocalMemberOperations } from '../http/oauth/local-member-operations.ts'
import type { CallRegion } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { directoryHandlers } from './directory-sync.ts'
import { feedHandlers, openFeed } from './feed.ts'
import { createRemoteUseNotes, grantUseHandlers } from './grant-use.ts'
import { logOnce, type RegionLog } from './log-once.ts'
import { memberHandlers } from './member-operations.ts'
import { retryMilliseconds, startDirectorySync, startNotices } from './workers.ts'

export type RegionRoleParts = AppParts & { config: Config; log: RegionLog; call: CallRegion }

/** What a region does for the others: as the authorization server, or as one that listens to it. */
export type RegionRole = {
  revocationsAreFresh: () => boolean
  useNotes: UsageRecorder
  /** What it answers to other regions. */
  handlers: (gate: Gate) => Record<string, RegionCallHandler>
  /** Begins what it does by itself. */
  start: () => RepeatedTask[]
}

/** The authorization server keeps the directory and tells each region what concerns its accounts. */
export async function openPrimary(parts: RegionRoleParts): Promise<RegionRole> {
  return {
    // Whatever is revoked is revoked in this very database.
    revocationsAreFresh: () => true,
    useNotes: createUsageRecorder(parts),
    handlers: () => ({ ...directoryHandlers(parts), ...feedHandlers(parts), ...grantUseHandlers(parts) }),
    start: () => [startNotices(parts)],
  }
}

/** Any other region tells how its accounts stand, and hears which apps were let in and shut out. */
export async function openReplica(parts: RegionRoleParts): Promise<RegionRole> {
  const { config, database, clock, log, call } = parts
  const { authorizationZone, authUrl } = config
  const callPrimary = (name: string, content: unknown) => call(authorizationZone, name, content)
  const feed = await openFeed(parts, authUrl, callPrimary)
  const pullFeed = logOnce('the authorization server', log, feed.pull)
  let feedTask: RepeatedTask | undefined
  let directoryTask: RepeatedTask | undefined
  const pull = () => void feedTask?.run()
  const tell = async () => directoryTask?.run()
  return {
    revocationsAreFresh: feed.isFresh,
    useNotes: createRemoteUseNotes(clock, callPrimary),
    handlers: (gate) =>
      memberHandlers(createLocalMemberOperations(gate), {
        ...{ zone: parts.region, authorizationZone, pull, tell },
        receiveFailures: (content) => receiveFailures(parts, content),
      }),
    start() {
      feedTask = startRepeatedTask('feed', pullFeed, { everyMilliseconds: 5_000, retryMilliseconds, log })
      directoryTask = startDirectorySync({ database, clock, log, callPrimary })
      return [feedTask, directoryTask]
    },
  }
}
