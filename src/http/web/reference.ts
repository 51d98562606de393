import type { FastifyInstance } from 'fastify'
import { type OpenText, sendOpenText, sendPage } from '../page/answer.ts'
import type { WebSettings } from './settings.ts'

type RenderedPage = ReturnType<WebSettings['pages']['renderPlainReference']>

/**
 * `/docs`: the API reference, made in the browser from the service's own description of its API. `/docs/reference`: the
 * same description as one page of HTML, and with `.md` behind it as Markdown.
 */
export function registerReference(web: FastifyInstance, settings: WebSettings): void {
  const description = `${new URL(settings.baseUrl).pathname}/openapi.json`
  const reference = settings.pages.renderReference({
    title: 'API reference · Timbre',
    loading: 'The API reference is loading.',
    withoutScript: 'This page needs JavaScript. The same without it is at',
    plain: '/docs/reference',
    description,
  })
  web.get('/docs', async (_request, reply) => sendPage(reply, reference))
  // Made once: the description does not change while the service runs.
  let plain: RenderedPage | undefined
  web.get('/docs/reference', async (_request, reply) => {
    plain ??= settings.pages.renderPlainReference(settings.describe())
    return sendPage(reply.header('link', asMarkdown('/docs/reference.md')), plain)
  })
  let markdown: OpenText | undefined
  web.get('/docs/reference.md', async (_request, reply) => {
    markdown ??= { text: settings.pages.referenceInMarkdown(settings.describe()), type: 'text/markdown' }
    return sendOpenText(reply, markdown)
  })
  web.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

/** A `Link` that tells programs where they can read the same more easily (RFC 8288). */
export function asMarkdown(address: string): string {
  return `<${address}>; rel="alternate"; type="text/markdown"`
}
