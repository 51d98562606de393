import type { FastifyInstance } from 'fastify'
import { requestHeaders } from '../cors.ts'
import { type PublicText, sendPage, sendPublicText } from '../page/send-page.ts'
import type { RenderedPage } from '../views/pages.ts'
import type { WebSettings } from './settings.ts'

/**
 * `/docs`: the API reference, rendered in the browser from the service's own description by a third-party script in the
 * frame `/docs/frame`. `/docs/reference`: the same as one HTML page, and with `.md` appended as Markdown.
 * `/docs/postman.json`: the same as a collection for Postman.
 */
export function registerReference(web: FastifyInstance, settings: WebSettings): void {
  const api = new URL(settings.baseUrl).pathname
  const reference = settings.pages.renderReference({
    title: 'API reference · Timbre',
    heading: 'API reference',
    withoutScript: 'This page needs JavaScript. The same without it is at',
    ways: [
      { href: '/people', label: 'Dashboard' },
      { href: '/docs/reference', label: 'As one page' },
    ],
    plain: '/docs/reference',
    markdown: '/docs/reference.md',
    frame: '/docs/frame',
    pages: [
      '/docs/connect',
      '/docs/events',
      '/docs/orders',
      '/docs/company-sign-in',
      '/docs/mcp',
      '/docs/reference',
      '/docs/reference.md',
      '/docs/postman.json',
      '/llms.txt',
      '/technical',
    ],
    rules: { api, headers: ['Accept', ...requestHeaders], mostBytes: 1024 * 1024 },
  })
  web.get('/docs', async (_request, reply) => sendPage(reply, reference))
  const framed = settings.pages.renderReferenceFrame({
    title: 'API reference · Timbre',
    loading: 'The API reference is loading. A slow device needs a while; “As one page” opens right away.',
    description: `${api}/openapi.json`,
  })
  web.get('/docs/frame', async (request, reply) =>
    // Outside of the frame the page couldn't reach the API.
    request.headers['sec-fetch-dest'] === 'document' ? reply.redirect('/docs', 307) : sendPage(reply, framed),
  )
  // Rendered once: the description doesn't change while the service runs.
  let plain: RenderedPage | undefined
  web.get('/docs/reference', async (_request, reply) => {
    plain ??= settings.pages.renderPlainReference(settings.describe())
    return sendPage(reply.header('link', markdownAlternateLink('/docs/reference.md')), plain)
  })
  let markdown: PublicText | undefined
  web.get('/docs/reference.md', async (_request, reply) => {
    markdown ??= { text: settings.pages.referenceInMarkdown(settings.describe()), type: 'text/markdown' }
    return sendPublicText(reply, markdown)
  })
  let collection: PublicText | undefined
  web.get('/docs/postman.json', async (_request, reply) => {
    collection ??= { text: JSON.stringify(settings.postmanCollection(), null, 2), type: 'application/json' }
    return sendPublicText(reply, collection)
  })
  web.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
}

/** A `Link` header that points programs to the same content as Markdown (RFC 8288). */
export function markdownAlternateLink(address: string): string {
  return `<${address}>; rel="alternate"; type="text/markdown"`
}
