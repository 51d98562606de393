import { z } from 'zod'

export type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/**
 * The input or output of a tool as JSON Schema 2020-12. Always generated with `io: 'input'`: output schemas would
 * forbid additional fields, and clients with a cached schema must accept fields that later releases add.
 */
export function toolSchemaOf(shape: z.ZodObject): ObjectSchema {
  const schema = known.get(shape) ?? plain(z.toJSONSchema(shape, { io: 'input', override }))
  known.set(shape, schema)
  return schema
}

/** Kept, because the tools are listed for several pages and doors, and shapes never change. */
const known = new WeakMap<z.ZodObject, ObjectSchema>()

/** Removes `$schema`: clients assume their own dialect, and some refuse an explicit one. */
function plain({ $schema: _, '~standard': __, ...schema }: Record<string, unknown>): ObjectSchema {
  return { ...(withSingleTypes(schema) as object), type: 'object' }
}

/** Removes keywords that mean nothing to models or something else to validators, such as `id`. */
function override({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const keyword of ['id', 'examples']) delete jsonSchema[keyword]
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Replaces lists of types by `anyOf`: some hosts convert to a dialect with a single type per value. */
function withSingleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSingleTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([keyword, value]): [string, unknown] =>
    keyword === 'type' && Array.isArray(value)
      ? ['anyOf', value.map((type) => ({ type }))]
      : [keyword, withSingleTypes(value)],
  )
  return Object.fromEntries(parts)
}
