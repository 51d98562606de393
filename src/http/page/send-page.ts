import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageTexts } from '../../content/access.ts'
import { siteLocales } from '../../content/site.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { markForCompression } from '../compression.ts'
import { readerLocale } from './language.ts'

export type HtmlPage = { html: string; contentSecurityPolicy: string }

/** Sends a page that belongs to one person: never framed by others, never indexed. The hook in web.ts keeps it from being stored. */
export function sendPage(reply: FastifyReply, page: HtmlPage, status = 200): FastifyReply {
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

/** Browsers show no page that is isolated and in a sandbox, where it has no origin to share with its opener anyway. */
function openerPolicyOf({ contentSecurityPolicy }: HtmlPage): string {
  return /(^|; )sandbox /.test(contentSecurityPolicy) ? 'unsafe-none' : 'same-origin'
}

/** For browsers that do not read `frame-ancestors`. */
function framingOf({ contentSecurityPolicy }: HtmlPage): string {
  return contentSecurityPolicy.includes("frame-ancestors 'self'") ? 'SAMEORIGIN' : 'DENY'
}

/**
 * Sends a text that is the same for everybody and is made for programs, with the rules of the API's own description:
 * any origin may read it, and it may be kept for five minutes.
 */
export function sendPublicText(reply: FastifyReply, source: PublicText): FastifyReply {
  return markForCompression(reply, source)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=300')
    .header('access-control-allow-origin', '*')
    .header('content-type', `${source.type}; charset=utf-8`)
    .send(source.text)
}

export type PublicText = { readonly text: string; readonly type: 'text/plain' | 'text/markdown' }

/**
 * A page that is the same for every reader of a language: as long as it is drawn the same, it is one object, and so is
 * compressed once.
 */
export function cachePerLocale(
  draw: (basics: PageBasics) => HtmlPage,
): (request: FastifyRequest) => HtmlPage {
  const drawn = new Map<Locale, HtmlPage>()
  return (request) => {
    const basics = pageBasics(request)
    const page = draw(basics)
    const before = drawn.get(basics.locale)
    if (before?.html === page.html) return before
    drawn.set(basics.locale, page)
    return page
  }
}

export type PageBasics = ReturnType<typeof pageBasics>

/** What every page is given: the language the reader asks for, as far as the pages speak it. */
export function pageBasics(request: FastifyRequest, preferred?: string | null) {
  const locale = readerLocale(request, preferred)
  return { locale, languageTag: languageTags[locale], messages: pageTexts(locale), locales: siteLocales() }
}
