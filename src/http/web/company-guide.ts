import type { FastifyInstance } from 'fastify'
import { type PublicText, sendPage, sendPublicText } from '../page/send-page.ts'
import type { RenderedPage } from '../views/pages.ts'
import { markdownAlternateLink } from './reference.ts'
import type { WebSettings } from './settings.ts'

/** `/docs/company-sign-in`: how owners set up their identity provider; with `.md` appended as Markdown. */
export function registerCompanyGuide(web: FastifyInstance, { pages }: WebSettings): void {
  // Rendered for the first reader, so that no start waits for it, and once: nothing in it changes.
  let page: RenderedPage | undefined
  web.get('/docs/company-sign-in', async (_request, reply) => {
    page ??= pages.renderCompanyGuide()
    return sendPage(reply.header('link', markdownAlternateLink('/docs/company-sign-in.md')), page)
  })
  let markdown: PublicText | undefined
  web.get('/docs/company-sign-in.md', async (_request, reply) => {
    markdown ??= { text: pages.companyGuideInMarkdown(), type: 'text/markdown' }
    return sendPublicText(reply, markdown)
  })
  web.get('/docs/company-sign-in/', async (_request, reply) => reply.redirect('/docs/company-sign-in', 308))
}
