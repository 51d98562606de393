import type { z } from 'zod'
import { PublicId } from '../../src/contract/shapes.ts'
import { newPublicId } from '../../src/platform/ids.ts'

/** A place in an input: field names, and `*` for list entries. */
export type SchemaPlace = readonly string[]

type Definition = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  valueType?: z.ZodType
  items?: z.ZodType[]
  entries?: Record<string, unknown>
  values?: unknown[]
  checks?: { _zod: { def: { pattern?: RegExp } } }[]
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition

const idPattern = String(definitionOf(PublicId).checks?.[0]?._zod.def.pattern)

/** Every place of a schema that can hold a public id, at any depth. */
export function idPlaces(schema: z.ZodType, at: SchemaPlace = []): SchemaPlace[] {
  const { type, checks, shape, element, options, items, ...wrapper } = definitionOf(schema)
  if (type === 'string') {
    return checks?.some((check) => String(check._zod.def.pattern) === idPattern) ? [at] : []
  }
  const named = Object.entries(shape ?? {}).map(([name, inner]): [string, z.ZodType] => [name, inner])
  const listed = [element, wrapper.valueType, ...(items ?? [])].filter((inner) => inner !== undefined)
  const same = [wrapper.innerType, wrapper.in, wrapper.left, wrapper.right, ...(options ?? [])]
  return [
    ...named.flatMap(([name, inner]) => idPlaces(inner, [...at, name])),
    ...listed.flatMap((inner) => idPlaces(inner, [...at, '*'])),
    ...same.flatMap((inner) => (inner ? idPlaces(inner, at) : [])),
  ]
}

/** The names of all fields of a schema, at any depth. */
export function fieldNames(schema: z.ZodType): string[] {
  const { shape, element, options, innerType, in: input, left, right, valueType } = definitionOf(schema)
  const inner = [element, innerType, input, left, right, valueType, ...(options ?? [])]
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => [name, ...fieldNames(field)]),
    ...inner.flatMap((one) => (one ? fieldNames(one) : [])),
  ]
}

/** The same input with another value at one place; missing parents are created. */
export function withValue(input: unknown, [first, ...rest]: SchemaPlace, value: unknown): unknown {
  if (first === undefined) return value
  if (first === '*') return [withValue(Array.isArray(input) ? input[0] : undefined, rest, value)]
  const fields = (input ?? {}) as Record<string, unknown>
  return { ...fields, [first]: withValue(fields[first], rest, value) }
}

/**
 * A value that a schema accepts: the required fields if they suffice, otherwise optional fields are added until they
 * do. `idFor` gives ids by field name. A field that is neither unique text nor an id has the schema's own example.
 */
export function sampleOf(schema: z.ZodType, idFor: (name: string) => unknown, name = ''): unknown {
  const definition = definitionOf(schema)
  if (idPlaces(schema).some((place) => place.length === 0)) return idFor(name)
  if (definition.type === 'object') return sampleObject(schema, definition.shape ?? {}, idFor)
  if (definition.type === 'array')
    return definition.element ? [sampleOf(definition.element, idFor, name)] : []
  const inner = definition.options?.[0] ?? definition.innerType ?? definition.in
  const sample = inner && sampleOf(inner, idFor, name)
  if (sample !== undefined && schema.safeParse(sample).success) return sample
  const { examples = [] } = (schema.meta() ?? {}) as { examples?: unknown[] }
  if (definition.type === 'enum') return examples[0] ?? Object.values(definition.entries ?? {})[0]
  if (definition.type === 'literal') return definition.values?.[0]
  const values = [...uniqueTexts(), ...examples, ...plainValues]
  return values.find((value) => schema.safeParse(value).success)
}

function sampleObject(
  schema: z.ZodType,
  shape: Record<string, z.ZodType>,
  idFor: (name: string) => unknown,
): Record<string, unknown> {
  const isOptional = (field: z.ZodType) => field.safeParse(undefined).success
  const sampled = (entries: [string, z.ZodType][]) =>
    entries.map(([name, field]) => [name, sampleOf(field, idFor, name)] as const)
  const required = Object.entries(shape).filter(([, field]) => !isOptional(field))
  const sample: Record<string, unknown> = Object.fromEntries(sampled(required))
  for (const [name, value] of sampled(Object.entries(shape).filter(([, field]) => isOptional(field)))) {
    if (schema.safeParse(sample).success) break
    sample[name] = value
  }
  return sample
}

/** Texts that are new each time, tried before the example of the schema, because some must be unique. */
function uniqueTexts(): string[] {
  const unique = newPublicId()
  return [`${unique}@test.test`, `+49151${Math.floor(1e7 + Math.random() * 8e7)}`, `Sample ${unique}`]
}

/** Values to try where the schema has no example that it accepts. */
const plainValues = [
  ...['#336699', 'blue', 'en', 'Europe/Berlin', 'https://example.com/hook', '2026-01-01T00:00:00Z'],
  ...[1, 10, 100, true, null],
]
