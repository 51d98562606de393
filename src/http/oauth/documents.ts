import { firstRefusal, type Limits } from '../../contract/limits.ts'
import { networkFor, networkOf, paidBy } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import { type Allowance, tooMany } from '../../contract/request.ts'
import { type ClientMetadata, readClientMetadata } from '../../identity/authorization/metadata.ts'
import { noteRefusal } from '../securityLog.ts'
import { currentRequest } from './facts.ts'

/** What stands at an address: at most five kilobytes of it, read without following it anywhere. */
export type ReadDocument = (address: string) => Promise<{ text: string; maxAgeSeconds: number }>

type DocumentLimits = Pick<
  Limits,
  'documentsForNetwork' | 'documentsOfHostForNetwork' | 'documentsOfHost' | 'documentsInAll'
>

export type DocumentSettings = {
  read: ReadDocument
  clock: Clock
  limits: DocumentLimits
  /** Told why a document is no good; the app is told only that it is unknown. */
  note: (fields: { host: string; reason: string }) => void
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
export function documentClients(
  settings: DocumentSettings,
): (id: string, asker?: string) => Promise<ClientMetadata | undefined> {
  const good = new Map<string, Kept>()
  const bad = new Map<string, number>()
  const reading = new Map<string, Promise<ClientMetadata | undefined>>()
  const inSeconds = (seconds: number) => settings.clock().getTime() + seconds * 1000

  async function readAnew(id: string, asker: string | undefined): Promise<ClientMetadata | undefined> {
    const former = good.get(id)
    const lasting = former && former.lastsUntil > settings.clock().getTime() ? former : undefined
    const host = new URL(id).host
    const allowance = lasting ? undefined : takeDocument(settings.limits, host, asker)
    if (allowance && !allowance.isWithin) {
      const request = currentRequest()
      if (request) noteRefusal(request, tooMany(allowance))
      return undefined
    }
    try {
      const { text, maxAgeSeconds } = await settings.read(id)
      const metadata = judge(id, text)
      const seconds = clamp(maxAgeSeconds)
      keep(good, id, { metadata, until: inSeconds(seconds), lastsUntil: inSeconds(seconds + lastingSeconds) })
      return metadata
    } catch (error) {
      settings.note({ host, reason: (error as Error).message })
      if (lasting && isPassing(error as Error)) {
        keep(good, id, { ...lasting, until: inSeconds(badSeconds) })
        return lasting.metadata
      }
      good.delete(id)
      keep(bad, id, inSeconds(badSeconds))
      return undefined
    }
  }

  return async (id, asker) => {
    if (!isDocumentAddress(id)) return undefined
    const now = settings.clock().getTime()
    const known = good.get(id)
    if (known && known.until > now) {
      keep(good, id, known)
      return known.metadata
    }
    if ((bad.get(id) ?? 0) > now) return undefined
    const begun = reading.get(id) ?? readAnew(id, asker).finally(() => reading.delete(id))
    reading.set(id, begun)
    return begun
  }
}

/**
 * Takes one reading of a document that is not known, for the network that asked if one did. What protects a host, and
 * this service, for everybody together comes last: no network alone gets so far as to use it up.
 */
function takeDocument(
  limits: DocumentLimits,
  host: string,
  asker: string | undefined,
): Allowance | undefined {
  const network = asker === undefined ? undefined : networkOf(asker)
  const ofNetwork = network && [
    () => limits.documentsForNetwork(network),
    () => limits.documentsOfHostForNetwork(networkFor(network, host)),
  ]
  return firstRefusal([
    ...(ofNetwork ?? []),
    () => limits.documentsOfHost(paidBy('everybody', host)),
    () => limits.documentsInAll(paidBy('everybody', '')),
  ])
}

type Kept = { metadata: ClientMetadata; until: number; lastsUntil: number }

/** Those that were not asked for the longest leave first. */
function keep<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  if (map.size >= mostKept) map.delete(map.keys().next().value as string)
  map.set(id, value)
}

/** Whether it is the network or the server that failed, which says nothing of the document. */
function isPassing(error: Error): boolean {
  return 'code' in error || /^answers (?:429|5\d\d)$/.test(error.message)
}

const mostKept = 500
const lastingSeconds = 86_400
const badSeconds = 60

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
  return isName(url.hostname)
}

/** A name with a dot in it that is not made of numbers alone, and none that only this machine or network knows. */
function isName(hostname: string): boolean {
  const labels = hostname.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^[a-z][a-z0-9-]*$/i.test(last)) return false
  return !['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'].includes(last)
}

/** The metadata of a document; fails with a few words on why it is none. */
function judge(id: string, text: string): ClientMetadata {
  const given = parse(text)
  if (!given) throw new Error('is no JSON object')
  if (given.client_id !== id) throw new Error('client_id is not its own address')
  if ('client_secret' in given || 'client_secret_expires_at' in given) throw new Error('holds a secret')
  const method = given.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') throw new Error('token_endpoint_auth_method is not none')
  const metadata = readClientMetadata({ ...given, token_endpoint_auth_method: 'none' })
  if ('error' in metadata) throw new Error(metadata.error_description)
  return metadata
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
