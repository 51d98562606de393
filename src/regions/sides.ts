import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUseNotes, type UseNotes } from '../domain/app/use.ts'
import { receiveFailures } from '../domain/failed-sign-in/record.ts'
import type { Gate } from '../gate.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import { membershipHere } from '../http/oauth/membership.ts'
import type { CallRegion } from '../platform/regions.ts'
import { type Repeated, startRepeating } from '../platform/repeat.ts'
import { directoryCalls } from './directory.ts'
import { feedCalls, openFeed } from './feed.ts'
import { memberCalls } from './members.ts'
import { type RegionLog, reportingOnce } from './outage.ts'
import { useCalls, usesElsewhere } from './uses.ts'
import { retryMilliseconds, startDirectory, startNotices } from './workers.ts'

export type SideParts = AppParts & { config: Config; log: RegionLog; call: CallRegion }

/** What a region does for the others: as the authorization server, or as one that listens to it. */
export type Side = {
  revocationsAreFresh: () => boolean
  uses: UseNotes
  /** What it answers to other regions. */
  calls: (gate: Gate) => Record<string, RegionCallHandler>
  /** Begins what it does by itself. */
  start: () => Repeated[]
}

/** The authorization server keeps the directory and tells each region what concerns its accounts. */
export async function openTeller(parts: SideParts): Promise<Side> {
  return {
    // Whatever is revoked is revoked in this very database.
    revocationsAreFresh: () => true,
    uses: createUseNotes(parts),
    calls: () => ({ ...directoryCalls(parts), ...feedCalls(parts), ...useCalls(parts) }),
    start: () => [startNotices(parts)],
  }
}

/** Any other region tells how its accounts stand, and hears which apps were let in and shut out. */
export async function openListener(parts: SideParts): Promise<Side> {
  const { config, database, clock, log, call } = parts
  const { authorizationZone, authUrl } = config
  const ask = (name: string, content: unknown) => call(authorizationZone, name, content)
  const feed = await openFeed(parts, authUrl, ask)
  const hear = reportingOnce('the authorization server', log, feed.pull)
  let pulling: Repeated | undefined
  let telling: Repeated | undefined
  const pull = () => void pulling?.run()
  const tell = async () => telling?.run()
  return {
    revocationsAreFresh: feed.isFresh,
    uses: usesElsewhere(clock, ask),
    calls: (gate) =>
      memberCalls(membershipHere(gate), {
        ...{ zone: parts.region, authorizationZone, pull, tell },
        receiveFailures: (content) => receiveFailures(parts, content),
      }),
    start() {
      pulling = startRepeating('feed', hear, { everyMilliseconds: 5_000, retryMilliseconds, log })
      telling = startDirectory({ database, clock, log, ask })
      return [pulling, telling]
    },
  }
}
