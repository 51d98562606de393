import { keepAuditIndexes } from '../domain/audit/index-keeper.ts'
import { readBytes } from '../domain/bounce/report.ts'
import { sendWaitingInvites } from '../domain/campaign-invites/sweep.ts'
import { removeFullBuckets } from '../domain/instance/bucket-store.ts'
import { recordExpiredLinks } from '../domain/link-expiry/sweep.ts'
import { sendMemberNotices } from '../domain/member-notice/sweep.ts'
import { expireOldOrders } from '../domain/order/sweep.ts'
import { createIndexKeeper } from '../domain/profile-index/worker.ts'
import { sendReminders } from '../domain/reminder/sweep.ts'
import { checkSenders } from '../domain/sender/check.ts'
import { sweepStudies } from '../domain/study/sweep.ts'
import { watchWebhooks } from '../domain/webhook/watch.ts'
import { type AnchorWorker, startAnchorWorker } from '../platform/anchors.ts'
import { readMaildir } from '../platform/maildir.ts'
import { runOwnCommand } from '../platform/own-command.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { type AuthorizationServer, startAuthorizationSweep } from './authorization-server.ts'
import { createBackupTimer } from './backup-timer.ts'
import { createFirstTurns } from './first-turns.ts'
import type { Foundation } from './foundation.ts'
import { createHousekeeping } from './housekeeping.ts'
import type { Instances } from './instances.ts'
import { isLogContinued } from './log-archiver.ts'
import type { ServiceOptions } from './service-options.ts'
import { createStartShared } from './shared-tasks.ts'
import type { Shutdown } from './shutdown.ts'
import type { Workers } from './workers.ts'

export type AnchorTask = { start: () => void; ageSeconds: () => number | undefined }

/**
 * Registers the anchors before the workers, so that they stop after them and cover the last audit entries. They start
 * later, after the demo is seeded: an interrupted seeding is removed and must leave no anchor.
 */
export function registerAnchors(
  { parts, config, log, secretKey }: Foundation,
  shutdown: Shutdown,
): AnchorTask {
  const { database, clock } = parts
  let anchors: AnchorWorker | undefined
  shutdown.add('anchors', 'anchors', () => anchors?.stop())
  return {
    start() {
      anchors = startAnchorWorker({ database, dataDir: config.dataDir, secretKey, clock, log })
    },
    ageSeconds: () => anchors?.ageSeconds(),
  }
}

/** Starts what runs at intervals while the service is open. Returns the tasks that tests run at once. */
export function startPeriodicTasks(
  { parts, config, log, secretKey, keyring, metrics, archiveLog }: Foundation,
  { regions, uses, noteEvents, outbox, recordBounce }: Workers,
  {
    oauth,
    instances,
    tasksByHand,
  }: { oauth: AuthorizationServer | undefined; instances: Instances } & Pick<ServiceOptions, 'tasksByHand'>,
  shutdown: Shutdown,
) {
  const inTurn = createFirstTurns()
  const start: typeof startRepeatedTask = (name, work, options) => {
    const observed = metrics?.work.observeTask(name.replaceAll(' ', '_'), work) ?? work
    return startRepeatedTask(
      name,
      inTurn(observed),
      tasksByHand ? { ...options, isDue: () => false } : options,
    )
  }
  const startShared = createStartShared(instances.leases, start)
  const stopped = (name: string, task: RepeatedTask) => {
    shutdown.add('workers', name, task.stop)
    return task
  }
  /** Starts a task that stops with the workers. */
  const run: typeof start = (name, work, options) => stopped(name, start(name, work, options))
  const runShared: typeof startShared = (name, work, options) =>
    stopped(name, startShared(name, work, options))
  const sweep = createHousekeeping({ ...parts, region: config.region, secretKey, log })
  const housekeeping = runShared('housekeeping', sweep, { everyMilliseconds: 3_600_000, log })
  const lastUses = start('last uses', uses.write, { everyMilliseconds: 5_000, log })
  shutdown.add('workers', 'last uses', () => lastUses.runNow().then(lastUses.stop))
  const authorization =
    oauth && startAuthorizationSweep({ ...parts, config, secretKey, log, regions, oauth }, startShared)
  shutdown.add('workers', 'authorization sweep', () => authorization?.stop())
  const recordExpired = (signal: AbortSignal) =>
    recordExpiredLinks({ ...parts, region: config.region, noteEvents, log }, signal)
  const linkExpiry = runShared('link expiry', recordExpired, { everyMilliseconds: 30_000, log })
  const expire = (signal: AbortSignal) =>
    expireOldOrders({ ...parts, region: config.region, noteEvents, log }, signal)
  const orderExpiry = runShared('order expiry', expire, { everyMilliseconds: 60_000, log })
  const watch = (signal: AbortSignal) =>
    watchWebhooks({ ...parts, region: config.region, log, noteEvents }, signal)
  const webhookWatch = runShared('webhook watch', watch, { everyMilliseconds: 60_000, log })
  const remind = (signal: AbortSignal) => sendReminders({ ...parts, region: config.region, log }, signal)
  const reminders = runShared('reminders', remind, { everyMilliseconds: 300_000, log })
  const invite = (signal: AbortSignal) =>
    sendWaitingInvites({ ...parts, region: config.region, wakeOutbox: () => outbox.wake(), log }, signal)
  const invites = runShared('campaign invites', invite, { everyMilliseconds: 5_000, log })
  const releaseStudies = (signal: AbortSignal) =>
    sweepStudies({ ...parts, wakeOutbox: () => outbox.wake(), log }, signal)
  const studies = runShared('studies', releaseStudies, { everyMilliseconds: 3_600_000, log })
  const notify = (signal: AbortSignal) =>
    sendMemberNotices({ ...parts, wakeOutbox: () => outbox.wake(), log }, signal)
  const memberNotices = runShared('member notices', notify, { everyMilliseconds: 30_000, log })
  const { bounces } = config
  const readReports = async (signal: AbortSignal) => {
    const take = async (raw: Buffer) => (await recordBounce(raw)) !== 'early'
    await readMaildir(bounces?.dir ?? '', { mostBytes: readBytes, take }, signal)
  }
  const reports = bounces?.dir
    ? startShared('bounces', readReports, { everyMilliseconds: 30_000, log })
    : undefined
  shutdown.add('workers', 'bounces', () => reports?.stop())
  const lookUp = (signal: AbortSignal) => checkSenders({ ...parts, log }, signal)
  const senders = runShared('senders', lookUp, { everyMilliseconds: 60_000, log })
  const keepIndex = createIndexKeeper({ database: parts.database, log })
  run('profile index', keepIndex, { everyMilliseconds: 1_000, log })
  const sliceLogs = (signal: AbortSignal) => keepAuditIndexes({ database: parts.database, log }, signal)
  run('audit index', sliceLogs, { everyMilliseconds: 30_000, log })
  const readKeys = () => secretKey.reread().then(keyring.reload)
  run('keys', readKeys, { everyMilliseconds: 2_000, log })
  const removeFull = () => parts.database.inSystem(removeFullBuckets)
  runShared('rate limits', removeFull, { everyMilliseconds: 300_000, log })
  const note = metrics?.work.noteBackup
  const backUp = createBackupTimer({
    ...{ config, clock: parts.clock, log, note, execute: runOwnCommand },
    isContinued: (newest) => isLogContinued(config.backup?.dir ?? '', newest),
  })
  const backups = backUp && startShared('backups', backUp, { everyMilliseconds: 600_000, log })
  shutdown.add('workers', 'backups', () => backups?.stop())
  const archiving = archiveLog && start('write-ahead log', archiveLog, { everyMilliseconds: 5_000, log })
  shutdown.add('workers', 'write-ahead log', () => archiving?.stop())
  return {
    ...{ housekeeping, lastUses, authorization, linkExpiry, orderExpiry, webhookWatch, reminders },
    invites,
    memberNotices,
    studies,
    reports,
    senders,
  }
}
