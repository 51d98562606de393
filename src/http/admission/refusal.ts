import { randomInt, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageTexts } from '../../content/access.ts'
import { siteLocales } from '../../content/site.ts'
import { errors } from '../../contract/errors.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Clock } from '../../contract/ports.ts'
import { acceptedLocale } from '../page/language.ts'
import { validRequestId } from '../request-log.ts'
import type { RenderedPage } from '../views/pages.ts'
import type { ProblemView } from '../views/problem-view.ts'

export type RefusalSettings = {
  clock: Clock
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>
  /** Browser origins whose pages may read the answer. */
  allowedOrigins: readonly string[]
  renderProblem: (view: ProblemView) => RenderedPage
}

export type RefusalCode = 'overloaded' | 'storage_low'

/** Bodies up to this length are read and thrown away, so that the connection can be used again. */
const shortBody = 64 * 1024

/**
 * Answers a request that was not started: 503 with `Retry-After`, without the framework, in a few microseconds. A
 * browser that asks for a page gets one in its language; the OAuth endpoints answer in the form of RFC 6749.
 */
export function createRefusal(
  settings: RefusalSettings,
): (request: IncomingMessage, response: ServerResponse, code: RefusalCode) => void {
  const pages = new Map<Locale, RenderedPage>()
  const allowed = new Set(settings.allowedOrigins)

  function pageFor(request: IncomingMessage): RenderedPage {
    const locale = acceptedLocale(request.headers['accept-language'])
    const page =
      pages.get(locale) ??
      settings.renderProblem({
        ...{ locale, languageTag: languageTags[locale], messages: pageTexts(locale), locales: siteLocales() },
        kind: 'unavailable',
        reference: referencePlaceholder,
        retry: '',
      })
    pages.set(locale, page)
    return page
  }

  const usual = [...Object.entries(settings.headers).flat(), 'cache-control', 'no-store', 'vary', 'origin']

  return (request, response, code) => {
    const id = validRequestId(request.headers['x-request-id']) ?? randomUUID()
    const page = request.method === 'GET' && wantsHtml(request) ? pageFor(request) : undefined
    const body = page
      ? page.html.replaceAll(referencePlaceholder, id)
      : JSON.stringify(jsonBody(request, { id, code, now: settings.clock() }))
    // A list of names and values takes Node less time than an object.
    const headers = [
      ...usual,
      ...['content-type', page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'],
      ...['content-length', String(Buffer.byteLength(body)), 'x-request-id', id],
      // At random, so that not all come back at once.
      ...['retry-after', String(code === 'storage_low' ? 60 : randomInt(1, 6))],
    ]
    if (page) headers.push('content-security-policy', page.contentSecurityPolicy, 'x-frame-options', 'DENY')
    const { origin } = request.headers
    if (origin !== undefined && allowed.has(origin))
      headers.push(
        ...['access-control-allow-origin', origin],
        ...['access-control-expose-headers', 'Retry-After, X-Request-Id'],
      )
    if (hasLongBody(request)) headers.push('connection', 'close')
    response.writeHead(503, headers)
    response.end(body)
  }
}

const referencePlaceholder = 'request-id-of-this-page'

function jsonBody(
  { url = '' }: IncomingMessage,
  { id, code, now }: { id: string; code: RefusalCode; now: Date },
): object {
  const { message } = errors[code]
  // RFC 6749 section 4.1.2.1 names this code; section 5.2 has none for the token endpoint.
  if (/\/oauth\/\w+/.test(url)) return { error: 'temporarily_unavailable', error_description: message }
  const error = { message, timestamp: now.toISOString(), code, requestId: id }
  return { code: 503, status: 'error', error }
}

function wantsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') ?? false
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody
}
