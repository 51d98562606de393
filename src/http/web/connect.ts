import type { FastifyInstance } from 'fastify'
import { cachePerLocale, sendPage } from '../page/send-page.ts'
import { customProgramSnippets, listProgramConnections } from './connections.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/connect`: how to connect assistants and other programs to this installation's MCP endpoint. */
export function registerConnect(web: FastifyInstance, settings: WebSettings): void {
  const address = `${settings.publicUrl}/mcp`
  const { protocol, hostname } = new URL(address)
  const isReachable = protocol === 'https:' && hostname !== 'localhost'
  const page = cachePerLocale((basics) =>
    settings.pages.renderConnect({
      ...basics,
      address,
      isReachable,
      reference: '/docs',
      tools: '/docs/mcp',
      apps: `${settings.authServerRoot}/apps`,
      connections: listProgramConnections(address),
      ownProgram: customProgramSnippets(settings.baseUrl, address),
      imports: [
        { text: `${settings.publicUrl}/docs/postman.json` },
        { text: `${settings.baseUrl}/openapi.json` },
      ],
    }),
  )
  web.get('/docs/connect', async (request, reply) => sendPage(reply, page(request)))
  web.get('/docs/connect/', async (_request, reply) => reply.redirect('/docs/connect', 308))
}
