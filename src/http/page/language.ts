import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Locale, languageTags, locales } from '../../contract/locale.ts'
import { cookieRules, readCookie } from './cookie.ts'
import { searchParamsOf } from './request-url.ts'

/**
 * The language of a page: the reader's choice, here or on an earlier page; then the person's own, if it is known who is
 * reading; then what the browser accepts; then English.
 */
export function readerLocale(request: FastifyRequest, preferred?: string | null): Locale {
  return chosenLocale(request) ?? findLocale(preferred) ?? acceptedLocale(request.headers['accept-language'])
}

/** What the reader chose: in this URL, or earlier in this browser. */
export function chosenLocale(request: FastifyRequest): Locale | undefined {
  return queryLocale(request) ?? findLocale(readCookie(request, cookieName))
}

/**
 * Keeps a choice made in the URL, which the next page doesn't have. The cookie only ever contains a supported locale;
 * other values in the URL change nothing.
 */
export function rememberLanguage(pages: FastifyInstance, publicUrl: string): void {
  const { attributes } = cookieRules(publicUrl)
  pages.addHook('onSend', async (request, reply, payload) => {
    const chosen = queryLocale(request)
    const isPage = /^text\/html\b/.test(String(reply.getHeader('content-type') ?? ''))
    const leadsToPage = reply.statusCode >= 300 && reply.statusCode < 400
    if (chosen && (isPage || leadsToPage)) {
      reply.header('set-cookie', `${cookieName}=${chosen}; Path=/${attributes}; Max-Age=${yearSeconds}`)
    }
    return payload
  })
}

/**
 * The best of the languages that a browser accepts (RFC 9110, section 12.5.4): by weight, then by order. A region or
 * script without a translation of its own gets the one of its language, such as `zh-TW` or `pt-PT`. `*` means English,
 * or the first language that isn't refused. English if nothing matches.
 */
export function acceptedLocale(header: string | undefined): Locale {
  const ranges = (header ?? '').split(',', maxRanges).map(parseLanguageRange)
  const refused = ranges
    .filter(({ tag, weight }) => weight === 0 && isLocaleTag(tag))
    .map(({ tag }) => localeOf(tag))
  const fallback = [...new Set<Locale>(['en', ...locales])].find((locale) => !refused.includes(locale))
  for (const { tag } of ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)) {
    const locale = tag === '*' ? fallback : localeOf(tag)
    if (locale && !refused.includes(locale)) return locale
  }
  return 'en'
}

const cookieName = 'language'
const yearSeconds = 31_536_000
/** Limits the work on absurdly long headers. */
const maxRanges = 40

function queryLocale(request: FastifyRequest): Locale | undefined {
  return findLocale(searchParamsOf(request).get('locale'))
}

function findLocale(code: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === code)
}

function parseLanguageRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
  const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ''))
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** Refusing Austrian German (`de-AT;q=0`) doesn't refuse German. */
function isLocaleTag(tag: string): boolean {
  return !tag.includes('-') || locales.some((locale) => languageTags[locale].toLowerCase() === tag)
}

/** Matches by language alone: no language has two locales here. */
function localeOf(tag: string): Locale | undefined {
  const language = tag.split('-')[0]
  return locales.find((locale) => languageTags[locale].split('-')[0] === language)
}
