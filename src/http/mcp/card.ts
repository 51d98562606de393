/** Media type of documents that hosts show with a tool's result (MCP Apps, SEP-1865). */
export const cardMimeType = 'text/html;profile=mcp-app'

/** Resource URIs of the cards, by the name that a tool binding uses. */
export const cardUris = { summary: 'ui://timbre/summary.html' } as const

/**
 * The `_meta` of a tool with a card. Hosts that support MCP Apps render the structured content with it; others ignore
 * it.
 */
export function cardMeta(name: keyof typeof cardUris) {
  const resourceUri = cardUris[name]
  // The second key is for hosts written against drafts of the extension.
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}
