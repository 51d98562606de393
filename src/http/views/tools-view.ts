/** Tools, prompts and documents as the MCP endpoint lists them, with a sample call of each tool. */
export type ToolCatalog = {
  readonly tools: readonly ToolListing[]
  readonly prompts: readonly PromptListing[]
  /** Documents; a URI with braces is a template for many. */
  readonly documents: readonly DocumentListing[]
}

/** `/docs/mcp`. */
export type ToolsView = ToolCatalog & {
  /** The URL of the MCP endpoint. */
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
  /** Sample arguments of the tool. */
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
