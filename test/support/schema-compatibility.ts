import type { Schema } from '../../src/contract/json-schema.ts'
import type { OpenApiDocument } from '../../src/http/rest/openapi/objects.ts'

/** `sent`: what clients could send must stay valid. Otherwise: what answers promised must stay true. */
export type SchemaUse = { sent: boolean; old: OpenApiDocument; now: OpenApiDocument }

/** The breaks between two schemas, each line beginning with the path, such as `.tag.color`. */
export function schemaBreaks(before: Schema, after: Schema, way: SchemaUse): string[] {
  return compared(before, after, way, new Set())
}

export function schemaFields(schema: Schema, key: string): Record<string, Schema> {
  return (schema[key] ?? {}) as Record<string, Schema>
}

function compared(before: Schema, after: Schema, way: SchemaUse, open: Set<string>): string[] {
  // Recursive schemas are compared once.
  const key = `${String(before.$ref)} ${String(after.$ref)}`
  if (before.$ref !== undefined && open.has(key)) return []
  const within = before.$ref === undefined ? open : new Set([...open, key])
  const [olds, news] = [kindsOf(before, way.old), kindsOf(after, way.now)]
  // Every kind of value that could be sent must still be accepted; every kind that is answered must have been
  // documented.
  const [required, offered] = way.sent ? [olds, news] : [news, olds]
  return required.flatMap((one) => {
    const others = offered.filter((other) => typeOf(one) === typeOf(other) || !typeOf(other))
    if (others.length === 0)
      return [
        ` ${way.sent ? 'no longer takes' : 'may be'} ${typeOf(one) ?? 'anything'}${way.sent ? '' : ' now'}`,
      ]
    const found = others.map((other) =>
      way.sent ? alike(one, other, way, within) : alike(other, one, way, within),
    )
    return found.toSorted((left, right) => left.length - right.length)[0] ?? []
  })
}

/** The kinds of value that a schema allows, with references resolved. */
function kindsOf(schema: Schema, document: OpenApiDocument): Schema[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return kindsOf(document.components.schemas?.[name] ?? {}, document)
  }
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches && !schema.type) return branches.flatMap((branch) => kindsOf(branch, document))
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

function typeOf(schema: Schema): unknown {
  return schema.type ?? (schema.properties ? 'object' : 'const' in schema ? typeof schema.const : undefined)
}

function alike(before: Schema, after: Schema, way: SchemaUse, open: Set<string>): string[] {
  return [
    ...wordBreaks(before, after, way),
    ...(way.sent ? boundBreaks(before, after) : []),
    ...(before.format !== after.format && (way.sent ? after.format : before.format)
      ? [' has another format']
      : []),
    ...fieldBreaks(before, after, way, open),
    ...insideBreaks(before, after, way, open),
  ]
}

function wordBreaks(before: Schema, after: Schema, { sent }: SchemaUse): string[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (!old && !now) return []
  if (!old) return sent ? [' takes certain words only'] : []
  if (!now) return sent ? [] : [' may be any word now']
  const gone = old.filter((word) => !now.includes(word))
  return gone.map((word) => ` has lost ${word}`)
}

function wordsOf(schema: Schema): string[] | undefined {
  const words = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined)
  return words?.map((word) => JSON.stringify(word))
}

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

/**
 * Bounds and patterns of inputs may only loosen. A changed pattern counts as a break, because it cannot be compared.
 */
function boundBreaks(before: Schema, after: Schema): string[] {
  const tighter = [
    ...upper.filter((key) => numberAt(after, key, Infinity) < numberAt(before, key, Infinity)),
    ...lower.filter((key) => numberAt(after, key, -Infinity) > numberAt(before, key, -Infinity)),
  ]
  if (after.pattern !== undefined && after.pattern !== before.pattern) tighter.push('pattern')
  return tighter.map((key) => ` is tighter in ${key}`)
}

function numberAt(schema: Schema, key: string, otherwise: number): number {
  const value = schema[key]
  return typeof value === 'number' ? value : otherwise
}

function fieldBreaks(before: Schema, after: Schema, way: SchemaUse, open: Set<string>): string[] {
  const [old, now] = [schemaFields(before, 'properties'), schemaFields(after, 'properties')]
  const inner = Object.entries(old).flatMap(([name, one]) => {
    const successor = now[name]
    if (!successor) return [`.${name} is gone`]
    return compared(one, successor, way, open).map((text) => `.${name}${text}`)
  })
  const [needed, needs] = [requiredOf(before), requiredOf(after)]
  const required = way.sent
    ? needs.filter((name) => !needed.includes(name)).map((name) => `.${name} is required now`)
    : needed
        .filter((name) => !needs.includes(name) && name in now)
        .map((name) => `.${name} may be missing now`)
  return [...inner, ...required, ...(way.sent ? choiceBreaks(before, after) : [])]
}

function requiredOf(schema: Schema): string[] {
  return (schema.required ?? []) as string[]
}

/** `anyOf` next to fields: more choices are not a break. */
function choiceBreaks(before: Schema, after: Schema): string[] {
  if (!after.anyOf || !after.type) return []
  const now = (after.anyOf as unknown[]).map((one) => JSON.stringify(one))
  const old = ((before.anyOf ?? []) as unknown[]).map((one) => JSON.stringify(one))
  const isLooser = old.length > 0 && old.every((one) => now.includes(one))
  return isLooser ? [] : [' demands another choice of fields']
}

/** Compares list entries and the values of free-form objects. */
function insideBreaks(before: Schema, after: Schema, way: SchemaUse, open: Set<string>): string[] {
  const places: [string, string][] = [
    ['items', '[]'],
    ['additionalProperties', '{}'],
  ]
  return places.flatMap(([key, sign]) => {
    const [old, now] = [before[key], after[key]]
    if (isSchema(old) && isSchema(now)) return compared(old, now, way, open).map((text) => sign + text)
    if (
      way.sent &&
      key === 'additionalProperties' &&
      old !== false &&
      now === false &&
      before.type === 'object'
    ) {
      return [' takes no further fields now']
    }
    return []
  })
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
