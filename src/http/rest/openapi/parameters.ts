import type { Schema } from '../../../contract/json-schema.ts'
import { exampleOf, resolve } from '../../../contract/json-schema.ts'

/** Parameters that operations share, in `components.parameters`. */
export const sharedParameters: Record<string, Schema> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Your own value, 1 to 255 visible ASCII characters, such as a UUID. A request repeated with the ' +
      'same key and body within 24 hours has no second effect and returns the first response with ' +
      '`Idempotent-Replayed: true`. The same key with another body returns 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: '0b6f4f5e-8d0c-4f43-9f3e-6a1f0f1f7f1c',
  },
}

/**
 * The parameters of an operation in path, query and header, and the rest of its input for the body. Lists in the query
 * are separated by commas.
 */
export function parametersOf(
  method: string,
  path: string,
  input: Schema,
  named: Readonly<Record<string, Schema>>,
): { parameters: Schema[]; rest: Schema } {
  const properties = (input.properties ?? {}) as Record<string, Schema>
  const required = (input.required ?? []) as string[]
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const inQuery = method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const parameters = [...inPath, ...inQuery].map((name) => {
    const schema = properties[name] ?? {}
    const { description, ...shape } = described(schema, named)
    return {
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || required.includes(name),
      ...(description ? { description } : {}),
      ...(resolve(schema, named).type === 'array' ? { style: 'form', explode: false } : {}),
      schema: shape,
      example: exampleOf(schema, named),
    }
  })
  const key = method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const names = new Set([...inPath, ...inQuery])
  return { parameters: [...parameters, ...key], rest: without(input, names) }
}

/** Moves the description from the schema to the parameter, so that it is not shown twice. */
function described(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  return { description: schema.description ?? resolve(schema, named).description, ...schema }
}

function without(input: Schema, names: ReadonlySet<string>): Schema {
  const properties = Object.entries((input.properties ?? {}) as Schema).filter(([name]) => !names.has(name))
  const required = ((input.required ?? []) as string[]).filter((name) => !names.has(name))
  const { required: _, ...others } = input
  return {
    ...others,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}
