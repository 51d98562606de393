import type { JWK } from 'jose'
import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUsageRecorder } from '../domain/app/usage.ts'
import { listRemoteMemberships } from '../domain/directory/store.ts'
import type { SendFailedSignIns } from '../domain/failed-sign-in/model.ts'
import { createSendToRegion } from '../domain/region/apply-message.ts'
import { consumeNonce } from '../domain/region/nonce-store.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { Gate } from '../gate.ts'
import type { InternalSettings } from '../http/internal/internal.ts'
import { createLocalMemberOperations } from '../http/oauth/local-member-operations.ts'
import type { RunMemberOperation } from '../http/oauth/member-operations-interface.ts'
import type { MembershipSource } from '../identity/people/memberships.ts'
import { type CallSigner, createCallVerifier } from '../identity/region-call.ts'
import { createRegionKeys, type RegionKeys } from '../identity/region-keys.ts'
import { createRegionCalls, fetchRegionKeys } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { createInitialSync } from './initial-sync.ts'
import type { RegionLog } from './log-once.ts'
import { createMemberOperations } from './member-operations.ts'
import { openPrimary, openReplica, type RegionRole } from './roles.ts'
import { retryMilliseconds, startMessageCleanup } from './workers.ts'

export type RegionParts = Omit<AppParts, 'queueRegionMessage' | 'region'> & {
  config: Config
  log: RegionLog
  /** What this region signs with now. */
  signingKey: () => CallSigner['key']
}

/** What a region has of the others. With one region alone, nothing of it runs and nothing is asked for. */
export type RegionServices = {
  keys: RegionKeys
  /** Whether this region knows of every app that was shut out, up to a minute ago. */
  revocationsAreFresh: () => boolean
  queueRegionMessage: AppParts['queueRegionMessage']
  /** Sends failed sign-ins of members to the home region of their account. */
  sendFailedSignIns: SendFailedSignIns
  listRemoteMemberships: NonNullable<MembershipSource['listRemoteMemberships']>
  /** Notes the use of apps where their grants are kept. */
  useNotes: UsageRecorder
  /** Runs what members do in the region where their account lives. */
  runMemberOperation: (gate: Gate) => RunMemberOperation
  /** The door between regions; undefined where there is none. */
  internalApi: (gate: Gate) => InternalSettings | undefined
  /**
   * Whether every other region was heard once, so that tokens of all are known and no revocation is missing; true too
   * when the wait for them is over. Undefined with one region alone.
   */
  isSynced: () => boolean | undefined
  /** Begins to ask and to tell; the door is open by then. */
  start: () => void
  /** Asks and tells everything at once, instead of within seconds. */
  run: () => Promise<void>
  stop: () => Promise<void>
}

export async function openRegions(parts: RegionParts): Promise<RegionServices> {
  const { config, database, clock, log, signingKey } = parts
  const { region: zone, peers, regionSecret: secret = '', previousRegionSecret: previousSecret } = config
  const zones = Object.keys(peers)
  const fetchKeys = (other: string) => fetchRegionKeys(peers[other] ?? '') as Promise<JWK[]>
  const keys = createRegionKeys({ zones, database, clock, fetchKeys })
  const call = createRegionCalls({ roots: peers, zone, secret, previousSecret, signingKey, clock })
  const common = {
    keys,
    queueRegionMessage: createSendToRegion(parts),
    listRemoteMemberships,
    sendFailedSignIns: async (other: string, told: object) =>
      void (await call(other, 'failed-sign-ins', told)),
    runMemberOperation: (gate: Gate) =>
      createMemberOperations(createLocalMemberOperations(gate), zone, { call, clock }),
  }
  if (zones.length === 0) {
    const inactive = {
      internalApi: () => undefined,
      start: () => {},
      run: async () => {},
      stop: async () => {},
    }
    const isSynced = () => undefined
    return {
      ...common,
      ...inactive,
      isSynced,
      useNotes: createUsageRecorder(parts),
      revocationsAreFresh: () => true,
    }
  }
  await keys.load()
  const open = config.isAuthorizationServer ? openPrimary : openReplica
  const role = await open({ ...parts, region: zone, queueRegionMessage: common.queueRegionMessage, call })
  const initialSync = createInitialSync({ clock, log, missing: () => listMissing(keys, role) })
  const running: RepeatedTask[] = []
  return {
    ...common,
    useNotes: role.useNotes,
    revocationsAreFresh: role.revocationsAreFresh,
    isSynced: initialSync.isOver,
    internalApi: (gate) => ({
      calls: role.handlers(gate),
      readCall: createCallVerifier({
        secrets: previousSecret ? [secret, previousSecret] : [secret],
        ...{ zone, callers: zones, keys, clock },
        spendNonce: (spent) => database.inSystem((sql) => consumeNonce(sql, spent)),
      }),
      logError: (fields, message) => log.warn(fields, message),
    }),
    start() {
      initialSync.begin()
      const often = { everyMilliseconds: 1_000, retryMilliseconds, log }
      running.push(startRepeatedTask('keys of other regions', keys.refreshDue, often))
      running.push(startMessageCleanup({ database, clock, log }), ...role.start())
    },
    run: async () => void (await Promise.all([keys.refreshAll(), ...running.map((one) => one.run())])),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  }
}

function listMissing(keys: RegionKeys, side: RegionRole): string[] {
  const missing = keys.neverFetched().map((zone) => `keys of ${zone}`)
  return side.revocationsAreFresh() ? missing : [...missing, 'revocations']
}
