import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import { cookieRules } from '../page/cookie.ts'
import { acceptedLocale, chosenLocale } from '../page/language.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { OwnDataView } from '../views/own-view.ts'
import { ownAnswersUrl, registerOwnAnswers } from './own-answers.ts'
import { type OwnReport, ownReportLinkView, registerOwnReportLink } from './own-report-link.ts'
import { registerOwnShareCard, shareCardOffer } from './own-share-card.ts'
import { reportView } from './report-view.ts'
import type { WebSettings } from './settings.ts'
import { takerOf } from './taking.ts'

/** The person's own results, their download, and the page for accounts that share results themselves. */
export function registerResults(web: FastifyInstance, settings: WebSettings): void {
  web.get('/take/results', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const own = await readOwn(settings, taker, request)
    if (!own.isCompleted) return reply.redirect('/take', 303)
    if (!own.report) return reply.redirect('/take/thanks', 303)
    const basics = pageBasics(request, own.profile.locale)
    const closeUrl = taker.channel === 'link' ? { closeUrl: '/take/stop' } : {}
    const { report, profile, forms, debrief } = own
    const ownLink = await ownReportLinkView(settings, taker, request.id, basics.locale)
    const person = reportView(own, { report, profile, forms, ...(debrief && { debrief }) }, basics)
    const study = await studyOffer(settings, taker, request.id)
    const shareCard = await shareCardOffer(settings, taker, request.id, basics.locale)
    const view = {
      ...person,
      ...ownResultsOptions(own),
      ...study,
      ...closeUrl,
      ownLink,
      ...(shareCard && { shareCard }),
    }
    const { attributes } = cookieRules(settings.publicUrl)
    const firstVisit = !(request.headers.cookie ?? '').includes(firstVisitCookie)
    // Only records that the chart's animation was shown once on this device.
    if (firstVisit)
      reply.header('set-cookie', `${firstVisitCookie}; Path=/take${attributes}; Max-Age=31536000`)
    return sendPage(reply, settings.pages.renderResults({ ...view, firstVisit }))
  })

  web.get('/take/results.json', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const { resource } = await settings.gate(linkOperations.exportOwnResults, taker, {}, { id: request.id })
    return reply
      .header('content-disposition', 'attachment; filename="results.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(resource, null, 2))
  })

  registerOwnAnswers(web, settings)
  registerOwnReportLink(web, settings, (taker, request) => readOwn(settings, taker, request))
  registerOwnShareCard(web, settings, (taker, request) => readOwn(settings, taker, request))

  web.get('/take/thanks', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const own = await readOwn(settings, taker, request)
    const { accountName, appearance, profile } = own
    return sendPage(
      reply,
      settings.pages.renderThanks({
        ...pageBasics(request, profile.locale),
        accountName,
        appearance,
        ...ownResultsOptions(own),
        ...(await studyOffer(settings, taker, request.id)),
      }),
    )
  })
}

const firstVisitCookie = 'results-seen=1'

/** The link to the account's study, if there is one that the person could take part in. */
async function studyOffer(
  { gate }: WebSettings,
  taker: TakerCaller,
  requestId: string,
): Promise<Pick<OwnDataView, 'studyUrl'>> {
  const { resource } = await gate(linkOperations.readStudyOffer, taker, {}, { id: requestId })
  return resource.isOffered ? { studyUrl: '/take/study' } : {}
}

/** In the language of the page: the profile's own comes after a choice and before what the browser accepts. */
async function readOwn(
  settings: WebSettings,
  taker: TakerCaller,
  request: FastifyRequest,
): Promise<OwnReport> {
  const locale = chosenLocale(request)
  const input = { ...(locale && { locale }), otherwise: acceptedLocale(request.headers['accept-language']) }
  const { resource } = await settings.gate(linkOperations.readOwnReport, taker, input, { id: request.id })
  return resource
}

/** The common part of the results page and the thanks page. */
function ownResultsOptions({
  erasureRequestedAt: requestedAt,
  openedAgainAt,
  isHeldBack,
  redirectUrl,
}: OwnReport): OwnDataView {
  return {
    downloadUrl: '/take/results.json',
    answersUrl: ownAnswersUrl,
    erasure: { url: '/take/erasure', ...(requestedAt ? { requestedAt } : {}) },
    ...(openedAgainAt ? { openedAgainAt } : {}),
    ...(isHeldBack ? { isHeldBack } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  }
}
