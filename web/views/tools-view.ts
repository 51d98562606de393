/** What models are offered, as the endpoint lists it, with a call of each tool. */
export type ToolCatalog = {
  readonly tools: readonly ToolListing[]
  readonly prompts: readonly PromptListing[]
  /** Documents, and with braces in the address whole kinds of them. */
  readonly documents: readonly DocumentListing[]
}

/** `/docs/mcp`. */
export type ToolsView = ToolCatalog & {
  /** The endpoint for models. */
  readonly address: string
}

type Named = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scopes: readonly string[]
}

export type ToolListing = Named & {
  readonly inputSchema: object
  readonly annotations: Readonly<
    Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  >
  /** Arguments that the tool takes. */
  readonly example: Readonly<Record<string, unknown>>
}

export type PromptListing = Named & {
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
}

export type DocumentListing = Named & { readonly address: string; readonly mimeType: string }
