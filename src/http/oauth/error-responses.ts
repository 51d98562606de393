import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Failure } from '../../contract/failure.ts'
import { failureFromError } from '../failure-from-error.ts'
import { pageBasics } from '../page/send-page.ts'
import { noteRefusal } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { RenderedPage } from '../views/pages.ts'
import {
  type AuthorizationError,
  authorizationErrorBody,
  authorizationErrorOf,
  wantsJson,
} from './authorization-error.ts'
import { isStoredSecret } from './client-adapter.ts'
import { requestContextOf } from './request-context.ts'
import type { OAuthSettings } from './settings.ts'

type Settings = Pick<OAuthSettings, 'pages' | 'logError' | 'clock'>

/** Errors before oidc-provider gets the request. Protocol errors are handled by the library. */
export function sendOAuthError(
  settings: Settings,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): FastifyReply {
  const failure = failureFromError(error)
  logUnexpected(settings, failure, String(request.id), error)
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  return reply.code(statusOf(failure.kind)).send(errorBody(settings, failure, String(request.id)))
}

/**
 * Runs around each response of the library: gives our failures their status and body, removes the library's session
 * cookie, because its sessions aren't stored, and removes stored hashes of client secrets.
 */
export function createResponseMiddleware(settings: Settings): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next().catch((error: unknown) => {
      ctx.state.failure = error
      ctx.body = {}
    })
    removeSessionCookie(ctx as KoaContextWithOIDC)
    // A request without an origin doesn't come from a page, so it needs no CORS headers.
    if (!ctx.get('origin')) ctx.remove('access-control-allow-origin')
    removeStoredSecret(ctx.body)
    setSecurityHeaders(ctx as KoaContextWithOIDC)
    if (ctx.state.failure === undefined) return
    const request = requestContextOf(ctx.req)?.request
    const id = String(request?.id)
    const failure = failureFromError(ctx.state.failure as Error)
    if (request) noteRefusal(request, failure)
    logUnexpected(settings, failure, id, ctx.state.failure)
    ctx.status = statusOf(failure.kind)
    if (failure.retryAfterSeconds) ctx.set('retry-after', String(failure.retryAfterSeconds))
    if (ctx.type !== 'text/html') ctx.body = errorBody(settings, failure, id)
  }
}

/** A page where a person is looking, otherwise the OAuth error. Never a stack trace. */
export function createErrorRenderer(settings: Settings): NonNullable<Configuration['renderError']> {
  return (ctx, out, error) => {
    const request = requestContextOf(ctx.req)?.request
    if (!request || (ctx.oidc.route !== 'authorization' && ctx.oidc.route !== 'resume')) {
      ctx.body = out
      return
    }
    const refused = authorizationErrorOf(out, error)
    if (wantsJson(request.headers.accept)) {
      ctx.body = authorizationErrorBody(refused)
      return
    }
    const page = renderErrorPage(settings, request, refused, error)
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('content-security-policy', page.contentSecurityPolicy)
    ctx.body = page.html
  }
}

/** Errors in the app's request have their own page. Our errors get the same page as elsewhere. */
function renderErrorPage(
  { pages }: Settings,
  request: FastifyRequest,
  refused: AuthorizationError,
  error: Error,
): RenderedPage {
  const view = { ...pageBasics(request), reference: String(request.id) }
  if (refused.error !== 'server_error') return pages.renderAppRefusal({ ...view, ...refused })
  const isTransient = failureFromError(error).kind === 'unavailable'
  return pages.renderProblem({ ...view, kind: isTransient ? 'unavailable' : 'unexpected' })
}

/** Called by the library on unexpected errors. */
export function recordFailure(ctx: KoaContextWithOIDC, error: Error): void {
  ctx.state.failure = error
}

function removeSessionCookie(ctx: KoaContextWithOIDC): void {
  const cookies = [ctx.response.get('set-cookie') ?? []].flat()
  const kept = cookies.filter((cookie) => !/^oauth_session(\.sig)?=/.test(cookie))
  if (kept.length === cookies.length) return
  if (kept.length === 0) ctx.remove('set-cookie')
  else ctx.set('set-cookie', kept)
}

function removeStoredSecret(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('client_secret' in body)) return
  if (!isStoredSecret(body.client_secret)) return
  delete body.client_secret
  if ('client_secret_expires_at' in body) delete body.client_secret_expires_at
}

/** A page that the library itself renders has a form for the app and one inline script, which submits it. */
function setSecurityHeaders(ctx: KoaContextWithOIDC): void {
  if (ctx.type !== 'text/html') return
  ctx.set('x-frame-options', 'DENY')
  ctx.set('x-robots-tag', 'noindex, nofollow')
  if (ctx.response.get('content-security-policy')) return
  const scripts = [...String(ctx.body).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  ctx.set('content-security-policy', [...policy, ['script-src', ...scripts].join(' ')].join('; '))
}

function logUnexpected({ logError }: Settings, failure: Failure, id: string, error: unknown): void {
  if (failure.kind === 'unexpected') logError({ reqId: id, err: error }, 'unexpected error')
}

/** Errors of RFC 6749 section 5.2. Rate limits and server errors use the service's own format. */
function errorBody({ clock }: Settings, failure: Failure, requestId: string): object {
  const code = statusOf(failure.kind)
  if (code !== 429 && code < 500) return { error: 'invalid_request', error_description: failure.message }
  const timestamp = clock().toISOString()
  return {
    code,
    status: 'error',
    error: { message: failure.message, timestamp, code: failure.code, requestId },
  }
}
