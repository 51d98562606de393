import { ScimError } from './errors.ts'
import { textIn } from './filter.ts'
import { patchSchema, requireSchema, withoutSchema } from './resources.ts'

export type PatchOperationInput = {
  op: 'add' | 'replace' | 'remove'
  path?: { attribute: string; filter?: { attribute: string; value: unknown }; sub?: string }
  value?: unknown
}

/**
 * The operations of a PATCH body (RFC 7644 section 3.5.2). Entra ID writes `Add`, `Replace` and `Remove`; names of
 * attributes may have their schema in front.
 */
export function readPatch(body: Record<string, unknown>): PatchOperationInput[] {
  requireSchema(body, patchSchema)
  const sent = body.Operations ?? body.operations
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > 100)
    throw new ScimError(400, 'Operations must be a list of 1 to 100 operations.', 'invalidSyntax')
  return sent.map(readOperation)
}

function readOperation(sent: unknown): PatchOperationInput {
  const { op, path, value } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<
    string,
    unknown
  >
  const verb = typeof op === 'string' ? op.toLowerCase() : ''
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax')
  if (path === undefined || path === null || path === '')
    return { op: verb, ...(value !== undefined && { value }) }
  if (typeof path !== 'string') throw invalidPath()
  return { op: verb, path: readPath(path), ...(value !== undefined && { value }) }
}

const pathPattern =
  /^([A-Za-z$][\w$-]*)(?:\[\s*([A-Za-z]\w*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([A-Za-z$][\w$-]*))?$/i

function readPath(text: string): NonNullable<PatchOperationInput['path']> {
  if (text.length > 500) throw invalidPath()
  const match = pathPattern.exec(withoutSchema(text.trim()))
  // An attribute of another schema, such as the enterprise extension, is one that is not kept.
  if (!match && /^urn:[\w:.-]+$/i.test(text)) return { attribute: 'extension' }
  if (!match?.[1]) throw invalidPath()
  const [, attribute, by, value = '', sub] = match
  return {
    attribute,
    ...(by !== undefined && { filter: { attribute: by, value: valueIn(value) } }),
    ...(sub !== undefined && { sub }),
  }
}

function valueIn(text: string): string | boolean {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return textIn(text) ?? ''
}

function invalidPath(): ScimError {
  return new ScimError(
    400,
    'The path is not one such as name.familyName or emails[type eq "work"].value.',
    'invalidPath',
  )
}
