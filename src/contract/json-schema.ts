/** A JSON Schema, or any other object of an OpenAPI document. */
export type Schema = { [key: string]: unknown }

type Named = Readonly<Record<string, Schema>>

/**
 * An example of a schema: its own, or one composed of the examples of its properties. Nullable properties have a value.
 * The fallback for a string is `text`; tests find schemas for which that is invalid.
 */
export function exampleOf(schema: Schema, named: Named): unknown {
  const own = schema.examples as unknown[] | undefined
  if (own && own.length > 0) return own[0]
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, named), named)
  if (schema.enum) return (schema.enum as unknown[])[0]
  if (schema.properties) return exampleOfObject(schema, named)
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branch = (schema[key] as Schema[] | undefined)?.[0]
    if (branch) return exampleOf(branch, named)
  }
  return exampleOfType(schema, named)
}

/** Resolves `$ref`. */
export function resolve(schema: Schema, named: Named): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const target = named[name]
  if (!target) throw new Error(`No schema is named ${name}.`)
  return resolve(target, named)
}

function exampleOfObject(schema: Schema, named: Named): Schema {
  const properties = Object.entries(schema.properties as Record<string, Schema>)
  return Object.fromEntries(properties.map(([name, inner]) => [name, exampleOf(inner, named)]))
}

function exampleOfType(schema: Schema, named: Named): unknown {
  switch (schema.type) {
    case 'array':
      return schema.items ? [exampleOf(schema.items as Schema, named)] : []
    case 'object':
      return exampleOfMap(schema, named)
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'null':
      return null
    default:
      if (schema.format === 'date-time') return '2026-11-21T09:00:00.000Z'
      return schema.type === 'string' ? 'text' : null
  }
}

/** An object with dynamic keys: all keys if they are an enum, otherwise none. */
function exampleOfMap(schema: Schema, named: Named): Schema {
  const names = schema.propertyNames as Schema | undefined
  const values = schema.additionalProperties as Schema | undefined
  if (!names?.enum || typeof values !== 'object') return {}
  return Object.fromEntries((names.enum as string[]).map((name) => [name, exampleOf(values, named)]))
}
