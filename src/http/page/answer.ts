import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageTexts } from '../../content/access.ts'
import { siteLocales } from '../../content/site.ts'
import { languageTags } from '../../contract/locale.ts'
import { readerLocale } from './language.ts'

export type RenderedPage = { html: string; contentSecurityPolicy: string }

/** Sends a page that belongs to one person: never framed, never indexed. The hook in web.ts keeps it from being stored. */
export function sendPage(reply: FastifyReply, page: RenderedPage, status = 200): FastifyReply {
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-frame-options', 'DENY')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(encoding ? compress(page.html, encoding) : page.html)
}

/**
 * Sends a text that is the same for everybody and is made for programs, with the rules of the API's own description:
 * any origin may read it, and it may be kept for five minutes.
 */
export function sendOpenText(
  reply: FastifyReply,
  text: string,
  type: 'text/plain' | 'text/markdown',
): FastifyReply {
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=300')
    .header('access-control-allow-origin', '*')
    .header('content-type', `${type}; charset=utf-8`)
    .send(encoding ? compress(text, encoding) : text)
}

type Encoding = 'br' | 'gzip'

/** The whole item set is in the page, so a phone on a slow network gets it in a quarter of the bytes. */
function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(text, { level: 6 })
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined
}

/** What every page is given: the language the reader asks for, as far as the pages speak it. */
export function pageBasics(request: FastifyRequest, preferred?: string | null) {
  const locale = readerLocale(request, preferred)
  return { locale, languageTag: languageTags[locale], messages: pageTexts(locale), locales: siteLocales() }
}
