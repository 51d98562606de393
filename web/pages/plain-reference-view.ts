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

export type Call = { readonly method: string; readonly path: string; readonly call: DescribedCall }

/** The operations of each group, in the document's order. */
export function groupsOf({ tags, paths }: DescribedApi) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): Call => ({ method: method.toUpperCase(), path, call })),
  )
  return tags.map((tag) => ({ tag, calls: calls.filter(({ call }) => call.tags.includes(tag.name)) }))
}

/** What a reference within the document names; the value itself where it is none. */
export function resolved<Part extends { readonly $ref?: string }>(
  { components }: DescribedApi,
  part: Part,
): Part {
  const [, , kind = '', name = ''] = part.$ref?.split('/') ?? []
  return (components[kind]?.[name] as Part | undefined) ?? part
}

/** The name of a shape, where it has one. */
export function nameOf({ $ref }: Shape): string | undefined {
  return $ref?.split('/').at(-1)
}
