import type { DescribedApi, ReferenceCall, Shape } from '../views/reference-view.ts'

/** The operations of each group, in the document's order. */
export function groupsOf({ tags, paths }: DescribedApi) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]): ReferenceCall => ({ method: method.toUpperCase(), path, call }),
    ),
  )
  return tags.map((tag) => ({ tag, calls: calls.filter(({ call }) => call.tags.includes(tag.name)) }))
}

/** What a reference within the document names; the value itself where it is none. */
export function resolveSchemaReference<Part extends { readonly $ref?: string }>(
  { components }: DescribedApi,
  part: Part,
): Part {
  const [, , kind = '', name = ''] = part.$ref?.split('/') ?? []
  return (components[kind]?.[name] as Part | undefined) ?? part
}

/** The name of a shape, where it has one. */
function nameOf({ $ref }: Shape): string | undefined {
  return $ref?.split('/').at(-1)
}

/** What a value is, in a few words: the name of its shape, its choices, or its type. */
export function typeName(shape: Shape): string {
  const name = nameOf(shape)
  if (name) return name
  if (shape.enum) return shape.enum.map(String).join(' | ')
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' or ')
  if (shape.items) return `list of ${typeName(shape.items)}`
  return [shape.type ?? []].flat().join(' or ')
}

/** What is to be known of a field besides its name: what it is, its bounds, and whether it may be left out. */
export function notesOf(shape: Shape, isRequired = false): readonly string[] {
  const { minimum, maximum } = shape
  return [
    typeName(shape),
    minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`,
    shape.default === undefined ? '' : `${JSON.stringify(shape.default)} when left out`,
    isRequired ? 'required' : '',
  ].filter(Boolean)
}

/** The named shapes that an answer holds. */
export function shapesIn(shape: Shape | undefined): readonly string[] {
  if (!shape) return []
  const inner = Object.values(shape.properties ?? {}).map((one) => nameOf(one.items ?? one))
  return [nameOf(shape) ?? '', ...inner.filter((name) => name !== undefined)].filter(Boolean)
}
