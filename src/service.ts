import { createRequire } from 'node:module'
import { type AuthorizationParts, openAuthorization, startAuthorizationSweep } from './authorization.ts'
import { catalog } from './catalog.ts'
import type { Config } from './config.ts'
import { verifyContent } from './content/manifest.ts'
import type { Operation } from './contract/operation.ts'
import type { Clock } from './contract/ports.ts'
import { type OpenDatabase, openDatabase } from './database/open.ts'
import { openTechnical } from './domain/technical/technical.ts'
import { endInSteps } from './ending.ts'
import { createGate, type GateSettings } from './gate.ts'
import { housekeeping } from './housekeeping.ts'
import { apiPath, createApp } from './http/app.ts'
import type { Inspect } from './http/inspection.ts'
import { closeApp, listen } from './http/listening.ts'
import type { Waiting } from './http/mcp/waiting.ts'
import { resourceMetadataPath } from './http/oauth/metadata.ts'
import { loadPages, type Pages } from './http/page/pages.ts'
import { joinKeys } from './identity/key-source.ts'
import { openKeyring } from './identity/keyring.ts'
import { findMachineClient } from './identity/machine.ts'
import { openMailKey } from './identity/mail-key.ts'
import { stopGuestOf } from './identity/stop-link.ts'
import { endTakeSession, findTaker } from './identity/taker.ts'
import type { TokenSettings } from './identity/tokens.ts'
import { createTokenVerifier } from './identity/verifier.ts'
import { startAnchors } from './platform/anchors.ts'
import { newPublicId } from './platform/ids.ts'
import { openLimits, type WatchLimits } from './platform/limits.ts'
import type { Log } from './platform/log.ts'
import { listMessages } from './platform/mailbox.ts'
import { openModel } from './platform/model.ts'
import { guardModel } from './platform/modelGuard.ts'
import { startOutbox } from './platform/outbox.ts'
import { startRepeating } from './platform/repeat.ts'
import { slowPorts } from './platform/slow.ts'
import { messageTransport } from './platform/transport.ts'
import { openRegions } from './regions/regions.ts'
import { openSecretKeys } from './secret-keys.ts'
import { startSecurity } from './security.ts'
import { audiencesOf, siteOf } from './site.ts'
import { followWork } from './underway.ts'
import { followUses } from './uses.ts'

/** A running service, for the process that starts it and for tests. */
export type Service = Pick<OpenDatabase, 'warnings'> & {
  url: string
  version: string
  /** What the demo needs to seed itself. */
  parts: Pick<GateSettings, 'database' | 'clock' | 'newId' | 'site' | 'slow'>
  /** Resolves when everything that waits in the outbox has been tried. */
  drainOutbox: () => Promise<void>
  /** Deletes at once what accounts no longer want to keep and renews norms, as happens every hour; resolves at the end. */
  sweepRetention: () => Promise<void>
  /** Removes at once what the authorization server need not keep, as happens every five minutes. */
  sweepAuthorization: () => Promise<void>
  /** Tells other regions and asks them at once, as happens within seconds, and resolves at the end. */
  talkToRegions: () => Promise<void>
  /** Writes down at once which apps and machine clients were used, as happens every five seconds. */
  writeUses: () => Promise<void>
  /**
   * A link that signs the owner of this address in once, within a day; made for the demo alone, and undefined where
   * there is none or the authorization server is elsewhere.
   */
  offerSignIn: (email: string) => string | undefined
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
  inspect?: Inspect
  /** How documents are read in which apps describe themselves; for tests. */
  readDocument?: AuthorizationParts['readDocument']
  /** Sees what is charged to whom; for tests. */
  watchLimits?: WatchLimits
  /** Operations besides those of the catalog; for tests. */
  operations?: readonly Operation[]
  /** How long models wait for what takes long; for tests. */
  waiting?: Waiting
  /** What draws the pages from what the build made; for tests. */
  drawWith?: (built: Pages) => Pages
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
  const pages = await loadPages(options.drawWith)
  const secretKey = await openSecretKeys(config)
  const opened = await openDatabase({
    ...config,
    log: (message, cause) => log.warn(cause instanceof Error ? { err: cause } : { cause }, message),
    onLost: options.onLost,
  })
  const { database, warnings } = opened
  try {
    const keyring = await openKeyring({ database, secretKey, clock, zone: config.region })
    const warn = (fields: object, message: string) => log.warn(fields, message)
    const model = config.debriefModel && openModel({ ...config.debriefModel, warn })
    const slow = slowPorts({ askModel: model && guardModel(model) })
    const parts = {
      database,
      clock,
      newId: () => newPublicId(clock()),
      site: siteOf(config, secretKey, await openMailKey({ database, secretKey, now: clock() })),
      slow: slow.ports,
    }
    const security = await startSecurity({ database, secretKey, clock, log })
    const transport = messageTransport({ ...config, database, clock, log })
    const outbox = startOutbox({ database, transport, secretKey, clock, log })
    const limits = openLimits(config.rateLimits, options.watchLimits)
    const regions = await openRegions({
      ...{ ...parts, config, secretKey, log },
      signingKey: () => keyring.keys().active,
    })
    const uses = followUses({ database, clock, apps: regions.uses })
    const work = followWork()
    const gate = work.follow(
      createGate({
        ...{ ...parts, checkOutputs, limits },
        committed: () => outbox.wake(),
        revocationsAreFresh: regions.revocationsAreFresh,
        noteUse: uses.note,
      }),
    )
    const tokens: TokenSettings = {
      keys: keyring.keys,
      region: config.region,
      ...{ issuer: config.authUrl, audience: config.publicUrl, clock },
    }
    const verify = createTokenVerifier({
      keys: joinKeys([keyring, regions.keys]),
      issuer: config.authUrl,
      audiences: audiencesOf(config),
      authorizationZone: config.authorizationZone,
      clock,
    })
    const oauth = config.isAuthorizationServer
      ? await openAuthorization({
          ...{ config, ...parts, secretKey, pages, log, verify, limits, keys: keyring.keys },
          committed: () => outbox.wake(),
          readDocument: options.readDocument,
          regions: { ...regions, runMembership: regions.runMembership(gate) },
        })
      : undefined
    const technical = openTechnical({ database, clock, log })
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
      ...{ inspect: options.inspect, waiting: options.waiting },
      oauth,
      internal: regions.door(gate),
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
          const heard = regions.isHeard()
          const others = heard === undefined ? {} : { regions: heard }
          return { ...ready, keys: hasKeys, ...others, accepting: !stopping }
        },
      },
      web: {
        pages,
        version,
        ...{ baseUrl: config.publicUrl + apiPath, otherRoots: config.peers },
        technical: technical.read,
        findTaker: (secret) => findTaker(database, config.region, secret, clock()),
        endTakeSession: (secret) => endTakeSession(database, secret),
        limits,
        stopGuestOf: (link, network) => stopGuestOf(link, parts.site, network),
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
    const anchors = startAnchors({ database, dataDir: config.dataDir, secretKey, clock, log })
    const sweep = housekeeping({ ...parts, secretKey, log })
    const retention = startRepeating('housekeeping', sweep, { everyMilliseconds: 3_600_000, log })
    const usage = startRepeating('last uses', uses.write, { everyMilliseconds: 5_000, log })
    const cleaning = oauth && startAuthorizationSweep({ config, ...parts, secretKey, log, regions, oauth })
    const readKeys = () => secretKey.reread().then(keyring.reload)
    const rotations = startRepeating('keys', readKeys, { everyMilliseconds: 2_000, log })
    return {
      ...{ url, version, parts, warnings },
      drainOutbox: () => outbox.drain(),
      sweepRetention: () => retention.run(),
      sweepAuthorization: async () => cleaning?.run(),
      talkToRegions: regions.run,
      writeUses: () => usage.run(),
      offerSignIn(email) {
        const secret = oauth?.people.links?.offer(email)
        return secret && `${url}${oauth?.mountPath}/login/${secret}`
      },
      stop: () => {
        stopping = true
        slow.stop()
        return endInSteps(log, {
          requests: () => closeApp(app),
          work: work.settled,
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
