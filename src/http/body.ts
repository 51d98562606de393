import { Failure } from '../contract/failure.ts'

/**
 * Parses a JSON object. Invalid UTF-8 (RFC 8259 section 8.1) is refused instead of being silently replaced. An empty
 * body is an empty object; the operation's input schema says what is required.
 */
export function readJsonBody(
  contentType: string | undefined,
  body: Buffer | undefined,
  /** Other media types that the address accepts, for the error message. */
  otherTypes: readonly string[] = [],
): Record<string, unknown> {
  if (body === undefined || body.length === 0) return {}
  refuseOtherTypes(contentType, otherTypes)
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('invalid_json', { message: 'The body must be a JSON object.' })
  }
  return value as Record<string, unknown>
}

/**
 * Refuses compressed bodies (RFC 9110 section 8.4): the decompressed size can be a thousand times the Content-Length.
 */
export function refuseEncodedBody(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new Failure('unsupported_media_type', {
    message: 'Send the body without Content-Encoding; compressed bodies are not supported.',
  })
}

/** Refuses every media type but JSON. */
export function refuseOtherTypes(contentType: string | undefined, otherTypes: readonly string[] = []): void {
  if (isJson(contentType)) return
  const alternatives = otherTypes.length > 0 ? `, or as is, with one of ${otherTypes.join(', ')}` : ''
  throw new Failure('unsupported_media_type', {
    message: `Send the body as JSON with Content-Type: application/json${alternatives}.`,
  })
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? '')
}

/**
 * Parses any JSON value strictly. Fails as `invalid` on invalid UTF-8, and on duplicate or forbidden field names at any
 * depth.
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

/** Refuses duplicate names, because parsers differ on which value they use (RFC 8259 section 4). */
function refuseFields(validJson: string, forbidden: readonly string[]): void {
  const open: Set<string>[] = []
  for (const [token] of validJson.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1))
      if (forbidden.includes(name))
        throw new Failure('invalid_json', { message: `A field can't have the name ${name}.` })
      if (open.at(-1)?.has(name))
        throw new Failure('invalid_json', { message: 'The body contains a field twice.' })
      open.at(-1)?.add(name)
    }
  }
}
