import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Locale, languageTags, locales } from '../../contract/locale.ts'
import { cookieRules, readCookie } from './cookie.ts'
import { searchParamsOf } from './request-url.ts'

/**
 * The language of a page: what the reader chose, here or on an earlier page; then the person's own, where it is known
 * who reads; then what the browser accepts; then English.
 */
export function readerLocale(request: FastifyRequest, preferred?: string | null): Locale {
  return chosenLocale(request) ?? findLocale(preferred) ?? acceptedLocale(request.headers['accept-language'])
}

/** What the reader chose by hand: in this address, or earlier in this browser. */
export function chosenLocale(request: FastifyRequest): Locale | undefined {
  return queryLocale(request) ?? findLocale(readCookie(request, cookieName))
}

/**
 * Keeps a choice that stands in the address, or it would be lost with the next page. The cookie holds a code of the
 * list and nothing else; a code that is not in the list changes nothing.
 */
export function rememberLanguage(pages: FastifyInstance, publicUrl: string): void {
  const { attributes } = cookieRules(publicUrl)
  pages.addHook('onSend', async (request, reply, payload) => {
    const named = queryLocale(request)
    const isPage = /^text\/html\b/.test(String(reply.getHeader('content-type') ?? ''))
    const leadsToPage = reply.statusCode >= 300 && reply.statusCode < 400
    if (named && (isPage || leadsToPage)) {
      reply.header('set-cookie', `${cookieName}=${named}; Path=/${attributes}; Max-Age=${yearSeconds}`)
    }
    return payload
  })
}

/**
 * The best of the languages that a browser accepts (RFC 9110, section 12.5.4): by weight, then by the order in which
 * they stand. A region or script that there is not is read in the one that there is, such as `zh-TW` or `pt-PT`. `*`
 * stands for English, or for the first language that is not refused. English, too, when nothing fits.
 */
export function acceptedLocale(header: string | undefined): Locale {
  const ranges = (header ?? '').split(',', maxRanges).map(parseLanguageRange)
  const refused = ranges
    .filter(({ tag, weight }) => weight === 0 && isLocaleTag(tag))
    .map(({ tag }) => localeOf(tag))
  const fallback = [...new Set<Locale>(['en', ...locales])].find((locale) => !refused.includes(locale))
  for (const { tag } of ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)) {
    const found = tag === '*' ? fallback : localeOf(tag)
    if (found && !refused.includes(found)) return found
  }
  return 'en'
}

const cookieName = 'language'
const yearSeconds = 31_536_000
/** Nobody reads more languages; a longer header is somebody's joke. */
const maxRanges = 40

function queryLocale(request: FastifyRequest): Locale | undefined {
  return findLocale(searchParamsOf(request).get('locale'))
}

function findLocale(code: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === code)
}

function parseLanguageRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
  const written = parameters.find((one) => /^q\s*=/.test(one))
  const weight = written === undefined ? 1 : Number(written.replace(/^q\s*=\s*/, ''))
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** Whoever refuses the German of Austria has not refused German. */
function isLocaleTag(tag: string): boolean {
  return !tag.includes('-') || locales.some((locale) => languageTags[locale].toLowerCase() === tag)
}

/** By the language alone: of none there are two here. */
function localeOf(tag: string): Locale | undefined {
  const language = tag.split('-')[0]
  return locales.find((locale) => languageTags[locale].split('-')[0] === language)
}
