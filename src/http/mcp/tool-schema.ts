import { z } from 'zod'

export type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/**
 * The shape of what a tool takes or answers, as JSON Schema 2020-12. Of answers it does not forbid further fields,
 * as a schema that is made for output would: a client that still holds it must be able to read what a later release
 * adds.
 */
export function toolSchemaOf(shape: z.ZodObject): ObjectSchema {
  return plain(z.toJSONSchema(shape, { io: 'input', override }))
}

/** Clients of both generations assume a dialect of their own, and some refuse to read one that is named. */
function plain({ $schema: _, '~standard': __, ...schema }: Record<string, unknown>): ObjectSchema {
  return { ...(withSingleTypes(schema) as object), type: 'object' }
}

/** Leaves out what means nothing to a model or something else to a validator, such as the bare word `id`. */
function override({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const word of ['id', 'examples']) delete jsonSchema[word]
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Some hosts turn schemas into a dialect in which a value has one type, and lose or refuse one that has two. */
function withSingleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSingleTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([word, value]): [string, unknown] =>
    word === 'type' && Array.isArray(value)
      ? ['anyOf', value.map((type) => ({ type }))]
      : [word, withSingleTypes(value)],
  )
  return Object.fromEntries(parts)
}
