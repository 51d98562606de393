import { cardUris, cardMimeType as mimeType } from './card.ts'
import type { McpRegistry, ResourceHandlers } from './registry.ts'

/**
 * The library with the results card on its shelf, and the extension that hosts look for. The document is the same
 * for everybody and holds nobody's data, so that it needs no scope.
 */
export function withCardResource(registry: McpRegistry, html: string): McpRegistry {
  const { resources = noResources } = registry
  const uri = cardUris.summary
  return {
    ...registry,
    extensions: { 'io.modelcontextprotocol/ui': {} },
    resources: {
      ...resources,
      listed: [...resources.listed, { uri, ...words, mimeType, annotations, _meta: { ui } }],
      scopesOf: (asked) => (asked === uri ? [] : resources.scopesOf(asked)),
      read: async (asked, context) =>
        asked === uri ? [{ uri, mimeType, text: html, _meta: { ui } }] : resources.read(asked, context),
    },
  }
}

/** The card loads nothing from anywhere; its paper needs an edge against whatever stands around it. */
const ui = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  prefersBorder: true,
}

const words = {
  name: 'summary-card',
  title: 'Results card',
  description: 'Draws the answer of get_behavioral_summary for people, in hosts that show MCP Apps.',
}

const annotations: { audience: ['user']; priority: number } = { audience: ['user'], priority: 0 }

const noResources: ResourceHandlers = {
  listed: [],
  templates: [],
  scopesOf: () => [],
  read: async () => undefined,
}
