import type { DescribedApi, ReferenceCall, Shape } from '../../src/http/views/reference-view.ts'

/** Operations by group, in the document's order. */
export function groupsOf({ tags, paths }: DescribedApi) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]): ReferenceCall => ({ method: method.toUpperCase(), path, call }),
    ),
  )
  return tags.map((tag) => ({ tag, calls: calls.filter(({ call }) => call.tags.includes(tag.name)) }))
}

/** Resolves a `$ref` within the document; returns other values unchanged. */
export function resolveSchemaReference<Part extends { readonly $ref?: string }>(
  { components }: DescribedApi,
  part: Part,
): Part {
  const [, , kind = '', name = ''] = part.$ref?.split('/') ?? []
  return (components[kind]?.[name] as Part | undefined) ?? part
}

/** The name of a schema, if it has one. */
function nameOf({ $ref }: Shape): string | undefined {
  return $ref?.split('/').at(-1)
}

/** The type of a value in a few words: schema name, enum values, or type. */
export function typeName(shape: Shape): string {
  const name = nameOf(shape)
  if (name) return name
  if (shape.enum) return shape.enum.map(String).join(' | ')
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' or ')
  if (shape.items) return `list of ${typeName(shape.items)}`
  return [shape.type ?? []].flat().join(' or ')
}

/** Notes on a field: type, limits, default, and whether it is required. */
export function notesOf(shape: Shape, isRequired = false): readonly string[] {
  const { minimum, maximum } = shape
  return [
    typeName(shape),
    minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`,
    shape.default === undefined ? '' : `${JSON.stringify(shape.default)} when left out`,
    isRequired ? 'required' : '',
  ].filter(Boolean)
}

/** Named schemas in an answer. */
export function shapesIn(shape: Shape | undefined): readonly string[] {
  if (!shape) return []
  const inner = Object.values(shape.properties ?? {}).map((one) => nameOf(one.items ?? one))
  return [nameOf(shape) ?? '', ...inner.filter((name) => name !== undefined)].filter(Boolean)
}
