import type { FastifyInstance } from 'fastify'
import { assessmentFacts } from '../../content/assessments.ts'
import { assessmentIds } from '../../contract/shapes.ts'
import { cachePerLocale, sendPage } from '../page/send-page.ts'
import { examplePath } from './example.ts'
import type { WebSettings } from './settings.ts'

/** `/about`: what this installation is, with links to its interfaces. */
export function registerHome(web: FastifyInstance, settings: WebSettings): void {
  const page = cachePerLocale((basics) =>
    settings.pages.renderHome({
      ...basics,
      dashboard: '/people',
      example: examplePath,
      assessments: assessmentIds.map((id) => ({ id, ...assessmentFacts[id] })),
      version: settings.version,
      region: settings.region,
      baseUrl: settings.baseUrl,
      reference: '/docs',
      health: '/healthz',
      mcp: `${settings.publicUrl}/mcp`,
      connect: '/docs/connect',
      tools: '/docs/mcp',
      overview: '/llms.txt',
      technical: '/technical',
      apps: `${settings.authServerRoot}/apps`,
      members: `${settings.authServerRoot}/members`,
      ...(settings.listMessages ? { mailbox: '/dev/mailbox' } : {}),
    }),
  )
  web.get('/about', async (request, reply) => sendPage(reply, page(request)))
}
