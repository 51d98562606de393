import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { OptOutView } from '../views/opt-out-view.ts'
import type { WebSettings } from './settings.ts'

/** The result of the operation `read_mail_choice`. */
type EmailPreference = ResourceOf<typeof linkOperations.readMailChoice>

type UnsubscribeRequest = FastifyRequest<{ Params: { link: string } }>

const route = '/unsubscribe/:link'

/**
 * The page of the unsubscribe link in emails. Loading it changes nothing, because programs open links on their own.
 * Mail clients post to the same URL for their users (RFC 8058): from any origin, without a cookie, and without
 * following redirects. The link is unguessable and the only credential, so cross-site requests are no risk.
 */
export function registerUnsubscribe(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>(route, async (request, reply) => {
    const member = findMember(settings, request)
    if (member) return showNotices(settings, request, reply, member)
    const choice = await readEmailPreference(
      settings,
      settings.findUnsubscribeGuest(request.params.link, networkOf(request.ip)),
      request.id,
    )
    if (!choice) noteLink(request, 'stop_link')
    return sendUnsubscribePage(
      settings,
      request,
      reply,
      choice,
      choice && (choice.stopped === 'none' ? 'ask' : choice.stopped),
    )
  })
  web.post<{ Params: { link: string } }>(route, async (request, reply) => {
    const member = findMember(settings, request)
    if (member) return stopNotices(settings, request, reply, member)
    const guest = settings.findUnsubscribeGuest(request.params.link, networkOf(request.ip))
    const choice = await readEmailPreference(settings, guest, request.id)
    if (!guest || !choice) {
      noteLink(request, 'stop_link')
      return sendUnsubscribePage(settings, request, reply, undefined, undefined)
    }
    const stopped = requestedPreference(request)
    await settings.gate(linkOperations.changeMailChoice, guest, { stopped }, { id: request.id })
    return sendUnsubscribePage(settings, request, reply, choice, stopped === 'none' ? 'back' : stopped)
  })
}

/** The caller, if the link came in an email that a member chose. */
function findMember(settings: WebSettings, request: UnsubscribeRequest): GuestCaller | undefined {
  const guest = settings.findUnsubscribeGuest(request.params.link, networkOf(request.ip))
  return guest?.link === 'notices' ? guest : undefined
}

async function showNotices(
  settings: WebSettings,
  request: UnsubscribeRequest,
  reply: FastifyReply,
  member: GuestCaller,
): Promise<FastifyReply> {
  const found = await readIfKnown(() =>
    settings.gate(linkOperations.readNoticeLink, member, {}, { id: request.id }),
  )
  if (!found) noteLink(request, 'stop_link')
  const state = found && (found.resource.isOn ? 'askNotices' : 'noticesOff')
  return sendUnsubscribePage(settings, request, reply, found?.resource, state)
}

/** Whatever is posted turns them off. */
async function stopNotices(
  settings: WebSettings,
  request: UnsubscribeRequest,
  reply: FastifyReply,
  member: GuestCaller,
): Promise<FastifyReply> {
  await readIfKnown(() => settings.gate(linkOperations.stopMemberNotices, member, {}, { id: request.id }))
  return showNotices(settings, request, reply, member)
}

async function readEmailPreference(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<EmailPreference | undefined> {
  if (!guest) return undefined
  const found = await readIfKnown(() =>
    settings.gate(linkOperations.readMailChoice, guest, {}, { id: requestId }),
  )
  return found?.resource
}

/** Undefined if there is nothing behind the link. */
async function readIfKnown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

/** Anything else means unsubscribe: mail clients send their form in different encodings. */
function requestedPreference(request: FastifyRequest): EmailPreference['stopped'] {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const body = isForm && Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const stopped = new URLSearchParams(body).get('stopped')
  return stopped === 'none' || stopped === 'everywhere' ? stopped : 'account'
}

function sendUnsubscribePage(
  settings: WebSettings,
  request: UnsubscribeRequest,
  reply: FastifyReply,
  choice: Pick<EmailPreference, 'accountName' | 'appearance'> | undefined,
  state: OptOutView['state'] | undefined,
): FastifyReply {
  const isSms = searchParamsOf(request).has('sms')
  const view: OptOutView = {
    ...pageBasics(request),
    ...(choice ? { accountName: choice.accountName, appearance: choice.appearance } : {}),
    state: state ?? 'unknown',
    host: new URL(settings.publicUrl).host,
    path: `/unsubscribe/${encodeURIComponent(request.params.link)}${isSms ? '?sms=1' : ''}`,
    isSms,
  }
  return sendPage(reply, settings.pages.renderOptOut(view), state ? 200 : statusOf('missing'))
}
