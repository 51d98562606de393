import type { FastifyInstance } from 'fastify'
import { type PublicText, sendPage, sendPublicText } from '../page/send-page.ts'
import type { RenderedPage } from '../views/pages.ts'
import type { ToolsView } from '../views/tools-view.ts'
import { markdownAlternateLink } from './reference.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/mcp`: what the MCP endpoint offers, as a page, and with `.md` appended as Markdown. */
export function registerToolDocs(web: FastifyInstance, { pages, toolDocs, publicUrl }: WebSettings): void {
  // Rendered once: the tools don't change while the service runs.
  let rendered: { page: RenderedPage; markdown: PublicText } | undefined
  const render = () => {
    const view: ToolsView = { address: `${publicUrl}/mcp`, ...toolDocs() }
    return {
      page: pages.renderTools(view),
      markdown: { text: pages.toolsInMarkdown(view), type: 'text/markdown' } as const,
    }
  }
  web.get('/docs/mcp', async (_request, reply) => {
    rendered ??= render()
    return sendPage(reply.header('link', markdownAlternateLink('/docs/mcp.md')), rendered.page)
  })
  web.get('/docs/mcp.md', async (_request, reply) => {
    rendered ??= render()
    return sendPublicText(reply, rendered.markdown)
  })
  web.get('/docs/mcp/', async (_request, reply) => reply.redirect('/docs/mcp', 308))
}
