import type { FastifyInstance } from 'fastify'
import { eventTypes } from '../../contract/event-types.ts'
import { type PublicText, sendPage, sendPublicText } from '../page/send-page.ts'
import type { EventsGuideView } from '../views/events-guide-view.ts'
import type { RenderedPage } from '../views/pages.ts'
import { markdownAlternateLink } from './reference.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/events`: how to read events and receive webhooks, with every type; with `.md` appended as Markdown. */
export function registerEventsGuide(web: FastifyInstance, { pages, publicUrl }: WebSettings): void {
  const types = Object.entries(eventTypes).map(([name, { when, data, scope }]) => ({
    name,
    when,
    fields: Object.keys(data.shape),
    scope,
  }))
  const view: EventsGuideView = { publicUrl, types }
  // Rendered for the first reader, so that no start waits for it, and once: nothing in it changes.
  let page: RenderedPage | undefined
  web.get('/docs/events', async (_request, reply) => {
    page ??= pages.renderEventsGuide(view)
    return sendPage(reply.header('link', markdownAlternateLink('/docs/events.md')), page)
  })
  let markdown: PublicText | undefined
  web.get('/docs/events.md', async (_request, reply) => {
    markdown ??= { text: pages.eventsGuideInMarkdown(view), type: 'text/markdown' }
    return sendPublicText(reply, markdown)
  })
  web.get('/docs/events/', async (_request, reply) => reply.redirect('/docs/events', 308))
}
