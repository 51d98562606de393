import type { FastifyInstance } from 'fastify'
import { assessmentFacts } from '../../content/assessments.ts'
import { assessmentIds } from '../../contract/shapes.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { renderOncePerLocale, sendPage } from '../page/send-page.ts'
import { shownResults } from './report-view.ts'
import type { WebSettings } from './settings.ts'

export const examplePath = '/example'

/**
 * `/example`: what one's own results look like, for people who have none yet. The person is invented, so the page is the
 * same for everyone who reads its language: it is rendered once for each, and caches may keep it.
 */
export function registerExample(web: FastifyInstance, { pages, example }: WebSettings): void {
  const page = renderOncePerLocale((basics) =>
    pages.renderExample({
      ...basics,
      ...shownResults(example(basics.locale)),
      accountName: 'Timbre',
      personName: basics.messages['example.mark'],
      path: examplePath,
      about: '/about',
      assessments: assessmentIds.map((id) => ({ id, ...assessmentFacts[id] })),
    }),
  )
  web.get(examplePath, async (request, reply) => {
    const rendered = page(request)
    // A choice of language in the URL is answered with a cookie, which belongs in no cache.
    if (searchParamsOf(request).size === 0) reply.header('cache-control', 'public, max-age=300')
    return sendPage(reply, rendered)
  })
  web.get(`${examplePath}/`, async (_request, reply) => reply.redirect(examplePath, 308))
}
