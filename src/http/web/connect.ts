import type { FastifyInstance } from 'fastify'
import { samePerLocale, sendPage } from '../page/answer.ts'
import { connectionsTo, ownProgram } from './connections.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/connect`: how assistants and other programs are connected to this installation's endpoint for models. */
export function registerConnect(web: FastifyInstance, settings: WebSettings): void {
  const address = `${settings.publicUrl}/mcp`
  const { protocol, hostname } = new URL(address)
  const isReachable = protocol === 'https:' && hostname !== 'localhost'
  const page = samePerLocale((basics) =>
    settings.pages.renderConnect({
      ...basics,
      address,
      isReachable,
      reference: '/docs',
      tools: '/docs/mcp',
      apps: `${settings.peopleRoot}/apps`,
      connections: connectionsTo(address),
      ownProgram: ownProgram(settings.baseUrl, address),
    }),
  )
  web.get('/docs/connect', async (request, reply) => sendPage(reply, page(request)))
  web.get('/docs/connect/', async (_request, reply) => reply.redirect('/docs/connect', 308))
}
