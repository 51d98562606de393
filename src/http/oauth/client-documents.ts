import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, networkOf, paidBy } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import { type Allowance, rateLimited } from '../../contract/request.ts'
import { type ClientMetadata, parseClientMetadata } from '../../identity/authorization/client-metadata.ts'
import { noteRefusal } from '../security-log.ts'
import { currentRequest } from './request-context.ts'

/** What stands at an address: at most five kilobytes of it, read without following it anywhere. */
export type FetchClientDocument = (address: string) => Promise<{ text: string; maxAgeSeconds: number }>

type DocumentLimits = Pick<
  Limits,
  'documentsForNetwork' | 'documentsOfHostForNetwork' | 'documentsOfHost' | 'documentsInAll'
>

export type ClientDocumentSettings = {
  fetchDocument: FetchClientDocument
  clock: Clock
  limits: DocumentLimits
  /** Told why a document is no good; the app is told only that it is unknown. */
  onRejected: (fields: { host: string; reason: string }) => void
}

/**
 * Apps that describe themselves in a document at an address, which is their identifier (OAuth client-ID metadata
 * documents). What was read is kept for a while, good or bad, so that nobody can have this service call at an address
 * again and again; those who ask at the same moment wait for the same reading.
 *
 * An app would throw away what it was granted when it hears that it is unknown. So what was read of it counts for a
 * day more while its document cannot be read, be it that its server is away or that too many are read; what is said
 * to be gone, or is no good any more, counts no longer. Good ones and bad ones are kept apart, so that no flood of bad
 * ones drives a good one out. One that was good is read anew whoever asks for how many others: once a minute at most.
 */
export function createFindClientDocument(
  settings: ClientDocumentSettings,
): (id: string, asker?: string) => Promise<ClientMetadata | undefined> {
  const validDocuments = new Map<string, CachedDocument>()
  const rejectedUntil = new Map<string, number>()
  const inFlight = new Map<string, Promise<ClientMetadata | undefined>>()
  const inSeconds = (seconds: number) => settings.clock().getTime() + seconds * 1000

  async function fetchAndCache(id: string, asker: string | undefined): Promise<ClientMetadata | undefined> {
    const former = validDocuments.get(id)
    const stale = former && former.lastsUntil > settings.clock().getTime() ? former : undefined
    const host = new URL(id).host
    const allowance = stale ? undefined : chargeDocumentFetch(settings.limits, host, asker)
    if (allowance && !allowance.isWithin) {
      const request = currentRequest()
      if (request) noteRefusal(request, rateLimited(allowance))
      return undefined
    }
    try {
      const { text, maxAgeSeconds } = await settings.fetchDocument(id)
      const metadata = parseClientDocument(id, text)
      const seconds = clamp(maxAgeSeconds)
      setCached(validDocuments, id, {
        metadata,
        until: inSeconds(seconds),
        lastsUntil: inSeconds(seconds + staleSeconds),
      })
      return metadata
    } catch (error) {
      settings.onRejected({ host, reason: (error as Error).message })
      if (stale && isTransient(error as Error)) {
        setCached(validDocuments, id, { ...stale, until: inSeconds(rejectedSeconds) })
        return stale.metadata
      }
      validDocuments.delete(id)
      setCached(rejectedUntil, id, inSeconds(rejectedSeconds))
      return undefined
    }
  }

  return async (id, asker) => {
    if (!isDocumentAddress(id)) return undefined
    const now = settings.clock().getTime()
    const cached = validDocuments.get(id)
    if (cached && cached.until > now) {
      setCached(validDocuments, id, cached)
      return cached.metadata
    }
    if ((rejectedUntil.get(id) ?? 0) > now) return undefined
    const pending = inFlight.get(id) ?? fetchAndCache(id, asker).finally(() => inFlight.delete(id))
    inFlight.set(id, pending)
    return pending
  }
}

/**
 * Takes one reading of a document that is not known, for the network that asked if one did. What protects a host, and
 * this service, for everybody together comes last: no network alone gets so far as to use it up.
 */
function chargeDocumentFetch(
  limits: DocumentLimits,
  host: string,
  asker: string | undefined,
): Allowance | undefined {
  const network = asker === undefined ? undefined : networkOf(asker)
  const ofNetwork = network && [
    () => limits.documentsForNetwork(network),
    () => limits.documentsOfHostForNetwork(networkFor(network, host)),
  ]
  return spendInOrder([
    ...(ofNetwork ?? []),
    () => limits.documentsOfHost(paidBy('everybody', host)),
    () => limits.documentsInAll(paidBy('everybody', '')),
  ])
}

type CachedDocument = { metadata: ClientMetadata; until: number; lastsUntil: number }

/** Those that were not asked for the longest leave first. */
function setCached<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  if (map.size >= maxCachedDocuments) map.delete(map.keys().next().value as string)
  map.set(id, value)
}

/** Whether it is the network or the server that failed, which says nothing of the document. */
function isTransient(error: Error): boolean {
  return 'code' in error || /^answers (?:429|5\d\d)$/.test(error.message)
}

const maxCachedDocuments = 500
const staleSeconds = 86_400
const rejectedSeconds = 60

/** A minute at least and a day at most, whatever the document's server says. */
function clamp(seconds: number): number {
  return Math.max(60, Math.min(86_400, seconds))
}

/**
 * An address that may stand for an app: https with a name and a path, written as plainly as it can be. Numbers for a
 * host are refused here; what a name leads to is looked at where the connection is made.
 */
function isDocumentAddress(text: string): boolean {
  if (text.length > 2000 || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /[\\#@]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.href !== text || url.pathname === '/' || url.username || url.password) return false
  if (/%2e/i.test(url.pathname) || url.pathname.split('/').some((part) => part === '.' || part === '..'))
    return false
  return isPublicHostname(url.hostname)
}

/** A name with a dot in it that is not made of numbers alone, and none that only this machine or network knows. */
function isPublicHostname(hostname: string): boolean {
  const labels = hostname.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^[a-z][a-z0-9-]*$/i.test(last)) return false
  return !['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'].includes(last)
}

/** The metadata of a document; fails with a few words on why it is none. */
function parseClientDocument(id: string, text: string): ClientMetadata {
  const given = parseJsonObject(text)
  if (!given) throw new Error('is no JSON object')
  if (given.client_id !== id) throw new Error('client_id is not its own address')
  if ('client_secret' in given || 'client_secret_expires_at' in given) throw new Error('holds a secret')
  const method = given.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') throw new Error('token_endpoint_auth_method is not none')
  const metadata = parseClientMetadata({ ...given, token_endpoint_auth_method: 'none' })
  if ('error' in metadata) throw new Error(metadata.error_description)
  return metadata
}

function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
