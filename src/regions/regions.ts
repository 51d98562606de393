import type { JWK } from 'jose'
import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUseNotes, type UseNotes } from '../domain/app/use.ts'
import { otherMemberships } from '../domain/directory/store.ts'
import type { SendFailedSignIns } from '../domain/failed-sign-in/model.ts'
import { tellRegionWith } from '../domain/region/hear.ts'
import { spendNonce } from '../domain/region/nonce-store.ts'
import type { Gate } from '../gate.ts'
import type { InternalSettings } from '../http/internal/internal.ts'
import { membershipHere } from '../http/oauth/membership.ts'
import type { RunMembership } from '../http/oauth/membership-port.ts'
import { createForeignKeys, type ForeignKeys } from '../identity/foreign-keys.ts'
import type { MembershipSource } from '../identity/people/memberships.ts'
import { type CallSigner, createCallVerifier } from '../identity/region-call.ts'
import { createRegionCalls, fetchRegionKeys } from '../platform/regions.ts'
import { type Repeated, startRepeating } from '../platform/repeat.ts'
import { firstHearing } from './hearing.ts'
import { membershipAnywhere } from './members.ts'
import type { RegionLog } from './outage.ts'
import { openListener, openTeller, type Side } from './sides.ts'
import { retryMilliseconds, startHousekeeping } from './workers.ts'

export type RegionParts = Omit<AppParts, 'tellRegion' | 'region'> & {
  config: Config
  log: RegionLog
  /** What this region signs with now. */
  signingKey: () => CallSigner['key']
}

/** What a region has of the others. With one region alone, nothing of it runs and nothing is asked for. */
export type Regions = {
  keys: ForeignKeys
  /** Whether this region knows of every app that was shut out, up to a minute ago. */
  revocationsAreFresh: () => boolean
  tellRegion: AppParts['tellRegion']
  /** Sends failed sign-ins of members to the home region of their account. */
  sendFailedSignIns: SendFailedSignIns
  otherMemberships: NonNullable<MembershipSource['otherMemberships']>
  /** Notes the use of apps where their grants are kept. */
  uses: UseNotes
  /** Runs what members do in the region where their account lives. */
  runMembership: (gate: Gate) => RunMembership
  /** The door between regions; undefined where there is none. */
  door: (gate: Gate) => InternalSettings | undefined
  /**
   * Whether every other region was heard once, so that tokens of all are known and no revocation is missing; true too
   * when the wait for them is over. Undefined with one region alone.
   */
  isHeard: () => boolean | undefined
  /** Begins to ask and to tell; the door is open by then. */
  start: () => void
  /** Asks and tells everything at once, instead of within seconds. */
  run: () => Promise<void>
  stop: () => Promise<void>
}

export async function openRegions(parts: RegionParts): Promise<Regions> {
  const { config, database, clock, log, signingKey } = parts
  const { region: zone, peers, regionSecret: secret = '', previousRegionSecret: previousSecret } = config
  const zones = Object.keys(peers)
  const fetchKeys = (other: string) => fetchRegionKeys(peers[other] ?? '') as Promise<JWK[]>
  const keys = createForeignKeys({ zones, database, clock, fetchKeys })
  const call = createRegionCalls({ roots: peers, zone, secret, previousSecret, signingKey, clock })
  const standing = {
    keys,
    tellRegion: tellRegionWith(parts),
    otherMemberships,
    sendFailedSignIns: async (other: string, told: object) =>
      void (await call(other, 'failed-sign-ins', told)),
    runMembership: (gate: Gate) => membershipAnywhere(membershipHere(gate), zone, { call, clock }),
  }
  if (zones.length === 0) {
    const nothing = { door: () => undefined, start: () => {}, run: async () => {}, stop: async () => {} }
    const isHeard = () => undefined
    return { ...standing, ...nothing, isHeard, uses: createUseNotes(parts), revocationsAreFresh: () => true }
  }
  await keys.load()
  const open = config.isAuthorizationServer ? openTeller : openListener
  const side = await open({ ...parts, region: zone, tellRegion: standing.tellRegion, call })
  const hearing = firstHearing({ clock, log, missing: () => missingOf(keys, side) })
  const running: Repeated[] = []
  return {
    ...standing,
    uses: side.uses,
    revocationsAreFresh: side.revocationsAreFresh,
    isHeard: hearing.isOver,
    door: (gate) => ({
      calls: side.calls(gate),
      readCall: createCallVerifier({
        secrets: previousSecret ? [secret, previousSecret] : [secret],
        ...{ zone, callers: zones, keys, clock },
        spendNonce: (spent) => database.inSystem((sql) => spendNonce(sql, spent)),
      }),
      logError: (fields, message) => log.warn(fields, message),
    }),
    start() {
      hearing.begin()
      const often = { everyMilliseconds: 1_000, retryMilliseconds, log }
      running.push(startRepeating('keys of other regions', keys.refreshDue, often))
      running.push(startHousekeeping({ database, clock, log }), ...side.start())
    },
    run: async () => void (await Promise.all([keys.refreshAll(), ...running.map((one) => one.run())])),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  }
}

function missingOf(keys: ForeignKeys, side: Side): string[] {
  const missing = keys.unheard().map((zone) => `keys of ${zone}`)
  return side.revocationsAreFresh() ? missing : [...missing, 'revocations']
}
