import type { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { ConsumerKey } from '../../contract/shapes.ts'

/**
 * Query strings carry only text; the operation's own shape says which fields are numbers, booleans and
 * lists. A text that is none of these is passed on as it is, so that the gate refuses it with its own words.
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, text] of search) {
    if (name in input)
      throw invalid(`The parameter "${name.slice(0, 60)}" is given twice.`, { param: name.slice(0, 60) })
    input[name] = typed(innermost(schema.shape[name]), text)
  }
  return { ...input }
}

function typed(kind: Definition | undefined, text: string): unknown {
  if (kind?.type === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind?.type !== 'array') return text
  if (text === '') return []
  return kind.element === ConsumerKey ? keysIn(text) : text.split(',').map((part) => part.trim())
}

/**
 * Keys are the caller's own and compared byte for byte: blanks around them count, and a comma in one is written
 * `\,`, a backslash `\\`. A backslash before anything else stands for itself.
 */
function keysIn(text: string): string[] {
  const parts = `,${text}`.match(/,(?:\\[\\,]|[^,])*/g) ?? []
  return parts.map((part) => part.slice(1).replace(/\\([\\,])/g, '$1'))
}

/** Broken percent-encoding means something else to every reader, so it means nothing here (RFC 3986 section 2.1). */
export function refuseBrokenEncoding(search: string): void {
  try {
    decodeURIComponent(search)
  } catch {
    throw new Failure('malformed_query')
  }
}

/** The value below optional, default and transform wrappers. */
function innermost(schema: unknown): Definition | undefined {
  const definition = (schema as { def?: Definition } | undefined)?.def
  const inner = definition?.innerType ?? definition?.in
  return inner ? innermost(inner) : definition
}

type Definition = { type: string; innerType?: unknown; in?: unknown; element?: unknown }
