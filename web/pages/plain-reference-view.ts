/** A shape as the document of the API writes it; where it names another one, only `$ref` is there. */
export type Shape = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

type Content = Readonly<Record<string, { readonly schema?: Shape }>>
type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Shape
}
type Response = { readonly $ref?: string; readonly description?: string; readonly content?: Content }

/** One operation of the document. */
export type DescribedCall = {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

/** As much of an OpenAPI document as the plain reference shows. */
export type DescribedApi = {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly {
    readonly name: string
    readonly 'x-displayName': string
    readonly description: string
  }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type ReferenceCall = { readonly method: string; readonly path: string; readonly call: DescribedCall }

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
