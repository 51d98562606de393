import type { FastifyInstance } from 'fastify'
import { type PublicText, sendPage, sendPublicText } from '../page/send-page.ts'
import type { OrdersGuideView } from '../views/orders-guide-view.ts'
import type { RenderedPage } from '../views/pages.ts'
import { markdownAlternateLink } from './reference.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/orders`: orders, applicant tracking systems and SCIM; with `.md` appended as Markdown. */
export function registerOrdersGuide(web: FastifyInstance, { pages, publicUrl }: WebSettings): void {
  const view: OrdersGuideView = { publicUrl }
  // Rendered for the first reader, so that no start waits for it, and once: nothing in it changes.
  let page: RenderedPage | undefined
  web.get('/docs/orders', async (_request, reply) => {
    page ??= pages.renderOrdersGuide(view)
    return sendPage(reply.header('link', markdownAlternateLink('/docs/orders.md')), page)
  })
  let markdown: PublicText | undefined
  web.get('/docs/orders.md', async (_request, reply) => {
    markdown ??= { text: pages.ordersGuideInMarkdown(view), type: 'text/markdown' }
    return sendPublicText(reply, markdown)
  })
  web.get('/docs/orders/', async (_request, reply) => reply.redirect('/docs/orders', 308))
}
