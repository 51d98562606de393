import { setTimeout } from 'node:timers/promises'
import { catalog } from '../catalog.ts'
import type { Limits } from '../contract/limits.ts'
import { readExample } from '../domain/example/example.ts'
import { listValidSecrets } from '../domain/webhook/valid-secrets.ts'
import type { Gate } from '../gate/gate.ts'
import { type AppSettings, apiPath, createApp } from '../http/app.ts'
import { closeApp, closeConnectionsWhile, listen } from '../http/listen.ts'
import { resourceMetadataPath } from '../http/oauth/resource-metadata.ts'
import type { OAuthSettings } from '../http/oauth/settings.ts'
import { readDashboardDocuments } from '../http/page/built-pages.ts'
import type { Pages } from '../http/views/pages.ts'
import { findMachineClient } from '../identity/client-credentials.ts'
import { connectionExists, findConnectionByKey } from '../identity/connection-keys.ts'
import {
  endTakerSession,
  findPausedTaker,
  findTaker,
  pauseTakerSession,
  resumeTakerSession,
} from '../identity/taker.ts'
import { rememberTakers } from '../identity/taker-memory.ts'
import type { TokenVerifier } from '../identity/token-verifier.ts'
import { parseUnsubscribeToken } from '../identity/unsubscribe-link.ts'
import { listMessages } from '../platform/mailbox.ts'
import { monotonicNow } from '../platform/monotonic-clock.ts'
import type { Foundation } from './foundation.ts'
import type { ReadinessWatch } from './readiness.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'
import { tokenSettingsOf } from './tokens.ts'
import { traceGate } from './tracing.ts'
import { commit, version } from './version.ts'
import type { Workers } from './workers.ts'

export type HttpParts = Pick<AppSettings, 'authorize'> & {
  gate: Gate
  foundation: Foundation
  workers: Workers
  readiness: ReadinessWatch
  limits: Limits
  verify: TokenVerifier
  /** Undefined if the authorization server is in another region. */
  oauth: OAuthSettings | undefined
  pages: Pages
}

/** Creates the HTTP app. */
export async function openHttp(
  httpParts: HttpParts,
  options: ServiceOptions,
  shutdown: Shutdown,
): Promise<{ startListening: () => Promise<string>; drain: () => Promise<void> }> {
  const { config, stopAsyncPorts } = httpParts.foundation
  let accepting = true
  const app = await createApp(appSettingsOf(httpParts, options, () => accepting))
  closeConnectionsWhile(app, () => !accepting)
  shutdown.add('requests', 'http', () => {
    accepting = false
    stopAsyncPorts()
    return closeApp(app)
  })
  return {
    /** Resolves to the URL of the service. */
    async startListening() {
      const port = await listen(app, config)
      return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
    },
    /** Goes on serving, no longer ready, until balancers must have seen it. */
    async drain() {
      accepting = false
      await setTimeout(config.drainSeconds * 1_000)
    },
  }
}

function appSettingsOf(
  { foundation, workers, readiness, gate, authorize, limits, verify, oauth, pages }: HttpParts,
  {
    operations = [],
    responseTap,
    mcpTimeouts,
    admissionPatience,
    isStorageLow,
    dashboardDocuments,
  }: ServiceOptions,
  isAccepting: () => boolean,
): AppSettings {
  const { parts, config, log, keyring, metrics, tracing } = foundation
  const { security, regions, uses } = workers
  return {
    admission: {
      poolSize: foundation.poolSize,
      isStorageLow: isStorageLow ?? foundation.disk.isLow,
      now: monotonicNow,
      patience: admissionPatience,
      metrics,
    },
    gateFor(door) {
      const observed: Gate = metrics?.observeOperations(door, gate) ?? gate
      return tracing ? traceGate(door, observed) : observed
    },
    requestMetrics: metrics,
    startSpan: tracing?.startSpan,
    authorize,
    catalog: [...catalog, ...operations],
    publicUrl: config.publicUrl,
    authUrl: config.authUrl,
    defaultUrl: config.defaultUrl,
    region: config.region,
    homeOf: foundation.homes.homeOf,
    trustedProxies: config.trustedProxies,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    clock: parts.clock,
    log,
    requestLog: config,
    recordSecurity: security.record,
    responseTap,
    mcpTimeouts,
    oauth,
    internal: regions.internalApi(gate),
    verify,
    publicJwks: () => keyring.keys().publicJwks,
    auth: {
      tokens: tokenSettingsOf(foundation),
      limits,
      findClient: (credentials) =>
        findMachineClient(parts.database, credentials, ({ clientId }, hash) =>
          uses.noteClient(clientId, hash),
        ),
    },
    connections: {
      limits,
      findConnection: (key) => findConnectionByKey(parts.database, key),
      hasConnection: (provider, id) => connectionExists(parts.database, provider, id),
    },
    bounces: config.bounces?.secret
      ? { secret: config.bounces.secret, record: workers.recordBounce, limits }
      : undefined,
    reply: { resourceMetadataUrl: config.publicUrl + resourceMetadataPath, regions: config.regions },
    health: healthOf(foundation, workers, readiness, isAccepting),
    web: webSettingsOf(foundation, workers, {
      limits,
      pages,
      dashboardDocuments: dashboardDocuments ?? readDashboardDocuments(),
    }),
  }
}

function healthOf(
  { newestMigration }: Foundation,
  { regions }: Workers,
  readiness: ReadinessWatch,
  isAccepting: () => boolean,
): AppSettings['health'] {
  return {
    readiness() {
      const { ready, parts, reasons } = readiness.current()
      const synced = regions.isSynced()
      const accepting = isAccepting()
      return {
        ready: ready && synced !== false && accepting,
        parts: { ...parts, ...(synced === undefined ? {} : { regions: synced }), accepting },
        reasons,
      }
    },
    version: { version, commit, migration: newestMigration },
  }
}

function webSettingsOf(
  { parts, config, log }: Foundation,
  { technical }: Workers,
  { limits, pages, dashboardDocuments }: Pick<AppSettings['web'], 'limits' | 'pages' | 'dashboardDocuments'>,
): AppSettings['web'] {
  const { database, clock, installation } = parts
  return {
    pages,
    dashboardDocuments,
    version,
    baseUrl: config.publicUrl + apiPath,
    otherRoots: config.peers,
    operatorContact: config.operatorContact,
    zapierAppUrl: config.zapierAppUrl,
    example: readExample,
    technical: technical.read,
    ...rememberTakers((secret) => findTaker(database, config.region, secret, clock())),
    endTakerSession: (secret) => endTakerSession(database, secret),
    pauseTakerSession: (secret) => pauseTakerSession(database, secret, clock()),
    findPausedTaker: (secret) => findPausedTaker(database, config.region, secret, clock()),
    resumeTakerSession: (secret) => resumeTakerSession(database, secret, clock()),
    limits,
    findUnsubscribeGuest: (link, network) => parseUnsubscribeToken(link, installation, network),
    ...(config.demo ? { listMessages: (filter) => listMessages(database, filter) } : {}),
    ...(config.demoReceiverUrl
      ? {
          demoReceiver: {
            url: config.demoReceiverUrl,
            listSecrets: (accountId) =>
              listValidSecrets(database, installation.secretKey, accountId, clock()),
          },
        }
      : {}),
    logError: (fields, message) => log.error(fields, message),
  }
}
