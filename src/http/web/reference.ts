import type { FastifyInstance } from 'fastify'
import { sendPage } from '../page/answer.ts'
import type { WebSettings } from './settings.ts'

/** `/docs`: the API reference, made in the browser from the service's own description of its API. */
export function registerReference(web: FastifyInstance, settings: WebSettings): void {
  const description = `${new URL(settings.baseUrl).pathname}/openapi.json`
  web.get('/docs', async (_request, reply) =>
    sendPage(
      reply,
      settings.pages.renderReference({
        title: 'API reference · Timbre',
        loading: 'The API reference is loading.',
        withoutScript: 'This page needs JavaScript. The description itself is at',
        description,
      }),
    ),
  )
  web.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}
