import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppearanceView } from '../../../web/pages/appearance.ts'
import type { StopView } from '../../../web/pages/stop-view.ts'
import { personal } from '../../catalog.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { networkOf } from '../../contract/payer.ts'
import { searchOf } from '../page/address.ts'
import { pageBasics, sendPage } from '../page/answer.ts'
import { noteLink } from '../securityLog.ts'
import { statusOf } from '../status.ts'
import type { WebSettings } from './settings.ts'

/** What the operation `read_mail_choice` tells. */
type MailChoice = {
  accountName: string
  appearance: AppearanceView
  stopped: 'none' | 'account' | 'everywhere'
}

type StopRequest = FastifyRequest<{ Params: { link: string } }>

const route = '/unsubscribe/:link'

/**
 * The page behind the stop link of emails. Reading it changes nothing, since programs open links by themselves. Mail
 * programs post to the same address for their readers (RFC 8058): from any place, without a cookie, and expect no
 * redirect. The link is unguessable and is the only proof, so there is nothing that another site could borrow.
 */
export function registerStop(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>(route, async (request, reply) => {
    const choice = await readChoice(
      settings,
      settings.stopGuestOf(request.params.link, networkOf(request.ip)),
      request.id,
    )
    if (!choice) noteLink(request, 'stop_link')
    return show(
      settings,
      request,
      reply,
      choice,
      choice && (choice.stopped === 'none' ? 'ask' : choice.stopped),
    )
  })
  web.post<{ Params: { link: string } }>(route, async (request, reply) => {
    const guest = settings.stopGuestOf(request.params.link, networkOf(request.ip))
    const choice = await readChoice(settings, guest, request.id)
    if (!guest || !choice) {
      noteLink(request, 'stop_link')
      return show(settings, request, reply, undefined, undefined)
    }
    const stopped = wantedIn(request)
    await settings.gate(personal.changeMailChoice, guest, { stopped }, { id: request.id })
    return show(settings, request, reply, choice, stopped === 'none' ? 'back' : stopped)
  })
}

async function readChoice(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<MailChoice | undefined> {
  if (!guest) return undefined
  try {
    const { resource } = await settings.gate(personal.readMailChoice, guest, {}, { id: requestId })
    return resource as MailChoice
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

/** Whatever does not say otherwise means stop: mail programs may send their one word in several forms. */
function wantedIn(request: FastifyRequest): MailChoice['stopped'] {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const body = isForm && Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const stopped = new URLSearchParams(body).get('stopped')
  return stopped === 'none' || stopped === 'everywhere' ? stopped : 'account'
}

function show(
  settings: WebSettings,
  request: StopRequest,
  reply: FastifyReply,
  choice: MailChoice | undefined,
  state: StopView['state'] | undefined,
): FastifyReply {
  const isSms = searchOf(request).has('sms')
  const view: StopView = {
    ...pageBasics(request),
    ...(choice ? { accountName: choice.accountName, appearance: choice.appearance } : {}),
    state: state ?? 'unknown',
    host: new URL(settings.publicUrl).host,
    path: `/unsubscribe/${encodeURIComponent(request.params.link)}${isSms ? '?sms=1' : ''}`,
    isSms,
  }
  return sendPage(reply, settings.pages.renderStop(view), state ? 200 : statusOf('missing'))
}
