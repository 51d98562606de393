import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import { Failure } from '../../contract/failure.ts'
import { networkOf } from '../../contract/payer.ts'
import { parseReportLink } from '../../identity/taker.ts'
import { acceptedLocale, chosenLocale } from '../page/language.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import { statusOf } from '../status.ts'
import { type LinkedReport, reportView } from './report-view.ts'
import type { WebSettings } from './settings.ts'
import { teamReportView } from './team-report.ts'

/**
 * `/r/{token}`: the report that a link shows. Loading it changes nothing. All links that show nothing get the same
 * page, which says what to do.
 */
export function registerReport(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { token: string } }>('/r/:token', async (request, reply) => {
    const linkedReport = await readReport(settings, request)
    if (!linkedReport) {
      noteLink(request, 'report_link')
      return sendExpiredPage(settings, request, reply)
    }
    const basics = pageBasics(request, linkedReport.locale)
    const path = pathOf(request)
    if ('team' in linkedReport) {
      const context = { path, expiresAt: linkedReport.expiresAt, readAt: settings.clock().toISOString() }
      const view = teamReportView(linkedReport, linkedReport.team, context, basics)
      return sendPage(reply, settings.pages.renderTeamReport(view))
    }
    const page = reportPageTexts(basics.locale).page
    const view = {
      ...reportView(linkedReport, linkedReport.person, basics),
      page,
      path,
      expiresAt: linkedReport.expiresAt,
    }
    return sendPage(reply, settings.pages.renderReport(view))
  })
}

type ReportRequest = FastifyRequest<{ Params: { token: string } }>

async function readReport(settings: WebSettings, request: ReportRequest): Promise<LinkedReport | undefined> {
  const guest = parseReportLink(request.params.token, settings.region, networkOf(request.ip))
  if (!guest) return undefined
  const locale = chosenLocale(request)
  const input = { ...(locale && { locale }), otherwise: acceptedLocale(request.headers['accept-language']) }
  try {
    const { resource } = await settings.gate(linkOperations.readLinkedReport, guest, input, {
      id: request.id,
    })
    return resource
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

function sendExpiredPage(settings: WebSettings, request: ReportRequest, reply: FastifyReply): FastifyReply {
  const basics = pageBasics(request)
  const { page } = reportPageTexts(basics.locale)
  const view = { ...basics, page, path: pathOf(request) }
  return sendPage(reply, settings.pages.renderReportOver(view), statusOf('missing'))
}

function pathOf({ params }: ReportRequest): string {
  return `/r/${encodeURIComponent(params.token)}`
}
