import type { FastifyInstance } from 'fastify'
import type { ToolsView } from '../../../web/pages/tools-view.ts'
import { type OpenText, sendOpenText, sendPage } from '../page/answer.ts'
import { asMarkdown } from './reference.ts'
import type { WebSettings } from './settings.ts'

type RenderedPage = ReturnType<WebSettings['pages']['renderTools']>

/** `/docs/mcp`: what the endpoint for models offers, as a page; and with `.md` behind it as Markdown. */
export function registerTools(web: FastifyInstance, { pages, offer, publicUrl }: WebSettings): void {
  // Made once: what is offered does not change while the service runs.
  let made: { page: RenderedPage; markdown: OpenText } | undefined
  const make = () => {
    const view: ToolsView = { address: `${publicUrl}/mcp`, ...offer() }
    return {
      page: pages.renderTools(view),
      markdown: { text: pages.toolsInMarkdown(view), type: 'text/markdown' } as const,
    }
  }
  web.get('/docs/mcp', async (_request, reply) => {
    made ??= make()
    return sendPage(reply.header('link', asMarkdown('/docs/mcp.md')), made.page)
  })
  web.get('/docs/mcp.md', async (_request, reply) => {
    made ??= make()
    return sendOpenText(reply, made.markdown)
  })
  web.get('/docs/mcp/', async (_request, reply) => reply.redirect('/docs/mcp', 308))
}
