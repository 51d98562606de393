import { z } from 'zod'

/** A JSON Schema, or any other object of the document. */
export type Schema = { [key: string]: unknown }

/** Which side of a shape is meant: what a caller sends, or what the service answers. */
export type SchemaDirection = 'input' | 'output'

export type SchemaRegistry = {
  /** The named shapes that were met so far; they become `components.schemas`. */
  named: Record<string, Schema>
  /** The JSON Schema of a shape, with references in place of named shapes. */
  of: (shape: z.ZodType, direction: SchemaDirection) => Schema
  /** Names a shape that has no name of its own. */
  name: (name: string, shape: Schema) => void
}

/**
 * Turns shapes into JSON Schema 2020-12. A shape with `.meta({ id })` stands once under its name. What a caller
 * may send and what the service answers can differ (defaults, for one); then the first is named `…Input`.
 */
export function createSchemaRegistry(): SchemaRegistry {
  const named: Record<string, Schema> = {}
  return {
    named,
    name: (name, shape) => {
      named[name] = shape
    },
    of: (shape, direction) => {
      const wrapped = z.object({ shape })
      const { $defs = {}, properties } = z.toJSONSchema(wrapped, { io: direction, override: tidy })
      const found = rewriteReferences({ defs: $defs, schema: properties?.shape ?? {} }, '')
      const differs = Object.entries(found.defs).some(
        ([name, body]) => named[name] && !same(named[name], body),
      )
      const suffix = differs ? 'Input' : ''
      const { defs, schema } = differs
        ? rewriteReferences({ defs: $defs, schema: properties?.shape ?? {} }, suffix)
        : found
      for (const [name, body] of Object.entries(defs)) named[name + suffix] = body
      return schema
    },
  }
}

/** What zod writes besides the meaning: bounds of every integer, and its long pattern of a date-time. */
function tidy({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time' && jsonSchema.pattern) jsonSchema.pattern = 'Z$'
}

type Found = { defs: Record<string, Schema>; schema: Schema }

/** References of zod lead to `$defs`; those of the document lead to its components. */
function rewriteReferences(found: { defs: object; schema: unknown }, suffix: string): Found {
  const text = JSON.stringify(found)
  const read = JSON.parse(
    text.replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`),
  ) as Found
  for (const body of Object.values(read.defs)) delete body.id
  return read
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
