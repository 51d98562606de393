import type { JWK } from 'jose'
import type { Config } from '../config.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createUsageRecorder } from '../domain/app/usage.ts'
import { listRemoteMemberships } from '../domain/directory/store.ts'
import type { SendFailedSignIns } from '../domain/failed-sign-in/model.ts'
import { createSendToRegion } from '../domain/region/apply-message.ts'
import { consumeNonce } from '../domain/region/nonce-store.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'
import type { Gate } from '../gate/gate.ts'
import type { InternalSettings } from '../http/internal/internal.ts'
import { createLocalMemberOperations } from '../http/oauth/local-member-operations.ts'
import type { RunMemberOperation } from '../http/oauth/member-operations-interface.ts'
import type { MembershipSource } from '../identity/people/memberships.ts'
import { type CallSigner, createCallVerifier, signCall } from '../identity/region-call.ts'
import { createRegionKeys, type RegionKeys } from '../identity/region-keys.ts'
import { createRegionCalls, fetchRegionKeys, type SignRegionCall } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import type { OpenHomes } from './homes.ts'
import { createInitialSync } from './initial-sync.ts'
import type { RegionLog } from './log-once.ts'
import { createMemberOperations } from './member-operations.ts'
import { moveHandlers } from './move-handlers.ts'
import { openPrimary, openReplica, type RegionRole } from './roles.ts'
import { retryMilliseconds, startMessageCleanup } from './workers.ts'

export type RegionParts = Omit<AppParts, 'queueRegionMessage' | 'region'> & {
  config: Config
  log: RegionLog
  homes: OpenHomes
  newestMigration: string | undefined
  /** The key that this region signs calls with. */
  signingKey: () => CallSigner['key']
}

/** What a region needs of the others. With a single region, nothing runs and no requests are made. */
export type RegionServices = {
  keys: RegionKeys
  /** Whether this region has all revocations up to a minute ago. */
  revocationsAreFresh: () => boolean
  /** Seconds since the messages of the authorization server were read; undefined if it is here. */
  feedAgeSeconds: () => number | undefined
  queueRegionMessage: AppParts['queueRegionMessage']
  /** Sends failed sign-ins of members to the home region of their account. */
  sendFailedSignIns: SendFailedSignIns
  listRemoteMemberships: NonNullable<MembershipSource['listRemoteMemberships']>
  /** Records the use of apps in the region that stores their grants. */
  usageRecorder: UsageRecorder
  /** Runs member operations in the home region of the account. */
  runMemberOperation: (gate: Gate) => RunMemberOperation
  /** The API between regions. Undefined with a single region. */
  internalApi: (gate: Gate) => InternalSettings | undefined
  /**
   * Whether keys and revocations of every other region were received once, or the wait for them is over. Undefined with
   * a single region.
   */
  isSynced: () => boolean | undefined
  /** Starts syncing. The internal API is open by then. */
  start: () => void
  /** Syncs everything right away instead of within seconds. */
  runNow: () => Promise<void>
  stop: () => Promise<void>
}

export async function openRegions(parts: RegionParts): Promise<RegionServices> {
  const { config, database, clock, log, signingKey } = parts
  const { region: zone, peers, regionSecret: secret = '', previousRegionSecret: previousSecret } = config
  const zones = Object.keys(peers)
  const fetchKeys = (other: string) => fetchRegionKeys(peers[other] ?? '') as Promise<JWK[]>
  const keys = createRegionKeys({ zones, database, clock, fetchKeys })
  const signWith =
    (callSecret: string): SignRegionCall =>
    (message) =>
      signCall({ secret: callSecret, key: signingKey() }, { from: zone, ...message }, clock())
  const call = createRegionCalls({
    roots: peers,
    signers: previousSecret ? [signWith(secret), signWith(previousSecret)] : [signWith(secret)],
  })
  const common = {
    keys,
    queueRegionMessage: createSendToRegion(parts),
    listRemoteMemberships,
    sendFailedSignIns: async (other: string, failures: object) =>
      void (await call(other, 'failed-sign-ins', failures)),
    runMemberOperation: (gate: Gate) =>
      createMemberOperations(createLocalMemberOperations(gate), zone, { call, clock }),
  }
  if (zones.length === 0) {
    const noTasks = {
      internalApi: () => undefined,
      start: () => {},
      runNow: async () => {},
      stop: async () => {},
    }
    const isSynced = () => undefined
    return {
      ...common,
      ...noTasks,
      isSynced,
      usageRecorder: createUsageRecorder(parts),
      revocationsAreFresh: () => true,
      feedAgeSeconds: () => undefined,
    }
  }
  await keys.load()
  const open = config.isAuthorizationServer ? openPrimary : openReplica
  const role = await open({ ...parts, region: zone, queueRegionMessage: common.queueRegionMessage, call })
  const initialSync = createInitialSync({ clock, log, missing: () => listMissing(keys, role) })
  const tasks: RepeatedTask[] = []
  return {
    ...common,
    usageRecorder: role.usageRecorder,
    revocationsAreFresh: role.revocationsAreFresh,
    feedAgeSeconds: role.feedAgeSeconds,
    isSynced: initialSync.isOver,
    internalApi: (gate) => ({
      calls: { ...role.handlers(gate), ...moveHandlers({ ...parts, region: zone }) },
      readCall: createCallVerifier({
        secrets: previousSecret ? [secret, previousSecret] : [secret],
        zone,
        callers: zones,
        keys,
        clock,
        spendNonce: (nonce) => database.inSystem((sql) => consumeNonce(sql, nonce)),
      }),
      logError: (fields, message) => log.warn(fields, message),
    }),
    start() {
      initialSync.begin()
      const options = { everyMilliseconds: 1_000, retryMilliseconds, log }
      tasks.push(startRepeatedTask('keys of other regions', keys.refreshDue, options))
      tasks.push(startRepeatedTask('homes of accounts', parts.homes.refresh, options))
      tasks.push(startMessageCleanup({ database, clock, log }), ...role.start())
    },
    runNow: async () => void (await Promise.all([keys.refreshAll(), ...tasks.map((task) => task.runNow())])),
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  }
}

function listMissing(keys: RegionKeys, role: RegionRole): string[] {
  const missing = keys.neverFetched().map((zone) => `keys of ${zone}`)
  return role.revocationsAreFresh() ? missing : [...missing, 'revocations']
}
