import type { z } from 'zod'
import { invalid } from '../../contract/failure.ts'

/**
 * Query strings carry only text; the operation's own shape says which fields are numbers, booleans and
 * lists. A text that is none of these is passed on as it is, so that the gate refuses it with its own words.
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, text] of search) {
    if (name in input)
      throw invalid(`The parameter "${name.slice(0, 60)}" is given twice.`, { param: name.slice(0, 60) })
    input[name] = typed(kindOf(schema.shape[name]), text)
  }
  return { ...input }
}

function typed(kind: string, text: string): unknown {
  if (kind === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'array') return text === '' ? [] : text.split(',').map((part) => part.trim())
  return text
}

/** Broken percent-encoding means something else to every reader, so it means nothing here (RFC 3986 section 2.1). */
export function refuseBrokenEncoding(search: string): void {
  try {
    decodeURIComponent(search)
  } catch {
    throw invalid('The query is not valid percent-encoded UTF-8.', { code: 'malformed_query' })
  }
}

/** The kind of value below optional, default and transform wrappers. */
function kindOf(schema: unknown): string {
  const definition = (schema as { def?: Wrapper } | undefined)?.def
  if (!definition) return 'unknown'
  const inner = definition.innerType ?? definition.in
  return inner ? kindOf(inner) : definition.type
}

type Wrapper = { type: string; innerType?: unknown; in?: unknown }
