import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FailureKind } from '../../contract/error-definition.ts'
import { type Failure, notFound } from '../../contract/failure.ts'
import { failureFromError } from '../failure-from-error.ts'
import { assetFolder } from '../page/built-pages.ts'
import { cookieNameOf, readCookie } from '../page/cookie.ts'
import { rememberLanguage } from '../page/language.ts'
import { ownPathOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { statusOf } from '../status.ts'
import type { ProblemView } from '../views/problem-view.ts'
import { registerCompanyGuide } from './company-guide.ts'
import { registerConnect } from './connect.ts'
import { registerDashboard } from './dashboard.ts'
import { registerDemoReceiver } from './demo-receiver.ts'
import { registerErasure } from './erasure.ts'
import { registerEventsGuide } from './events-guide.ts'
import { registerExample } from './example.ts'
import { registerFavicon } from './favicon.ts'
import { registerHome } from './home.ts'
import { registerImpact } from './impact.ts'
import { registerInviteLink } from './invite-link.ts'
import { registerLlmsTxt } from './llms-txt.ts'
import { registerLogo } from './logo.ts'
import { registerMailbox } from './mailbox.ts'
import { redirectMovedLinks } from './moved-links.ts'
import { registerOrdersGuide } from './orders-guide.ts'
import { registerPeer } from './peer.ts'
import { registerReference } from './reference.ts'
import { registerRegistryListing } from './registry-listing.ts'
import { registerReport } from './report.ts'
import { registerResults } from './results.ts'
import type { WebSettings } from './settings.ts'
import { registerShareCard } from './share-card.ts'
import { registerShareLink } from './share-link.ts'
import { registerStudy } from './study.ts'
import { registerTaking } from './taking.ts'
import { registerTechnical } from './technical.ts'
import { registerToolDocs } from './tool-docs.ts'
import { registerUnsubscribe } from './unsubscribe.ts'

/** Registers the pages for people. */
export async function registerWeb(web: FastifyInstance, settings: WebSettings): Promise<void> {
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // For redirects and downloads too: only responses that are the same for everyone are cached, and no referrer is sent.
  web.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  })
  redirectMovedLinks(web, settings)
  rememberLanguage(web, settings.publicUrl)
  web.setErrorHandler((error: Error, request, reply) => sendProblem(settings, request, reply, error))
  web.setNotFoundHandler((request, reply) =>
    sendProblem(settings, request, reply, notFound('There is nothing at this address.')),
  )
  await web.register(fastifyStatic, {
    root: fileURLToPath(assetFolder),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  registerFavicon(web)
  registerHome(web, settings)
  registerExample(web, settings)
  registerDashboard(web, settings)
  registerReference(web, settings)
  registerConnect(web, settings)
  registerToolDocs(web, settings)
  registerEventsGuide(web, settings)
  registerCompanyGuide(web, settings)
  registerOrdersGuide(web, settings)
  registerLlmsTxt(web, settings)
  registerTechnical(web, settings)
  registerImpact(web, settings)
  registerRegistryListing(web, settings)
  registerLogo(web, settings)
  registerInviteLink(web, settings)
  registerShareLink(web, settings)
  registerTaking(web, settings)
  registerResults(web, settings)
  registerReport(web, settings)
  registerShareCard(web, settings)
  registerErasure(web, settings)
  registerStudy(web, settings)
  registerPeer(web, settings)
  registerUnsubscribe(web, settings)
  if (settings.listMessages) registerMailbox(web, settings, settings.listMessages)
  if (settings.demoReceiver) registerDemoReceiver(web, settings, settings.demoReceiver)
}

const problems: Partial<Record<FailureKind, ProblemView['kind']>> = {
  unexpected: 'unexpected',
  unavailable: 'unavailable',
  unauthenticated: 'signedOut',
  missing: 'notFound',
  limited: 'tooMany',
  paused: 'paused',
}

function sendProblem(settings: WebSettings, request: FastifyRequest, reply: FastifyReply, error: Error) {
  const failure = failureFromError(error)
  const reference = String(request.id)
  if (failure.kind === 'unexpected') settings.logError({ reqId: reference, err: error }, 'unexpected error')
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  // The page may have failed after it was declared the same for everyone.
  reply.header('cache-control', 'no-store')
  const status = statusOf(failure.kind)
  const kind = problems[failure.kind] ?? 'badRequest'
  if (!wantsPage(request)) {
    return reply
      .code(status)
      .send({ code: status, status: 'error', error: envelope(failure, settings, reference) })
  }
  const page = settings.pages.renderProblem({
    ...pageBasics(request),
    path: ownPathOf(request),
    kind,
    reference,
    hasSession: readCookie(request, cookieNameOf('person', settings.authUrl)) !== undefined,
    ...(transientKinds.has(failure.kind) ? { retry: retryAddress(request) } : {}),
  })
  return sendPage(reply, page, status)
}

/** Errors that may succeed a moment later. */
const transientKinds = new Set<FailureKind>(['unexpected', 'unavailable', 'conflict'])

/** URL to try again: the page itself, or the page of the submitted form. */
function retryAddress(request: FastifyRequest): string {
  const address = ownPathOf(request)
  if (request.method === 'GET') return address
  return address.startsWith('/take/') ? '/take' : address
}

function envelope(failure: Failure, settings: WebSettings, requestId: string) {
  const timestamp = settings.clock().toISOString()
  return { message: failure.message, timestamp, code: failure.code, requestId }
}

/** The taking script uses JSON; all other requests come from browsers. */
function wantsPage(request: FastifyRequest): boolean {
  return (
    /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*') &&
    request.headers['content-type'] !== 'application/json'
  )
}
