import { Failure } from '../contract/failure.ts'

/**
 * The fields of a JSON body. Bytes are read strictly as UTF-8 (RFC 8259 section 8.1), so that no text is
 * silently repaired. No body at all is an empty object; what is required is the operation's own business.
 */
export function readJsonBody(
  contentType: string | undefined,
  body: Buffer | undefined,
  /** Media types that are taken besides; the refusal names them. */
  others: readonly string[] = [],
): Record<string, unknown> {
  if (body === undefined || body.length === 0) return {}
  refuseOtherTypes(contentType, others)
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('invalid_json', { message: 'The body must be a JSON object.' })
  }
  return value as Record<string, unknown>
}

/**
 * A compressed body could be a thousand times what its length says, so the service takes none (RFC 9110
 * section 8.4).
 */
export function refuseEncodedBody(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new Failure('unsupported_media_type', {
    message: 'Send the body without Content-Encoding; compressed bodies are not taken.',
  })
}

/** Refuses every media type but that of JSON. */
export function refuseOtherTypes(contentType: string | undefined, others: readonly string[] = []): void {
  if (isJson(contentType)) return
  const besides = others.length > 0 ? `, or as it is with one of ${others.join(', ')}` : ''
  throw new Failure('unsupported_media_type', {
    message: `Send the body as JSON with Content-Type: application/json${besides}.`,
  })
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? '')
}

/**
 * Any value of JSON, read strictly: fails as `invalid` for bytes that are not UTF-8, for repeated fields and for those
 * of a forbidden name, at whatever depth.
 */
export function parseJson(body: Buffer, forbidden: readonly string[] = []): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new Failure('invalid_json', { message: 'The body is not valid UTF-8.' })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Failure('invalid_json')
  }
  refuseFields(text, forbidden)
  return value
}

/** Readers differ on which of two fields of one name counts (RFC 8259 section 4); here neither does. */
function refuseFields(validJson: string, forbidden: readonly string[]): void {
  const open: Set<string>[] = []
  for (const [token] of validJson.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1))
      if (forbidden.includes(name))
        throw new Failure('invalid_json', { message: `No field may be called ${name}.` })
      if (open.at(-1)?.has(name))
        throw new Failure('invalid_json', { message: 'The body names a field twice.' })
      open.at(-1)?.add(name)
    }
  }
}
