import type { Clock } from '../../contract/ports.ts'
import type { Allowance } from '../../contract/request.ts'
import { type ClientMetadata, readClientMetadata } from '../../identity/authorization/metadata.ts'

/** What stands at an address: at most five kilobytes of it, read without following it anywhere. */
export type ReadDocument = (address: string) => Promise<{ text: string; maxAgeSeconds: number }>

export type DocumentSettings = {
  read: ReadDocument
  clock: Clock
  /** One more document may be read from this host, and at all. */
  takeAllowance: (host: string) => Allowance | undefined
  /** Told why a document is no good; the app is told only that it is unknown. */
  note: (fields: { host: string; reason: string }) => void
}

/**
 * Apps that describe themselves in a document at an address, which is their identifier (OAuth client-ID metadata
 * documents). What was read is kept for a while, good or bad, so that nobody can have this service call at an address
 * again and again; those who ask at the same moment wait for the same reading.
 */
export function documentClients(
  settings: DocumentSettings,
): (id: string) => Promise<ClientMetadata | undefined> {
  const kept = new Map<string, Kept>()
  const reading = new Map<string, Promise<ClientMetadata | undefined>>()

  async function readAnew(id: string): Promise<ClientMetadata | undefined> {
    const host = new URL(id).host
    const allowance = settings.takeAllowance(host)
    if (allowance && !allowance.isWithin) return undefined
    const { metadata, seconds } = await settings.read(id).then(
      ({ text, maxAgeSeconds }) => {
        const metadata = judge(id, text)
        return { metadata, seconds: clamp(maxAgeSeconds) }
      },
      (error: Error) => ({ metadata: error.message, seconds: badSeconds }),
    )
    const isGood = typeof metadata !== 'string'
    if (!isGood) settings.note({ host, reason: metadata })
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value as string)
    const until = settings.clock().getTime() + (isGood ? seconds : badSeconds) * 1000
    kept.set(id, { metadata: isGood ? metadata : undefined, until })
    return isGood ? metadata : undefined
  }

  return async (id) => {
    if (!isDocumentAddress(id)) return undefined
    const known = kept.get(id)
    if (known && known.until > settings.clock().getTime()) return known.metadata
    kept.delete(id)
    const begun = reading.get(id) ?? readAnew(id).finally(() => reading.delete(id))
    reading.set(id, begun)
    return begun
  }
}

type Kept = { metadata: ClientMetadata | undefined; until: number }

const mostKept = 500
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

/** The metadata of a document, or in a few words why it is none. */
function judge(id: string, text: string): ClientMetadata | string {
  const given = parse(text)
  if (!given) return 'is no JSON object'
  if (given.client_id !== id) return 'client_id is not its own address'
  if ('client_secret' in given || 'client_secret_expires_at' in given) return 'holds a secret'
  const method = given.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') return 'token_endpoint_auth_method is not none'
  const metadata = readClientMetadata({ ...given, token_endpoint_auth_method: 'none' })
  return 'error' in metadata ? metadata.error_description : metadata
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
