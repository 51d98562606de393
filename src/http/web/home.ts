import type { FastifyInstance } from 'fastify'
import { pageBasics, sendPage } from '../page/answer.ts'
import type { WebSettings } from './settings.ts'

/** The start page of an installation: what it is and where its doors are. */
export function registerHome(web: FastifyInstance, settings: WebSettings): void {
  web.get('/about', async (request, reply) =>
    sendPage(
      reply,
      settings.pages.renderHome({
        ...pageBasics(request),
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
        apps: `${settings.peopleRoot}/apps`,
        members: `${settings.peopleRoot}/members`,
        ...(settings.listMessages ? { mailbox: '/dev/mailbox' } : {}),
      }),
    ),
  )
}
