import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { AppRefusalView } from '../views/app-view.ts'
import type { Pages } from '../views/pages.ts'

/**
 * An authorization error that is shown to the person instead of sent to the app: a kind for the page, and OAuth fields.
 */
export type AuthorizationError = Pick<AppRefusalView, 'kind' | 'error' | 'description'>

/** There is no pending request with this uid in this browser: answered, expired, or started in another browser. */
export const requestExpired: AuthorizationError = {
  kind: 'over',
  error: 'invalid_request',
  description: 'This authorization request was answered, has expired, or was started in another browser.',
}

/**
 * Maps an error of the library. Two of its fixed descriptions are replaced by better ones, and all of them are reduced
 * to one line of the characters that RFC 6749 section 4.1.2.1 allows.
 */
export function authorizationErrorOf(
  { error, error_description }: { error: string; error_description?: string | undefined },
  { name }: Pick<Error, 'name'>,
): AuthorizationError {
  if (name === 'SessionNotFound') return requestExpired
  const [kind, own] = ownDescriptions[error] ?? ['request', undefined]
  return { kind, error, description: own ?? oneLine(error_description ?? "The request can't be read.") }
}

const ownDescriptions: Record<string, [AuthorizationError['kind'], string]> = {
  invalid_client: [
    'unknownApp',
    'client_id is unknown. Register the app, or check the document at its address.',
  ],
  invalid_redirect_uri: [
    'redirectAddress',
    'redirect_uri is not exactly one of those registered for this client_id.',
  ],
}

function oneLine(text: string): string {
  return text.replace(/[^\x21\x23-\x5b\x5d-\x7e]+/g, ' ').slice(0, 200)
}

/** True for programs that accept JSON and not HTML. Browsers always list HTML. */
export function wantsJson(accept: string | undefined): boolean {
  return /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept ?? '') && !/\btext\/html\b/i.test(accept ?? '')
}

/** The body of an error response (RFC 6749 section 5.2). */
export function authorizationErrorBody({ error, description }: AuthorizationError) {
  return { error, error_description: description }
}

/** Responds to a refused authorization request with a page, or with JSON. */
export function sendAuthorizationError(
  { pages }: { pages: Pages },
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, status }: { refused: AuthorizationError; status: number },
): FastifyReply {
  if (wantsJson(request.headers.accept)) return reply.code(status).send(authorizationErrorBody(refused))
  const view = { ...pageBasics(request), ...refused, reference: String(request.id) }
  return sendPage(reply, pages.renderAppRefusal(view), status)
}
