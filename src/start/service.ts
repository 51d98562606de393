import { createRequire } from 'node:module'
import { catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import { verifyContent } from '../content/manifest.ts'
import type { Operation } from '../contract/operation.ts'
import type { Clock } from '../contract/ports.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { recordInviteFailed, recordInviteSent } from '../domain/invite/store.ts'
import { startOutboxWorker } from '../domain/outbox/worker.ts'
import { createTechnical } from '../domain/technical/technical.ts'
import { createAuthorize, createGate, type GateSettings } from '../gate/gate.ts'
import { apiPath, createApp } from '../http/app.ts'
import { closeApp, listen } from '../http/listen.ts'
import type { McpTimeouts } from '../http/mcp/timeouts.ts'
import { resourceMetadataPath } from '../http/oauth/resource-metadata.ts'
import { loadPages, type Pages } from '../http/page/pages.ts'
import type { ResponseTap } from '../http/response-tap.ts'
import { findMachineClient } from '../identity/client-credentials.ts'
import { combineKeySources } from '../identity/key-source.ts'
import { openMailKey } from '../identity/mail-key.ts'
import { openSigningKeyring } from '../identity/signing-keyring.ts'
import { endTakerSession, findTaker } from '../identity/taker.ts'
import { createTokenVerifier } from '../identity/token-verifier.ts'
import type { TokenSettings } from '../identity/tokens.ts'
import { parseUnsubscribeToken } from '../identity/unsubscribe-link.ts'
import { type AnchorWorker, startAnchorWorker } from '../platform/anchors.ts'
import { createAsyncPorts } from '../platform/async-ports.ts'
import { newPublicId } from '../platform/ids.ts'
import { openLimits, type WatchLimits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'
import { listMessages } from '../platform/mailbox.ts'
import { messageTransport } from '../platform/message-transport.ts'
import { openModel } from '../platform/model.ts'
import { guardModel } from '../platform/model-guard.ts'
import { startRepeatedTask } from '../platform/repeated-task.ts'
import { openRegions } from '../regions/regions.ts'
import {
  type AuthorizationServerParts,
  createAuthorizationServer,
  startAuthorizationSweep,
} from './authorization-server.ts'
import { createHousekeeping } from './housekeeping.ts'
import { trackInFlight } from './in-flight.ts'
import { audiencesOf, installationConfigOf } from './installation-config.ts'
import { openSecretKeys } from './secret-keys.ts'
import { startSecurityLog } from './security-log.ts'
import { createShutdown } from './shutdown.ts'
import { trackUses } from './uses.ts'

/** A running service, for the main process and for tests. */
export type Service = Pick<OpenDatabase, 'warnings'> & {
  url: string
  version: string
  /** What the demo needs to seed itself. */
  parts: Pick<GateSettings, 'database' | 'clock' | 'newId' | 'site' | 'asyncPorts'>
  /** Resolves when delivery of every message in the outbox has been tried. */
  drainOutbox: () => Promise<void>
  /** Runs the hourly housekeeping now: deletes expired data and renews norms. Resolves when it is done. */
  sweepRetention: () => Promise<void>
  /** Runs the authorization server's cleanup now, which otherwise runs every five minutes. */
  sweepAuthorization: () => Promise<void>
  /** Synchronizes with the other regions now, which otherwise happens within seconds. Resolves when it is done. */
  syncRegions: () => Promise<void>
  /** Stores the last use of apps and machine clients now, which otherwise happens every five seconds. */
  flushUses: () => Promise<void>
  /**
   * Creates a single-use link, valid for a day, that signs in the member with this address. Demo only: undefined
   * without the demo, or if the authorization server is in another region.
   */
  createSignInLink: (email: string) => string | undefined
  /** Finishes requests in flight and stops the database, within 30 s. Returns the names of steps that failed. */
  stop: () => Promise<string[]>
}

export type ServiceOptions = {
  config: Config
  log: Log
  clock?: Clock
  /** Validates every output against its schema; for tests. */
  checkOutputs?: boolean
  /** Receives every response before it is sent; for tests. */
  responseTap?: ResponseTap
  /** How client ID metadata documents are fetched; for tests. */
  readDocument?: AuthorizationServerParts['readDocument']
  /** Called for each request that counts against a rate limit; for tests. */
  watchLimits?: WatchLimits
  /** Operations in addition to the catalog; for tests. */
  operations?: readonly Operation[]
  /** How long MCP clients wait for slow tools; for tests. */
  mcpTimeouts?: McpTimeouts
  /** Changes the built pages before they are served; for tests. */
  transformPages?: (built: Pages) => Pages
  /** Called with the name of each part that has to be stopped, as it starts. Tests throw here to fail the start. */
  onPart?: (part: string) => void
  /** Another process has taken over the data directory: the database is gone, and this process has to exit. */
  onLost?: (error: Error) => void
  /** Runs before the service listens, so that the first request finds the work done. */
  prepare?: (parts: Service['parts']) => Promise<void>
}

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/**
 * Opens the database and the keys, creates the HTTP app, and listens. Each part registers how it stops as it starts:
 * parts stop in reverse order, and a start that fails stops those that have started.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, clock = () => new Date(), checkOutputs = false } = options
  verifyContent()
  const pages = await loadPages(options.transformPages)
  const secretKey = await openSecretKeys(config)
  await using shutdown = createShutdown(log, options.onPart)

  const opened = await openDatabase({
    ...config,
    log: (message, cause) => log.warn(cause instanceof Error ? { err: cause } : { cause }, message),
    onLost: options.onLost,
  })
  shutdown.add('database', 'database', opened.close)
  const { database, warnings } = opened

  // Anchors stop after the workers, so that they cover the last audit entries. They start below, after the demo is
  // seeded: an interrupted seeding is removed and must leave no anchor.
  let anchors: AnchorWorker | undefined
  shutdown.add('anchors', 'anchors', () => anchors?.stop())

  const keyring = await openSigningKeyring({ database, secretKey, clock, zone: config.region })
  const mailKey = await openMailKey({ database, secretKey, now: clock() })
  const warn = (fields: object, message: string) => log.warn(fields, message)
  const model = config.debriefModel && openModel({ ...config.debriefModel, warn })
  const asyncPorts = createAsyncPorts({ askModel: model && guardModel(model) })
  const parts = {
    database,
    clock,
    newId: () => newPublicId(clock()),
    site: installationConfigOf(config, secretKey, mailKey),
    asyncPorts: asyncPorts.ports,
  }

  const security = await startSecurityLog({ database, secretKey, clock, log })
  shutdown.add('workers', 'security log', security.stop)
  const transport = messageTransport({ ...config, database, clock, log })
  const invites = { recordSent: recordInviteSent, recordFailed: recordInviteFailed }
  const outbox = startOutboxWorker({ database, transport, secretKey, clock, log, invites })
  shutdown.add('workers', 'outbox', () => outbox.stop(outboxGraceMilliseconds))
  const limits = openLimits(config.rateLimits, options.watchLimits)
  const signingKey = () => keyring.keys().active
  const regions = await openRegions({ ...parts, config, secretKey, log, signingKey })
  shutdown.add('workers', 'regions', regions.stop)
  const technical = createTechnical({ database, clock, log })
  shutdown.add('workers', 'technical figures', technical.stop)
  const uses = trackUses({ database, clock, apps: regions.usageRecorder })

  const inFlight = trackInFlight()
  shutdown.add('work', 'operations in flight', inFlight.settled)
  const gateSettings: GateSettings = {
    ...parts,
    checkOutputs,
    limits,
    onCommit: () => outbox.wake(),
    revocationsAreFresh: regions.revocationsAreFresh,
    recordUse: uses.note,
  }
  const gate = inFlight.track(createGate(gateSettings))
  const authorize = inFlight.track(createAuthorize(gateSettings))
  const tokens: TokenSettings = {
    keys: keyring.keys,
    region: config.region,
    issuer: config.authUrl,
    audience: config.publicUrl,
    clock,
  }
  const verify = createTokenVerifier({
    keys: combineKeySources([keyring, regions.keys]),
    issuer: config.authUrl,
    audiences: audiencesOf(config),
    authorizationZone: config.authorizationZone,
    clock,
  })
  const oauth = config.isAuthorizationServer
    ? await createAuthorizationServer({
        ...parts,
        config,
        secretKey,
        pages,
        log,
        verify,
        limits,
        keys: keyring.keys,
        onCommit: () => outbox.wake(),
        readDocument: options.readDocument,
        regions: { ...regions, runMemberOperation: regions.runMemberOperation(gate) },
      })
    : undefined

  let stopping = false
  const app = await createApp({
    gate,
    authorize,
    catalog: [...catalog, ...(options.operations ?? [])],
    publicUrl: config.publicUrl,
    authUrl: config.authUrl,
    defaultUrl: config.defaultUrl,
    region: config.region,
    trustedProxies: config.trustedProxies,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    clock,
    log,
    recordSecurity: security.record,
    responseTap: options.responseTap,
    mcpTimeouts: options.mcpTimeouts,
    oauth,
    internal: regions.internalApi(gate),
    verify,
    publicJwks: () => keyring.keys().publicJwks,
    auth: {
      tokens,
      limits,
      findClient: (credentials) =>
        findMachineClient(database, credentials, ({ clientId }, hash) => uses.noteClient(clientId, hash)),
    },
    reply: { resourceMetadataUrl: config.publicUrl + resourceMetadataPath, regions: config.regions },
    health: {
      readiness: async () => {
        const ready = await database.ready()
        const keys = ready.database && (await keyring.holdsActive())
        const synced = regions.isSynced()
        return { ...ready, keys, ...(synced === undefined ? {} : { regions: synced }), accepting: !stopping }
      },
    },
    web: {
      pages,
      version,
      baseUrl: config.publicUrl + apiPath,
      otherRoots: config.peers,
      technical: technical.read,
      findTaker: (secret) => findTaker(database, config.region, secret, clock()),
      endTakerSession: (secret) => endTakerSession(database, secret),
      limits,
      findUnsubscribeGuest: (link, network) => parseUnsubscribeToken(link, parts.site, network),
      ...(config.demo ? { listMessages: (filter) => listMessages(database, filter) } : {}),
      logError: (fields, message) => log.error(fields, message),
    },
  })
  shutdown.add('requests', 'http', () => {
    stopping = true
    asyncPorts.stop()
    return closeApp(app)
  })

  await options.prepare?.(parts)
  outbox.wake()
  const port = await listen(app, config)
  const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl
  regions.start()
  anchors = startAnchorWorker({ database, dataDir: config.dataDir, secretKey, clock, log })
  const sweep = createHousekeeping({ ...parts, secretKey, log })
  const retention = startRepeatedTask('housekeeping', sweep, { everyMilliseconds: 3_600_000, log })
  shutdown.add('workers', 'housekeeping', retention.stop)
  const usage = startRepeatedTask('last uses', uses.write, { everyMilliseconds: 5_000, log })
  shutdown.add('workers', 'last uses', () => usage.run().then(usage.stop))
  const authorizationSweep =
    oauth && startAuthorizationSweep({ ...parts, config, secretKey, log, regions, oauth })
  shutdown.add('workers', 'authorization sweep', () => authorizationSweep?.stop())
  const readKeys = () => secretKey.reread().then(keyring.reload)
  const keyReload = startRepeatedTask('keys', readKeys, { everyMilliseconds: 2_000, log })
  shutdown.add('workers', 'key reload', keyReload.stop)

  return {
    url,
    version,
    parts,
    warnings,
    drainOutbox: () => outbox.drain(),
    sweepRetention: () => retention.run(),
    sweepAuthorization: async () => authorizationSweep?.run(),
    syncRegions: regions.run,
    flushUses: () => usage.run(),
    createSignInLink(email) {
      const secret = oauth?.people.links?.create(email)
      return secret && `${url}${oauth?.mountPath}/login/${secret}`
    },
    stop: shutdown.release(),
  }
}

/** Milliseconds for deliveries in flight: less than the workers' share of the shutdown. */
const outboxGraceMilliseconds = 4_500
