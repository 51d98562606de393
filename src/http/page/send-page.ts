import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageTexts } from '../../content/access.ts'
import { siteLocales } from '../../content/site.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { markForCompression } from '../compression.ts'
import type { RenderedPage } from '../views/pages.ts'
import { readerLocale } from './language.ts'

/**
 * Sends a page for one person: never framed by other sites, never indexed. The hook in web.ts keeps it out of caches.
 */
export function sendPage(reply: FastifyReply, page: RenderedPage, status = 200): FastifyReply {
  return markForCompression(reply, page)
    .code(status)
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-frame-options', framingOf(page))
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cross-origin-opener-policy', openerPolicyOf(page))
    .send(page.html)
}

/** Browsers refuse sandboxed documents that set `same-origin`. They have an opaque origin anyway. */
function openerPolicyOf({ contentSecurityPolicy }: RenderedPage): string {
  return /(^|; )sandbox /.test(contentSecurityPolicy) ? 'unsafe-none' : 'same-origin'
}

/** For browsers without `frame-ancestors`. */
function framingOf({ contentSecurityPolicy }: RenderedPage): string {
  return contentSecurityPolicy.includes("frame-ancestors 'self'") ? 'SAMEORIGIN' : 'DENY'
}

/**
 * Sends a public text for programs, with the same headers as the API's own description: any origin may read it, and it
 * may be cached for five minutes.
 */
export function sendPublicText(reply: FastifyReply, source: PublicText): FastifyReply {
  return markForCompression(reply, source)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=300')
    .header('access-control-allow-origin', '*')
    .header('content-type', `${source.type}; charset=utf-8`)
    .send(source.text)
}

export type PublicText = {
  readonly text: string
  readonly type: 'text/plain' | 'text/markdown' | 'application/json'
}

/**
 * Renders a page that is the same for every reader of a language. While the result is unchanged, the same object is
 * returned, so it is compressed once.
 */
export function cachePerLocale(
  render: (basics: PageBasics) => RenderedPage,
): (request: FastifyRequest) => RenderedPage {
  const cache = new Map<Locale, RenderedPage>()
  return (request) => {
    const basics = pageBasics(request)
    const page = render(basics)
    const cached = cache.get(basics.locale)
    if (cached?.html === page.html) return cached
    cache.set(basics.locale, page)
    return page
  }
}

/** Renders a page that nothing but the language changes: once for each, for its first reader. */
export function renderOncePerLocale(
  render: (basics: PageBasics) => RenderedPage,
): (request: FastifyRequest) => RenderedPage {
  const rendered = new Map<Locale, RenderedPage>()
  return (request) => {
    const locale = readerLocale(request)
    const page = rendered.get(locale) ?? render(pageBasics(request))
    rendered.set(locale, page)
    return page
  }
}

export type PageBasics = ReturnType<typeof pageBasics>

/** The common part of all pages: the reader's language, texts and locales. */
export function pageBasics(request: FastifyRequest, preferred?: string | null) {
  const locale = readerLocale(request, preferred)
  return { locale, languageTag: languageTags[locale], messages: pageTexts(locale), locales: siteLocales() }
}
