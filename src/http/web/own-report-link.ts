import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { OwnLinkView } from '../views/own-link-view.ts'
import type { WebSettings } from './settings.ts'
import { takerOf } from './taking.ts'

const [makeUrl, endUrl, backUrl] = ['/take/results/link', '/take/results/link/end', '/take/results']
const days = 30

/** The result of the operation `read_own_report`. */
export type OwnReport = ResourceOf<typeof linkOperations.readOwnReport>

/** The forms by which people create and end a link to their own results. Both work without JavaScript. */
export function registerOwnReportLink(
  web: FastifyInstance,
  settings: WebSettings,
  readOwn: (taker: TakerCaller, request: FastifyRequest) => Promise<OwnReport>,
): void {
  web.post(makeUrl, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    const { accountName, appearance, timezone, profile } = await readOwn(taker, request)
    const { resource } = await settings.gate(linkOperations.makeOwnReportLink, taker, {}, { id: request.id })
    const basics = pageBasics(request, profile.locale)
    const { own: words } = reportPageTexts(basics.locale)
    const common = { ...basics, accountName, appearance, words, backUrl }
    const link = { address: resource.url, until: resource.expiresAt, ...(timezone && { timeZone: timezone }) }
    return sendPage(reply, settings.pages.renderOwnLinkMade({ ...common, ...link }))
  })

  // Changing the language or going back loads this URL. The results page shows the state of the link.
  web.get(makeUrl, async (_request, reply) => reply.redirect(backUrl, 303))

  web.post(endUrl, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    await settings.gate(linkOperations.endOwnReportLink, taker, {}, { id: request.id })
    return reply.redirect(backUrl, 303)
  })
}

/** Whether the person has an active link to their own results, for their results page. */
export async function ownReportLinkView(
  settings: WebSettings,
  taker: TakerCaller,
  requestId: string,
  locale: Locale,
): Promise<OwnLinkView> {
  const { resource } = await settings.gate(linkOperations.readOwnReportLink, taker, {}, { id: requestId })
  const { own: words } = reportPageTexts(locale)
  return { words, days, makeUrl, endUrl, ...(resource && { until: resource.expiresAt }) }
}
