import type { FastifyInstance } from 'fastify'
import { eventTypes } from '../../contract/event-types.ts'
import { sendPage, sendPublicText } from '../page/send-page.ts'
import type { EventsGuideView } from '../views/events-guide-view.ts'
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
  const page = pages.renderEventsGuide(view)
  const markdown = { text: pages.eventsGuideInMarkdown(view), type: 'text/markdown' } as const
  web.get('/docs/events', async (_request, reply) =>
    sendPage(reply.header('link', markdownAlternateLink('/docs/events.md')), page),
  )
  web.get('/docs/events.md', async (_request, reply) => sendPublicText(reply, markdown))
  web.get('/docs/events/', async (_request, reply) => reply.redirect('/docs/events', 308))
}
