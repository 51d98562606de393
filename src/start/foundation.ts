import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { recordingErasures } from '../database/recorded-erasures.ts'
import { refusingWrites } from '../database/refused-writes.ts'
import { readEventHeads } from '../domain/event-feed/head-store.ts'
import { openMailKey } from '../identity/mail-key.ts'
import { namesOtherIssuer } from '../identity/providers/oidc.ts'
import { openSigningKeyring } from '../identity/signing-keyring.ts'
import { createAsyncPorts } from '../platform/async-ports.ts'
import { keepSpareFile, onePerDisk, watchDisks } from '../platform/disk-reserve.ts'
import { createGuardedFetch } from '../platform/guarded-fetch.ts'
import { newPublicId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { openModel } from '../platform/model.ts'
import { guardModel } from '../platform/model-guard.ts'
import { lookUpTxtAtNameServer } from '../platform/name-server.ts'
import type { Tracing } from '../platform/tracing.ts'
import { createWebhookCaller } from '../platform/webhook-request.ts'
import { openHomes } from '../regions/homes.ts'
import { afterRestore } from './after-restore.ts'
import { createExportCount } from './database-buckets.ts'
import { erasureRecorder } from './erasure-recorder.ts'
import { installationConfigOf } from './installation-config.ts'
import { createLogArchiver } from './log-archiver.ts'
import { openSecretKeys } from './secret-keys.ts'
import type { OperationParts, ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'
import { traceModel, traceWebhooks } from './tracing.ts'

/** Each is undefined if it is not configured. */
export type Observing = { metrics: Metrics | undefined; tracing: Tracing | undefined }

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** Opens what all other parts use: the database, the keys, and the ports of operations. */
export async function openFoundation(
  {
    config,
    log,
    clock = () => new Date(),
    onLost,
    databasePatience,
    hasOwnDataDir,
    lookUpTxt,
  }: ServiceOptions,
  shutdown: Shutdown,
  { metrics, tracing }: Observing,
) {
  const secretKey = await openSecretKeys(config)
  const {
    database: unrecorded,
    kind: databaseKind,
    warnings,
    newestMigration,
    connections,
    replicaLag,
    poolSize,
    close,
  } = await openDatabase({
    ...config,
    log: (message, cause) => log.warn(cause instanceof Error ? { err: cause } : { cause }, message),
    onLost,
    hasOwnDataDir,
    patience: databasePatience,
    observe: metrics?.database,
    archiveLog: config.backup !== undefined,
    refuseMoving: Object.keys(config.peers).length > 0,
  })
  const archiveLog = createLogArchiver({ config, clock, log, note: metrics?.work.noteWaitingLog })
  // A server that stops completes the last segment.
  shutdown.add('database', 'database', () => close().then(() => archiveLog?.()))
  const isEmbedded = databaseKind === 'embedded'
  const disk = await watchDisksOf(config, isEmbedded, log)
  /** Set once the start is complete: on a full disk it may still write the little that it has to. */
  const refusal = { hasBegun: false }
  const guarded = isEmbedded
    ? refusingWrites(unrecorded, () => refusal.hasBegun && disk.isFull())
    : unrecorded
  const database = recordingErasures(guarded, erasureRecorder(config, { secretKey, clock }))
  shutdown.add('database', 'disk', disk.stop)
  if (isEmbedded && !config.demo && config.diskReserveMegabytes > 0)
    void keepSpareFile(config.dataDir).catch((err) => log.warn({ err }, 'cannot write the spare file'))
  const newId = () => newPublicId(clock())
  const restoreWarnings = await afterRestore({ ...config, database, secretKey, clock, newId })
  for (const warning of restoreWarnings) log.warn({}, warning)
  const keyring = await openSigningKeyring({ database, secretKey, clock, zone: config.region })
  const mailKey = await openMailKey({ database, secretKey, now: clock() })
  const homes = await openHomes({ database, secretKey, zone: config.region })
  /** Set once the instances are counted. */
  const counted = { living: () => 1 }
  const guardedFetch = createGuardedFetch({ privateNetworks: config.webhooks.privateNetworks })
  const {
    ports,
    noteEvents,
    stop: stopAsyncPorts,
  } = createAsyncPorts({
    askModel: openGuardedModel(config, log, { metrics, tracing }, () => counted.living()),
    callWebhook: traceWebhooks(
      tracing?.startSpan,
      createWebhookCaller({ privateNetworks: config.webhooks.privateNetworks }),
    ),
    lookUpTxt: lookUpTxt ?? lookUpTxtAtNameServer(),
    namesOtherIssuer: (issuer) => namesOtherIssuer(guardedFetch, issuer),
    spendExport: createExportCount(database, secretKey),
    readEventHeads: (accountIds) =>
      database.inSystem((sql) => readEventHeads(sql, accountIds), { readOnly: true }),
  })
  const parts: OperationParts = {
    database,
    clock,
    newId,
    installation: installationConfigOf(config, secretKey, mailKey, homes),
    asyncPorts: ports,
  }
  return {
    parts,
    config,
    log,
    secretKey,
    homes,
    metrics,
    tracing,
    keyring,
    archiveLog,
    disk,
    refusal,
    databaseKind,
    warnings: [...warnings, ...restoreWarnings],
    newestMigration,
    connections,
    replicaLag,
    poolSize,
    counted,
    noteEvents,
    stopAsyncPorts,
  }
}

function openGuardedModel(
  { debriefModel }: Config,
  log: Log,
  { metrics, tracing }: Observing,
  instances: () => number,
) {
  if (!debriefModel) return undefined
  const guarded = guardModel(
    openModel({ ...debriefModel, warn: (fields, message) => log.warn(fields, message) }),
    { instances },
  )
  const ask = traceModel(tracing?.startSpan, guarded)
  return metrics?.work.observeModel(ask) ?? ask
}

/** The disk of `DATA_DIR`, and those of the embedded database if it has others. */
async function watchDisksOf({ dataDir, diskReserveMegabytes }: Config, isEmbedded: boolean, log: Log) {
  const folders = isEmbedded
    ? [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres/pg_wal')]
    : [dataDir]
  const disks = watchDisks(await onePerDisk(folders), { reserveMegabytes: diskReserveMegabytes, log })
  await disks.look()
  return disks
}
