import { createRequire } from 'node:module'
import {
  type AuthorizationServerParts,
  createAuthorizationServer,
  startAuthorizationSweep,
} from './authorization-server.ts'
import { catalog } from './catalog.ts'
import type { Config } from './config.ts'
import { verifyContent } from './content/manifest.ts'
import type { Operation } from './contract/operation.ts'
import type { Clock } from './contract/ports.ts'
import { type OpenDatabase, openDatabase } from './database/open.ts'
import { recordInviteFailed, recordInviteSent } from './domain/invite/store.ts'
import { startOutboxWorker } from './domain/outbox/worker.ts'
import { createTechnical } from './domain/technical/technical.ts'
import { createGate, type GateSettings } from './gate.ts'
import { createHousekeeping } from './housekeeping.ts'
import { apiPath, createApp } from './http/app.ts'
import { closeApp, listen } from './http/listen.ts'
import type { McpTimeouts } from './http/mcp/timeouts.ts'
import { resourceMetadataPath } from './http/oauth/resource-metadata.ts'
import { loadPages, type Pages } from './http/page/pages.ts'
import type { ResponseTap } from './http/response-tap.ts'
import { findMachineClient } from './identity/client-credentials.ts'
import { combineKeySources } from './identity/key-source.ts'
import { openMailKey } from './identity/mail-key.ts'
import { openSigningKeyring } from './identity/signing-keyring.ts'
import { endTakerSession, findTaker } from './identity/taker.ts'
import { createTokenVerifier } from './identity/token-verifier.ts'
import type { TokenSettings } from './identity/tokens.ts'
import { parseUnsubscribeToken } from './identity/unsubscribe-link.ts'
import { trackInFlight } from './in-flight.ts'
import { audiencesOf, installationConfigOf } from './installation-config.ts'
import { startAnchorWorker } from './platform/anchors.ts'
import { createAsyncPorts } from './platform/async-ports.ts'
import { newPublicId } from './platform/ids.ts'
import { openLimits, type WatchLimits } from './platform/limits.ts'
import type { Log } from './platform/log.ts'
import { listMessages } from './platform/mailbox.ts'
import { messageTransport } from './platform/message-transport.ts'
import { openModel } from './platform/model.ts'
import { guardModel } from './platform/model-guard.ts'
import { startRepeatedTask } from './platform/repeated-task.ts'
import { openRegions } from './regions/regions.ts'
import { openSecretKeys } from './secret-keys.ts'
import { runShutdownSteps } from './shutdown.ts'
import { startSecurityLog } from './start-security-log.ts'
import { trackUses } from './uses.ts'

/** A running service, for the process that starts it and for tests. */
export type Service = Pick<OpenDatabase, 'warnings'> & {
  url: string
  version: string
  /** What the demo needs to seed itself. */
  parts: Pick<GateSettings, 'database' | 'clock' | 'newId' | 'site' | 'asyncPorts'>
  /** Resolves when everything that waits in the outbox has been tried. */
  drainOutbox: () => Promise<void>
  /** Deletes at once what accounts no longer want to keep and renews norms, as happens every hour; resolves at the end. */
  sweepRetention: () => Promise<void>
  /** Removes at once what the authorization server need not keep, as happens every five minutes. */
  sweepAuthorization: () => Promise<void>
  /** Tells other regions and asks them at once, as happens within seconds, and resolves at the end. */
  syncRegions: () => Promise<void>
  /** Writes down at once which apps and machine clients were used, as happens every five seconds. */
  flushUses: () => Promise<void>
  /**
   * A link that signs the owner of this address in once, within a day; made for the demo alone, and undefined where
   * there is none or the authorization server is elsewhere.
   */
  createSignInLink: (email: string) => string | undefined
  /** Answers what is under way and leaves the database stopped, within half a minute. Gives the steps cut off. */
  stop: () => Promise<string[]>
}

export type ServiceOptions = {
  config: Config
  log: Log
  clock?: Clock
  /** Checks every answer against its declared shape; for tests. */
  checkOutputs?: boolean
  /** Sees every answer before it leaves; for tests. */
  responseTap?: ResponseTap
  /** How documents are read in which apps describe themselves; for tests. */
  readDocument?: AuthorizationServerParts['readDocument']
  /** Sees what is charged to whom; for tests. */
  watchLimits?: WatchLimits
  /** Operations besides those of the catalog; for tests. */
  operations?: readonly Operation[]
  /** How long models wait for what takes long; for tests. */
  mcpTimeouts?: McpTimeouts
  /** What draws the pages from what the build made; for tests. */
  transformPages?: (built: Pages) => Pages
  /** Another process has taken over the data directory: the database is gone, and this process has to end. */
  onLost?: (error: Error) => void
  /** Runs before the service listens, so that whoever gets an answer finds the work done. */
  prepare?: (parts: Service['parts']) => Promise<void>
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Opens the database, the keys and the doors, and listens. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, clock = () => new Date(), checkOutputs = false } = options
  verifyContent()
  const pages = await loadPages(options.transformPages)
  const secretKey = await openSecretKeys(config)
  const opened = await openDatabase({
    ...config,
    log: (message, cause) => log.warn(cause instanceof Error ? { err: cause } : { cause }, message),
    onLost: options.onLost,
  })
  const { database, warnings } = opened
  try {
    const keyring = await openSigningKeyring({ database, secretKey, clock, zone: config.region })
    const warn = (fields: object, message: string) => log.warn(fields, message)
    const model = config.debriefModel && openModel({ ...config.debriefModel, warn })
    const asyncPorts = createAsyncPorts({ askModel: model && guardModel(model) })
    const parts = {
      database,
      clock,
      newId: () => newPublicId(clock()),
      site: installationConfigOf(config, secretKey, await openMailKey({ database, secretKey, now: clock() })),
      asyncPorts: asyncPorts.ports,
    }
    const security = await startSecurityLog({ database, secretKey, clock, log })
    const transport = messageTransport({ ...config, database, clock, log })
    const invites = { recordSent: recordInviteSent, recordFailed: recordInviteFailed }
    const outbox = startOutboxWorker({ database, transport, secretKey, clock, log, invites })
    const limits = openLimits(config.rateLimits, options.watchLimits)
    const regions = await openRegions({
      ...{ ...parts, config, secretKey, log },
      signingKey: () => keyring.keys().active,
    })
    const uses = trackUses({ database, clock, apps: regions.useNotes })
    const inFlight = trackInFlight()
    const gate = inFlight.track(
      createGate({
        ...{ ...parts, checkOutputs, limits },
        onCommit: () => outbox.wake(),
        revocationsAreFresh: regions.revocationsAreFresh,
        recordUse: uses.note,
      }),
    )
    const tokens: TokenSettings = {
      keys: keyring.keys,
      region: config.region,
      ...{ issuer: config.authUrl, audience: config.publicUrl, clock },
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
          ...{ config, ...parts, secretKey, pages, log, verify, limits, keys: keyring.keys },
          onCommit: () => outbox.wake(),
          readDocument: options.readDocument,
          regions: { ...regions, runMemberOperation: regions.runMemberOperation(gate) },
        })
      : undefined
    const technical = createTechnical({ database, clock, log })
    let stopping = false
    const app = await createApp({
      gate,
      catalog: [...catalog, ...(options.operations ?? [])],
      publicUrl: config.publicUrl,
      authUrl: config.authUrl,
      defaultUrl: config.defaultUrl,
      region: config.region,
      trustedProxies: config.trustedProxies,
      allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
      ...{ clock, log, recordSecurity: security.record },
      ...{ responseTap: options.responseTap, mcpTimeouts: options.mcpTimeouts },
      oauth,
      internal: regions.internalApi(gate),
      verify,
      publicJwks: () => keyring.keys().publicJwks,
      auth: {
        ...{ tokens, limits },
        findClient: (credentials) =>
          findMachineClient(database, credentials, ({ clientId }, hash) => uses.noteClient(clientId, hash)),
      },
      reply: { resourceMetadataUrl: config.publicUrl + resourceMetadataPath, regions: config.regions },
      health: {
        readiness: async () => {
          const ready = await database.ready()
          const hasKeys = ready.database && (await keyring.holdsActive())
          const synced = regions.isSynced()
          const others = synced === undefined ? {} : { regions: synced }
          return { ...ready, keys: hasKeys, ...others, accepting: !stopping }
        },
      },
      web: {
        pages,
        version,
        ...{ baseUrl: config.publicUrl + apiPath, otherRoots: config.peers },
        technical: technical.read,
        findTaker: (secret) => findTaker(database, config.region, secret, clock()),
        endTakerSession: (secret) => endTakerSession(database, secret),
        limits,
        findUnsubscribeGuest: (link, network) => parseUnsubscribeToken(link, parts.site, network),
        ...(config.demo ? { listMessages: (filter) => listMessages(database, filter) } : {}),
        logError: (fields, message) => log.error(fields, message),
      },
    })
    await options.prepare?.(parts)
    outbox.wake()
    const port = await listen(app, config)
    const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl
    regions.start()
    // Not before the demo is seeded: a seeding that is cut off is removed, and must leave no anchor behind.
    const anchors = startAnchorWorker({ database, dataDir: config.dataDir, secretKey, clock, log })
    const sweep = createHousekeeping({ ...parts, secretKey, log })
    const retention = startRepeatedTask('housekeeping', sweep, { everyMilliseconds: 3_600_000, log })
    const usage = startRepeatedTask('last uses', uses.write, { everyMilliseconds: 5_000, log })
    const cleaning = oauth && startAuthorizationSweep({ config, ...parts, secretKey, log, regions, oauth })
    const readKeys = () => secretKey.reread().then(keyring.reload)
    const rotations = startRepeatedTask('keys', readKeys, { everyMilliseconds: 2_000, log })
    return {
      ...{ url, version, parts, warnings },
      drainOutbox: () => outbox.drain(),
      sweepRetention: () => retention.run(),
      sweepAuthorization: async () => cleaning?.run(),
      syncRegions: regions.run,
      flushUses: () => usage.run(),
      createSignInLink(email) {
        const secret = oauth?.people.links?.create(email)
        return secret && `${url}${oauth?.mountPath}/login/${secret}`
      },
      stop: () => {
        stopping = true
        asyncPorts.stop()
        return runShutdownSteps(log, {
          requests: () => closeApp(app),
          work: inFlight.settled,
          workers: () =>
            Promise.all([
              ...[technical, retention, rotations, regions, cleaning, security].map((one) => one?.stop()),
              ...[usage.run().then(usage.stop), outbox.stop(4_500)],
            ]),
          anchors: anchors.stop,
          database: opened.close,
        })
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
