import type { FastifyInstance } from 'fastify'
import { sendPage, sendPublicText } from '../page/send-page.ts'
import type { OrdersGuideView } from '../views/orders-guide-view.ts'
import { markdownAlternateLink } from './reference.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/orders`: orders, applicant tracking systems and SCIM; with `.md` appended as Markdown. */
export function registerOrdersGuide(web: FastifyInstance, { pages, publicUrl }: WebSettings): void {
  const view: OrdersGuideView = { publicUrl }
  const page = pages.renderOrdersGuide(view)
  const markdown = { text: pages.ordersGuideInMarkdown(view), type: 'text/markdown' } as const
  web.get('/docs/orders', async (_request, reply) =>
    sendPage(reply.header('link', markdownAlternateLink('/docs/orders.md')), page),
  )
  web.get('/docs/orders.md', async (_request, reply) => sendPublicText(reply, markdown))
  web.get('/docs/orders/', async (_request, reply) => reply.redirect('/docs/orders', 308))
}
