import { randomUUID } from 'node:crypto'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import type { AccountHomes } from '../contract/account-homes.ts'
import type { Caller } from '../contract/caller.ts'
import { Failure, wrongRegion } from '../contract/failure.ts'
import type { Operation } from '../contract/operation.ts'
import type { Clock } from '../contract/ports.ts'
import type { RecordSecurityEvent } from '../contract/security-event.ts'
import type { StartSpan } from '../contract/trace.ts'
import type { Authorize, Gate } from '../gate/gate.ts'
import { authenticate } from '../identity/authenticate.ts'
import type { TokenVerifier } from '../identity/token-verifier.ts'
import {
  type Admission,
  type AdmissionSettings,
  createAdmission,
  refusingBulkTools,
  releasePlace,
} from './admission/admission.ts'
import { createRefusal } from './admission/refusal.ts'
import { createClassifier } from './admission/request-class.ts'
import { createAdmittingServer } from './admission/server.ts'
import { registerAts } from './ats/ats.ts'
import type { AtsSettings } from './ats/door.ts'
import { type BounceSettings, registerBounces } from './bounces.ts'
import { commonHeaders } from './common-headers.ts'
import { registerCompression } from './compression.ts'
import { registerCors } from './cors.ts'
import { failureFromError } from './failure-from-error.ts'
import { registerForwarding } from './forwarding.ts'
import { type Health, registerHealth } from './health.ts'
import { type InternalSettings, registerInternal } from './internal/internal.ts'
import { withCardResource } from './mcp/card-resource.ts'
import { defaultRegistry } from './mcp/default-registry.ts'
import { registerMcp } from './mcp/mcp.ts'
import { isReadonlyRequest } from './mcp/readonly-query.ts'
import { defaultTimeouts, type McpTimeouts } from './mcp/timeouts.ts'
import { createToolDocs } from './mcp/tool-docs.ts'
import { createToolbox, readonlyToolboxOf } from './mcp/tools.ts'
import { registerAuthServerRedirects, registerOAuth } from './oauth/oauth.ts'
import { registerResourceMetadata, resourceMetadataPath } from './oauth/resource-metadata.ts'
import type { OAuthSettings } from './oauth/settings.ts'
import { answerParserError } from './parser-errors.ts'
import { mcpPath } from './paths.ts'
import { type RequestLog, type RequestLogOptions, registerRequestLog, validRequestId } from './request-log.ts'
import { type RequestMetrics, registerRequestMetrics } from './request-metrics.ts'
import { registerRequestTrace } from './request-trace.ts'
import { type ResponseTap, registerResponseTap } from './response-tap.ts'
import { type AuthSettings, registerAuth } from './rest/auth.ts'
import { describeApi } from './rest/openapi/document.ts'
import { registerOpenApiRoute } from './rest/openapi/openapi-route.ts'
import { postmanCollection } from './rest/openapi/postman.ts'
import { type ReplySettings, replyToFailure } from './rest/reply.ts'
import { registerRest } from './rest/routes.ts'
import { registerScim, type ScimSettings } from './scim/scim.ts'
import { registerSecurityLog } from './security-log.ts'
import type { WebSettings } from './web/settings.ts'
import { registerWeb } from './web/web.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication; part of the request log. */
    caller?: Caller
    /** The client's traceparent (W3C Trace Context). */
    trace?: string | undefined
  }
}

export type AppSettings = {
  /** The gate for requests of this transport, which metrics tell apart. */
  gateFor: (door: 'rest' | 'mcp' | 'web' | 'ats' | 'scim') => Gate
  authorize: Authorize
  catalog: readonly Operation[]
  publicUrl: string
  authUrl: string
  /** The address that routes to the nearest region, if there is one. */
  defaultUrl: string | undefined
  clock: Clock
  verify: TokenVerifier
  publicJwks: () => readonly object[]
  auth: Omit<AuthSettings, 'region' | 'homeOf' | 'isRegion'>
  /** How systems with a connection prove themselves. */
  connections: Pick<AtsSettings, 'findConnection' | 'hasConnection' | 'limits'>
  /** Undefined if no mail server hands over reports. */
  bounces: BounceSettings | undefined
  region: string
  trustedProxies: readonly string[]
  /** Browser origins whose pages may call the API. */
  allowedOrigins: readonly string[]
  reply: ReplySettings
  health: Health
  requestMetrics: RequestMetrics | undefined
  admission: Omit<AdmissionSettings, 'classify' | 'refuse' | 'warn' | 'trustedProxies'>
  /** Undefined without tracing. */
  startSpan: StartSpan | undefined
  log: RequestLog
  requestLog: RequestLogOptions
  recordSecurity: RecordSecurityEvent
  /** How long MCP clients wait for slow tools; shorter in tests. */
  mcpTimeouts?: McpTimeouts | undefined
  /** Receives every response; for tests. */
  responseTap?: ResponseTap | undefined
  /** Accounts that have moved are elsewhere than their tokens and links say. */
  homeOf: AccountHomes['homeOf']
  /** Undefined if the authorization server is in another region. */
  oauth: OAuthSettings | undefined
  /** The API between regions; undefined with one region. */
  internal: InternalSettings | undefined
  web: Omit<
    WebSettings,
    keyof ReturnType<typeof sharedSettings> | 'authServerRoot' | 'describe' | 'postmanCollection' | 'toolDocs'
  >
}

/** The path of the REST interface below the service root. */
export const apiPath = '/api/v4'

/** Creates the HTTP app with all routes, not listening yet. */
export async function createApp(given: AppSettings): Promise<FastifyInstance> {
  const admission = admissionOf(given)
  const settings = { ...given, accounts: admission.accounts }
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    // Idle connections are closed, whether the client stopped sending or reading. Slow operations extend this
    // (`socket-timeout.ts`).
    connectionTimeout: 15_000 * Math.min(settings.admission.patience ?? 1, 12),
    http: { connectionsCheckingInterval: 1_000 },
    serverFactory: createAdmittingServer(admission),
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections are answered, instead of by a 503 without an envelope.
    return503OnClosing: false,
    schemaController: { compilersFactory: noSchemas },
    routerOptions: { maxParamLength: 200, caseSensitive: true },
    requestIdHeader: false,
    // Trusted for the client's address only; no other forwarding header is used.
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: (request) => validRequestId(request.headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: (error, request, reply) => {
      void answerUndecodableUrl(settings, request, reply, error)
    },
    clientErrorHandler: (error, socket) =>
      answerParserError(error, socket, { clock: settings.clock, headers: commonHeaders(settings) }),
  })
  app.server.headersTimeout = 10_000
  const common = commonHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(common)
    done()
  })
  registerRequestLog(app, settings.log, settings.requestLog)
  app.addHook('onRequest', (request, reply, done) => {
    request.work.onOtherWork = () => releasePlace(reply.raw)
    done()
  })
  if (settings.startSpan) registerRequestTrace(app, settings.startSpan)
  if (settings.requestMetrics) registerRequestMetrics(app, settings.requestMetrics)
  registerForwarding(app, settings.log)
  registerSecurityLog(app, settings.recordSecurity)
  if (settings.responseTap) registerResponseTap(app, settings.responseTap)
  registerCompression(app)
  app.setErrorHandler(createErrorHandler(settings))
  registerHealth(app, settings.health)
  registerResourceMetadata(app, settings)
  const describe = () => describeApi(settings.catalog, { ...settings, regions: settings.reply.regions })
  await registerOpenApiRoute(app, `${apiPath}/openapi.json`, describe)
  await app.register(
    async (api) => {
      await registerCors(api, settings.allowedOrigins)
      registerApi(api, settings)
    },
    { prefix: apiPath },
  )
  await app.register((mcp) => registerMcpEndpoint(mcp, settings), { prefix: mcpPath })
  await app.register(async (ats) => registerAts(ats, atsSettings(settings)), { prefix: '/ats' })
  await app.register(async (scim) => registerScim(scim, scimSettings(settings)), { prefix: '/scim/v2' })
  const { bounces } = settings
  if (bounces) await app.register(async (mail) => registerBounces(mail, bounces), { prefix: '/mail' })
  if (settings.oauth) await registerOAuth(app, settings.oauth)
  else registerAuthServerRedirects(app, settings.authUrl)
  if (settings.internal) registerInternal(app, settings.internal)
  await app.register(async (web) => {
    await registerWeb(web, {
      ...settings.web,
      ...sharedSettings(settings),
      describe,
      postmanCollection: () => postmanCollection(describe()),
      toolDocs: () => createToolDocs(createToolbox(settings.catalog), registryWithCard(settings)),
      authServerRoot: settings.oauth?.mountPath ?? settings.authUrl,
    })
  })
  return app
}

/** The gate reads input by our own schemas, so Fastify's compilers are not needed; loading them took a part of the start. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('A route has a Fastify schema. The input of operations is read by the gate.')
}

function atsSettings({ connections, region, gateFor, log }: AppSettings): AtsSettings {
  return {
    ...connections,
    region,
    gate: gateFor('ats'),
    logUnexpected: (request, err) => log.error({ reqId: request.id, err }, 'unexpected error'),
  }
}

function scimSettings({ connections, region, gateFor, publicUrl, log }: AppSettings): ScimSettings {
  return {
    ...connections,
    region,
    publicUrl,
    gate: gateFor('scim'),
    logUnexpected: (request, err) => log.error({ reqId: request.id, err }, 'unexpected error'),
  }
}

type SettingsInUse = AppSettings & Pick<Admission, 'accounts'>

function admissionOf({ admission, catalog, log, ...settings }: AppSettings): Admission {
  return createAdmission({
    ...admission,
    trustedProxies: settings.trustedProxies,
    classify: createClassifier(catalog, { apiPath, mountPath: settings.oauth?.mountPath ?? '' }),
    refuse: createRefusal({
      ...settings,
      headers: commonHeaders(settings),
      renderProblem: settings.web.pages.renderProblem,
    }),
    warn: (fields, message) => log.warn(fields, message),
  })
}

/** Bodies stay buffers until the gate reads the input, after authentication. */
function registerApi(api: FastifyInstance, settings: SettingsInUse): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Clients that request a token have none yet, so 405 for other methods needs none either.
    if (request.routeOptions.url === `${apiPath}/auth`) return
    request.caller = await callerOf(settings, request)
  })
  const isRegion = (zone: string) => Object.hasOwn(settings.reply.regions, zone)
  const { region, homeOf } = settings
  registerAuth(api, '/auth', { ...settings.auth, region, homeOf, isRegion })
  registerRest(api, '', {
    gate: settings.gateFor('rest'),
    catalog: settings.catalog,
    baseUrl: settings.publicUrl,
  })
  api.setNotFoundHandler(() => {
    throw new Failure('not_found')
  })
}

/** The MCP endpoint is a protected resource of its own (RFC 9728). Its challenge lists the scopes of its tools. */
async function registerMcpEndpoint(mcp: FastifyInstance, settings: SettingsInUse): Promise<void> {
  const toolbox = createToolbox(settings.catalog)
  const resourceMetadataUrl = settings.publicUrl + resourceMetadataPath + mcpPath
  const readonlyToolbox = readonlyToolboxOf(toolbox)
  const [refuse, refuseReadonly] = [toolbox, readonlyToolbox].map(({ scopes }) =>
    createErrorHandler({
      ...settings,
      reply: { ...settings.reply, resourceMetadataUrl, challengeScopes: scopes },
    }),
  ) as [Refuse, Refuse]
  mcp.setErrorHandler((error: FastifyError, request, reply) =>
    (isReadonlyRequest(request) ? refuseReadonly : refuse)(error, request, reply),
  )
  await registerMcp(mcp, {
    registry: registryWithCard(settings),
    gate: settings.gateFor('mcp'),
    authorize: settings.authorize,
    refuseAtLowStorage: refusingBulkTools(settings.admission),
    toolbox,
    readonlyToolbox,
    allowedOrigins: settings.allowedOrigins,
    log: settings.log,
    address: settings.publicUrl + mcpPath,
    serviceUrls: [settings.publicUrl, ...(settings.defaultUrl ? [settings.defaultUrl] : [])],
    version: settings.web.version,
    websiteUrl: settings.publicUrl,
    timeouts: settings.mcpTimeouts ?? defaultTimeouts,
    authenticate: (request) => callerOf(settings, request),
  })
}

function registryWithCard({ web }: AppSettings) {
  return withCardResource(defaultRegistry, web.pages.summaryCard)
}

type Refuse = ReturnType<typeof createErrorHandler>

function createErrorHandler(settings: AppSettings) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureFromError(error)
    if (failure.kind === 'unexpected')
      settings.log.error({ reqId: request.id, err: error }, 'unexpected error')
    return sendFailure(settings, request, reply, failure)
  }
}

/**
 * A path with broken percent-encoding matches no route and runs no hooks. Below the API, authentication still comes
 * first.
 */
async function answerUndecodableUrl(
  settings: SettingsInUse,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): Promise<void> {
  const isApi = request.raw.url?.startsWith(`${apiPath}/`) ?? false
  const failure = await (isApi ? authenticateFirst(settings, request, error) : error)
  reply.header('x-request-id', request.id).headers(commonHeaders(settings))
  await sendFailure(settings, request, reply, failureFromError(failure))
}

async function authenticateFirst(
  settings: SettingsInUse,
  request: FastifyRequest,
  error: Error,
): Promise<Error> {
  return callerOf(settings, request).then(
    () => error,
    (refusal: Error) => refusal,
  )
}

/** Callers of another region get 421 before any other error, even at unknown addresses. */
async function callerOf(settings: SettingsInUse, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.raw.headersDistinct
  const caller = await authenticate(settings.verify, authorization)
  settings.accounts.remember(String(authorization), caller.accountId)
  const home = settings.homeOf(caller.accountId, caller.region)
  if (home !== settings.region) throw wrongRegion(home)
  return caller
}

function sendFailure(settings: AppSettings, request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const { status, headers, body } = replyToFailure(
    failure,
    { id: String(request.id), now: settings.clock() },
    settings.reply,
  )
  return reply.code(status).headers(headers).header('cache-control', 'no-store').send(body)
}

function sharedSettings({ gateFor, publicUrl, authUrl, clock, region, homeOf }: AppSettings) {
  return { gate: gateFor('web'), publicUrl, authUrl, clock, region, homeOf }
}
