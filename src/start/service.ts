import { verifyContent } from '../content/manifest.ts'
import type { OpenDatabase } from '../database/open.ts'
import { loadPages } from '../http/page/built-pages.ts'
import { createGuardedFetch } from '../platform/guarded-fetch.ts'
import { inQuietMoment } from '../platform/quiet-moment.ts'
import { type AuthorizationServer, createAuthorizationServer } from './authorization-server.ts'
import { openFoundation } from './foundation.ts'
import { type HttpParts, openHttp } from './http.ts'
import { openInstances } from './instances.ts'
import { openSharedLimits } from './limits.ts'
import { openOptionalMetrics, serveMetrics } from './metrics.ts'
import { openGate } from './open-gate.ts'
import { registerAnchors, startPeriodicTasks } from './periodic-tasks.ts'
import { watchReadiness } from './readiness.ts'
import type { OperationParts, ServiceOptions } from './service-options.ts'
import { createShutdown } from './shutdown.ts'
import { openTokenVerifier } from './tokens.ts'
import { openOptionalTracing } from './tracing.ts'
import { version } from './version.ts'
import { startWorkers } from './workers.ts'

/** A running service, for the main process and for tests. */
export type Service = Pick<OpenDatabase, 'warnings'> & {
  url: string
  version: string
  /** What the demo needs to seed itself. */
  parts: OperationParts
  /** Resolves when delivery of every message in the outbox has been tried. */
  drainOutbox: () => Promise<void>
  /** Resolves when no webhook delivery is due. */
  drainWebhooks: () => Promise<void>
  /** Resolves when no report of an order is due. */
  drainCallbacks: () => Promise<void>
  /** Resolves when no debrief on completion is due and has room. */
  drainDebriefs: () => Promise<void>
  /** Runs the hourly housekeeping now: deletes expired data and renews norms. Resolves when it is done. */
  sweepRetention: () => Promise<void>
  /** Runs the authorization server's cleanup now, which otherwise runs every five minutes. */
  sweepAuthorization: () => Promise<void>
  /** Records the events of expired links now, which otherwise happens every 30 seconds. */
  recordExpiredLinks: () => Promise<void>
  /** Ends old orders now, which otherwise happens every minute. */
  expireOrders: () => Promise<void>
  /** Looks at the webhook endpoints now, which otherwise happens every minute. */
  watchWebhooks: () => Promise<void>
  /** Queues the reminders that are due now, which otherwise happens every five minutes. */
  sendReminders: () => Promise<void>
  /** Invites those who wait in campaigns, as far as limits allow, which otherwise happens every five seconds. */
  sendWaitingInvites: () => Promise<void>
  /** Sends the second invites and computes the releases of studies that are due, which otherwise happens every hour. */
  sweepStudies: () => Promise<void>
  /** Queues the emails to members that are due now, which otherwise happens every 30 seconds. */
  sendMemberNotices: () => Promise<void>
  /** Reads the directory of reports of mail servers now, which otherwise happens every 30 seconds. */
  readBounces: () => Promise<void>
  /** Looks up the records of senders that are due now, which otherwise happens every minute. */
  checkSenders: () => Promise<void>
  /** Synchronizes with the other regions now, which otherwise happens within seconds. Resolves when it is done. */
  syncRegions: () => Promise<void>
  /** Notes that this instance lives, counts all and takes free tasks now, which otherwise happens every five seconds. */
  beat: () => Promise<void>
  /** Stores the last use of apps and machine clients now, which otherwise happens every five seconds. */
  flushUses: () => Promise<void>
  /**
   * Creates a single-use link, valid for a day, that signs in the member with this address. Demo only: undefined
   * without the demo, or if the authorization server is in another region.
   */
  createSignInLink: (email: string) => string | undefined
  /**
   * Serves for DRAIN_SECONDS more, finishes requests in flight and stops the database, within 24 s after that. Returns
   * the names of steps that failed.
   */
  stop: () => Promise<string[]>
}

/**
 * Opens the database and the keys, creates the HTTP app, and listens. Each part registers how it stops as it starts:
 * parts stop in reverse order, and a start that fails stops those that have started.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options
  verifyContent()
  const pages = await loadPages(options.transformPages)
  await using shutdown = createShutdown(log, options.onPart)
  const tracing = await openOptionalTracing(options, shutdown)
  const metrics = await openOptionalMetrics(config)
  const foundation = await openFoundation(options, shutdown, { metrics, tracing })
  const { parts } = foundation
  const anchors = registerAnchors(foundation, shutdown)
  const workers = await startWorkers(foundation, shutdown)
  const { outbox, webhooks, callbacks, debriefs, regions } = workers
  const readiness = await watchReadiness(foundation, shutdown)
  const instances = await openInstances(foundation, shutdown)
  const limits = await openSharedLimits(foundation, instances, options, shutdown)
  const { gate, authorize } = openGate(foundation, workers, limits, options, shutdown)
  const verify = openTokenVerifier(foundation, workers)
  await serveMetrics({ foundation, workers, anchors, readiness, instances }, options, shutdown)
  const common = { foundation, workers, readiness, gate, authorize, limits, verify, pages }
  const oauth = await openAuthorizationServer(common, options)
  const { startListening, drain } = await openHttp({ ...common, oauth }, options, shutdown)

  await options.beforeListening?.(parts)
  foundation.refusal.hasBegun = true
  outbox.wake()
  const url = await startListening()
  regions.start()
  anchors.start()
  const tasks = startPeriodicTasks(foundation, workers, { ...options, oauth, instances }, shutdown)
  const loading = oauth && inQuietMoment(oauth.provider)
  shutdown.add('workers', 'library of sign-ins', () => loading?.stop())
  const stopParts = shutdown.release()
  let stopped: Promise<string[]> | undefined

  return {
    url,
    version,
    parts,
    warnings: foundation.warnings,
    drainOutbox: () => outbox.drain(),
    drainWebhooks: async () => webhooks?.drain(),
    drainCallbacks: async () => callbacks?.drain(),
    drainDebriefs: () => debriefs.drain(),
    sweepRetention: () => tasks.housekeeping.runNow(),
    sweepAuthorization: async () => tasks.authorization?.runNow(),
    recordExpiredLinks: () => tasks.linkExpiry.runNow(),
    expireOrders: () => tasks.orderExpiry.runNow(),
    watchWebhooks: () => tasks.webhookWatch.runNow(),
    sendReminders: () => tasks.reminders.runNow(),
    sendWaitingInvites: () => tasks.invites.runNow(),
    sweepStudies: () => tasks.studies.runNow(),
    sendMemberNotices: () => tasks.memberNotices.runNow(),
    readBounces: async () => tasks.reports?.runNow(),
    checkSenders: () => tasks.senders.runNow(),
    syncRegions: regions.runNow,
    beat: instances.beat,
    flushUses: () => tasks.lastUses.runNow(),
    createSignInLink(email) {
      const secret = oauth?.people.links?.create(email)
      return secret && `${url}${oauth?.mountPath}/login/${secret}`
    },
    stop() {
      stopped ??= drain().then(stopParts)
      return stopped
    },
  }
}

/** Undefined if the authorization server is in another region. */
async function openAuthorizationServer(
  { foundation, workers, gate, limits, verify, pages }: Omit<HttpParts, 'oauth'>,
  { config, log, readDocument }: ServiceOptions,
): Promise<AuthorizationServer | undefined> {
  if (!config.isAuthorizationServer) return undefined
  const { parts, secretKey, keyring } = foundation
  const { outbox, regions } = workers
  return createAuthorizationServer({
    ...parts,
    config,
    secretKey,
    pages,
    log,
    verify,
    limits,
    keys: keyring.keys,
    wakeOutbox: () => outbox.wake(),
    noteRefusedQuota: foundation.metrics?.noteRefusedQuota,
    guardedFetch: createGuardedFetch({ privateNetworks: config.webhooks.privateNetworks }),
    readDocument,
    regions: { ...regions, runMemberOperation: regions.runMemberOperation(gate) },
  })
}
