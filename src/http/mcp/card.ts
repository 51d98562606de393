/** The media type of documents that hosts show beside a tool's answer (MCP Apps, SEP-1865). */
export const cardMimeType = 'text/html;profile=mcp-app'

/** Cards by the name that a tool gives, with the addresses at which hosts read them. */
export const cardUris = { summary: 'ui://timbre/summary.html' } as const

/**
 * What a tool says of its card. Hosts that know the extension draw the structured content with it; all others read
 * past this, and get the same answer.
 */
export function cardMeta(name: keyof typeof cardUris) {
  const resourceUri = cardUris[name]
  // The second key is what hosts read that were written before the extension was settled.
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}
