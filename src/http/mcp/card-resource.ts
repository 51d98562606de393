import { cardUris, cardMimeType as mimeType } from './card.ts'
import type { McpRegistry, ResourceHandlers } from './registry.ts'

/**
 * Adds the results card to the registry, and announces the MCP Apps extension. The document is static and contains no
 * personal data, so it needs no scope.
 */
export function withCardResource(registry: McpRegistry, html: string): McpRegistry {
  const { resources = noResources } = registry
  const uri = cardUris.summary
  return {
    ...registry,
    extensions: { 'io.modelcontextprotocol/ui': {} },
    resources: {
      ...resources,
      listed: [...resources.listed, { uri, ...labels, mimeType, annotations, _meta: { ui } }],
      scopesOf: (requestedUri) => (requestedUri === uri ? [] : resources.scopesOf(requestedUri)),
      read: async (requestedUri, context) =>
        requestedUri === uri
          ? [{ uri, mimeType, text: html, _meta: { ui } }]
          : resources.read(requestedUri, context),
    },
  }
}

/** The card loads nothing. It asks for a border, so that its background is distinct from the host's. */
const ui = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  prefersBorder: true,
}

const labels = {
  name: 'summary-card',
  title: 'Results card',
  description: 'Shows the result of get_behavioral_summary to people, in hosts that support MCP Apps.',
}

const annotations: { audience: ['user']; priority: number } = { audience: ['user'], priority: 0 }

const noResources: ResourceHandlers = {
  listed: [],
  templates: [],
  scopesOf: () => [],
  read: async () => undefined,
}
