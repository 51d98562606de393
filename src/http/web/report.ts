import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { personal } from '../../catalog.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import { networkOf } from '../../contract/payer.ts'
import { reportGuestOf } from '../../identity/taker.ts'
import { pageBasics, sendPage } from '../page/answer.ts'
import { acceptedLocale, chosenLocale } from '../page/language.ts'
import { noteLink } from '../securityLog.ts'
import { statusOf } from '../status.ts'
import { type PersonReport, reportView, type Speaking } from './report-view.ts'
import type { WebSettings } from './settings.ts'
import { type TeamReport, teamReportView } from './team-report.ts'

/**
 * `/r/{token}`: the report that a link shows. Reading changes nothing, and whatever link shows nothing gets one same
 * page, which says what to do.
 */
export function registerReport(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { token: string } }>('/r/:token', async (request, reply) => {
    const told = await readReport(settings, request)
    if (!told) {
      noteLink(request, 'report_link')
      return sendOver(settings, request, reply)
    }
    const basics = pageBasics(request, told.locale)
    const path = addressOf(request)
    if (told.team) {
      const asked = { path, expiresAt: told.expiresAt, readAt: settings.clock().toISOString() }
      const view = teamReportView(told, told.team, asked, basics)
      return sendPage(reply, settings.pages.renderTeamReport(view))
    }
    const page = reportPageTexts(basics.locale).page
    const view = { ...reportView(told, told.person, basics), page, path, expiresAt: told.expiresAt }
    return sendPage(reply, settings.pages.renderReport(view))
  })
}

/** What the operation `read_linked_report` tells. */
type LinkedReport = Speaking & {
  locale: Locale
  expiresAt: string
} & ({ person: PersonReport; team?: never } | { team: TeamReport })

type ReportRequest = FastifyRequest<{ Params: { token: string } }>

async function readReport(settings: WebSettings, request: ReportRequest): Promise<LinkedReport | undefined> {
  const guest = reportGuestOf(request.params.token, settings.region, networkOf(request.ip))
  if (!guest) return undefined
  const locale = chosenLocale(request)
  const asked = { ...(locale && { locale }), otherwise: acceptedLocale(request.headers['accept-language']) }
  try {
    const { resource } = await settings.gate(personal.readLinkedReport, guest, asked, { id: request.id })
    return resource as unknown as LinkedReport
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

function sendOver(settings: WebSettings, request: ReportRequest, reply: FastifyReply): FastifyReply {
  const basics = pageBasics(request)
  const { page } = reportPageTexts(basics.locale)
  const view = { ...basics, page, path: addressOf(request) }
  return sendPage(reply, settings.pages.renderReportOver(view), statusOf('missing'))
}

function addressOf({ params }: ReportRequest): string {
  return `/r/${encodeURIComponent(params.token)}`
}
