import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, networkOf, paidBy } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import { type Allowance, rateLimited } from '../../contract/request.ts'
import { type ClientMetadata, parseClientMetadata } from '../../identity/authorization/client-metadata.ts'
import { noteRefusal } from '../security-log.ts'
import { currentRequest } from './request-context.ts'

/** Reads the document at this URL: at most five kilobytes, without following redirects. */
export type FetchClientDocument = (address: string) => Promise<{ text: string; maxAgeSeconds: number }>

type DocumentLimits = Pick<
  Limits,
  'documentsForNetwork' | 'documentsOfHostForNetwork' | 'documentsOfHost' | 'documentsInAll'
>

export type ClientDocumentSettings = {
  fetchDocument: FetchClientDocument
  clock: Clock
  limits: DocumentLimits
  /** Called with the reason when a document is rejected. The app itself only learns that it is unknown. */
  onRejected: (fields: { host: string; reason: string }) => void
}

/**
 * Finds apps whose `client_id` is the URL of a document about them (OAuth Client ID Metadata Documents). Results are
 * cached, valid or not, so that no one can make this service call an address over and over. Concurrent lookups share
 * one request.
 *
 * Apps discard their tokens when a response says that they are unknown. So if a document can't be read, because its server is
 * down or busy, its last valid version counts for another day. A document that is gone or no longer valid stops
 * counting. Valid and rejected documents are cached separately, so that a flood of bad ones can't evict a good one.
 * A document that was valid is read again whatever the rate limits say, but at most once a minute.
 */
export function createFindClientDocument(
  settings: ClientDocumentSettings,
): (id: string, clientIp?: string) => Promise<ClientMetadata | undefined> {
  const validDocuments = new Map<string, CachedDocument>()
  const rejectedUntil = new Map<string, number>()
  const inFlight = new Map<string, Promise<ClientMetadata | undefined>>()
  const inSeconds = (seconds: number) => settings.clock().getTime() + seconds * 1000

  async function fetchAndCache(
    id: string,
    clientIp: string | undefined,
  ): Promise<ClientMetadata | undefined> {
    const former = validDocuments.get(id)
    const stale = former && former.staleUntil > settings.clock().getTime() ? former : undefined
    const host = new URL(id).host
    const allowance = stale ? undefined : await chargeDocumentFetch(settings.limits, host, clientIp)
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
        freshUntil: inSeconds(seconds),
        staleUntil: inSeconds(seconds + staleSeconds),
      })
      return metadata
    } catch (error) {
      settings.onRejected({ host, reason: (error as Error).message })
      if (stale && isTransient(error as Error)) {
        setCached(validDocuments, id, { ...stale, freshUntil: inSeconds(rejectedSeconds) })
        return stale.metadata
      }
      validDocuments.delete(id)
      setCached(rejectedUntil, id, inSeconds(rejectedSeconds))
      return undefined
    }
  }

  return async (id, clientIp) => {
    if (!isDocumentAddress(id)) return undefined
    const now = settings.clock().getTime()
    const cached = validDocuments.get(id)
    if (cached && cached.freshUntil > now) {
      setCached(validDocuments, id, cached)
      return cached.metadata
    }
    if ((rejectedUntil.get(id) ?? 0) > now) return undefined
    const pending = inFlight.get(id) ?? fetchAndCache(id, clientIp).finally(() => inFlight.delete(id))
    inFlight.set(id, pending)
    return pending
  }
}

/**
 * Charges one fetch of an uncached document, to the client's network if there is one. The limits that everyone shares,
 * which protect the host and this service, are charged last: no single network can use them up.
 */
function chargeDocumentFetch(
  limits: DocumentLimits,
  host: string,
  clientIp: string | undefined,
): Promise<Allowance | undefined> {
  const network = clientIp === undefined ? undefined : networkOf(clientIp)
  const ofNetwork = network && [
    () => limits.documentsForNetwork(network),
    () => limits.documentsOfHostForNetwork(networkFor(network, host)),
  ]
  return spendInOrder([
    ...(ofNetwork ?? []),
    () => limits.documentsOfHost(paidBy('everyone', host)),
    () => limits.documentsInAll(paidBy('everyone', '')),
  ])
}

type CachedDocument = { metadata: ClientMetadata; freshUntil: number; staleUntil: number }

/** Evicts the entries that were looked up least recently. */
function setCached<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  if (map.size >= maxCachedDocuments) map.delete(map.keys().next().value as string)
  map.set(id, value)
}

/** Whether the network or the server failed, which says nothing about the document. */
function isTransient(error: Error): boolean {
  return 'code' in error || /^answers (?:429|5\d\d)$/.test(error.message)
}

const maxCachedDocuments = 500
const staleSeconds = 86_400
const rejectedSeconds = 60

/** At least a minute and at most a day, whatever the document's server says. */
function clamp(seconds: number): number {
  return Math.max(60, Math.min(86_400, seconds))
}

/**
 * A URL that can identify an app: https, with a hostname and a path, in normalized form. IP addresses are refused here;
 * what a hostname resolves to is checked when connecting.
 */
function isDocumentAddress(text: string): boolean {
  if (text.length > 2000 || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /[\\#@]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.href !== text || url.pathname === '/' || url.username || url.password) return false
  if (/%2e/i.test(url.pathname) || url.pathname.split('/').some((part) => part === '.' || part === '..'))
    return false
  return isPublicHostname(url.hostname)
}

/** A name with a dot that is no IP address and is not reserved for this machine or a local network. */
function isPublicHostname(hostname: string): boolean {
  const labels = hostname.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^[a-z][a-z0-9-]*$/i.test(last)) return false
  return !['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'].includes(last)
}

/** The metadata of a document. Fails with a short reason if it is invalid. */
function parseClientDocument(id: string, text: string): ClientMetadata {
  const document = parseJsonObject(text)
  if (!document) throw new Error('is not a JSON object')
  if (document.client_id !== id) throw new Error('client_id is not its own address')
  if ('client_secret' in document || 'client_secret_expires_at' in document) throw new Error('holds a secret')
  const method = document.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') throw new Error('token_endpoint_auth_method is not none')
  const metadata = parseClientMetadata({ ...document, token_endpoint_auth_method: 'none' })
  if ('error' in metadata) throw new Error(metadata.error_description)
  return metadata
}

function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
