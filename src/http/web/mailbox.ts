import type { FastifyInstance } from 'fastify'
import { sendPage } from './answer.ts'
import type { ListMessages, WebSettings } from './settings.ts'

/** Where the messages of the demo land: a page for people and the same as JSON for scripts. */
export function registerMailbox(web: FastifyInstance, settings: WebSettings, list: ListMessages): void {
  web.get<{ Querystring: { to?: string; id?: string } }>('/dev/mailbox', async (request, reply) => {
    const { to, id } = request.query
    const messages = await list({ to })
    const selected = messages.find((message) => message.id === id)
    return sendPage(reply, settings.pages.renderMailbox({ messages, selected, to }))
  })
  web.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return list({ to: request.query.to })
  })
}
