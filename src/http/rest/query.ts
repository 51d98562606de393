import type { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { ConsumerKey } from '../../contract/shapes.ts'

/**
 * Parses a query string. The operation's schema says which parameters are numbers, booleans and lists. Text that can't
 * be converted stays text, so that validation in the gate refuses it.
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, text] of search) {
    if (name in input)
      throw invalid(`The parameter "${name.slice(0, 60)}" is sent twice.`, { param: name.slice(0, 60) })
    input[name] = convert(unwrap(schema.shape[name]), text)
  }
  return { ...input }
}

function convert(definition: Definition | undefined, text: string): unknown {
  if (definition?.type === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (definition?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (definition?.type !== 'array') return text
  if (text === '') return []
  return definition.element === ConsumerKey ? splitKeys(text) : text.split(',').map((part) => part.trim())
}

/**
 * Splits a list of consumer keys. They are compared byte by byte, so blanks are kept. A comma is escaped as `\,`, a
 * backslash as `\\`; before other characters a backslash is literal.
 */
function splitKeys(text: string): string[] {
  const parts = `,${text}`.match(/,(?:\\[\\,]|[^,])*/g) ?? []
  return parts.map((part) => part.slice(1).replace(/\\([\\,])/g, '$1'))
}

/** Refuses invalid percent-encoding (RFC 3986 section 2.1), because parsers decode it differently. */
export function refuseBrokenEncoding(search: string): void {
  try {
    decodeURIComponent(search)
  } catch {
    throw new Failure('malformed_query')
  }
}

/** The definition inside optional, default and transform wrappers. */
function unwrap(schema: unknown): Definition | undefined {
  const definition = (schema as { def?: Definition } | undefined)?.def
  const inner = definition?.innerType ?? definition?.in
  return inner ? unwrap(inner) : definition
}

type Definition = { type: string; innerType?: unknown; in?: unknown; element?: unknown }
