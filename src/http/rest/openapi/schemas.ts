import { z } from 'zod'
import type { Schema } from '../../../contract/json-schema.ts'

/** Whether a schema describes requests or responses. */
export type SchemaDirection = 'input' | 'output'

export type SchemaRegistry = {
  /** All named schemas so far, for `components.schemas`. */
  named: Record<string, Schema>
  /** The JSON Schema of a shape, with references to named schemas. */
  of: (shape: z.ZodType, direction: SchemaDirection) => Schema
  /** Adds a named schema. */
  name: (name: string, shape: Schema) => void
}

/**
 * Converts shapes to JSON Schema 2020-12. A shape with `.meta({ id })` becomes one named schema. If its request and
 * response forms differ, for example because of defaults, the request form is named `…Input`.
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
      const rewritten = rewriteReferences({ defs: $defs, schema: properties?.shape ?? {} }, '')
      const differs = Object.entries(rewritten.defs).some(
        ([name, body]) => named[name] && !same(named[name], body),
      )
      const suffix = differs ? 'Input' : ''
      const { defs, schema } = differs
        ? rewriteReferences({ defs: $defs, schema: properties?.shape ?? {} }, suffix)
        : rewritten
      for (const [name, body] of Object.entries(defs)) named[name + suffix] = body
      return schema
    },
  }
}

/** Removes noise of zod: the bounds of every integer, and the long pattern of date-time. */
function tidy({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time' && jsonSchema.pattern) jsonSchema.pattern = 'Z$'
}

type SchemaWithDefs = { defs: Record<string, Schema>; schema: Schema }

/** Rewrites zod's references to `$defs` as references to `components.schemas`. */
function rewriteReferences(source: { defs: object; schema: unknown }, suffix: string): SchemaWithDefs {
  const text = JSON.stringify(source)
  const rewritten = JSON.parse(
    text.replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`),
  ) as SchemaWithDefs
  for (const body of Object.values(rewritten.defs)) delete body.id
  return rewritten
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
