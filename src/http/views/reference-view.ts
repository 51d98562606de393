/** `GET /docs`. */
export type ReferenceView = {
  readonly title: string
  readonly heading: string
  readonly withoutScript: string
  /** Links above the frame. */
  readonly ways: readonly { readonly href: string; readonly label: string }[]
  /** URLs of the plain reference, and of its Markdown. */
  readonly plain: string
  readonly markdown: string
  /** URL of the page in the frame. */
  readonly frame: string
  /** Paths that links in the frame may open. */
  readonly pages: readonly string[]
  readonly rules: CallRules
}

/** `GET /docs/frame`. `description` is the URL of the OpenAPI document. */
export type ReferenceFrameView = {
  readonly title: string
  readonly loading: string
  readonly description: string
}

/** What the framed program may request through the parent page. */
export type CallRules = {
  /** The base path of the API, such as `/api/v4`. */
  readonly api: string
  /** Headers that are passed on; all others are dropped. */
  readonly headers: readonly string[]
  /** The maximum size of a body. */
  readonly mostBytes: number
}

/** A schema of the OpenAPI document. A reference has only `$ref`. */
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

/** The parts of an OpenAPI document that the plain reference shows. */
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
