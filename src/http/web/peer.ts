import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { parsePeerLink } from '../../identity/taker.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { WebSettings } from './settings.ts'

type PeerRequest = FastifyRequest<{ Params: { link: string } }>
type Peer = ResourceOf<typeof linkOperations.readPeerLink>

/** The link that a person who takes part in a study gave to someone who knows them. Loading a page changes nothing. */
export function registerPeer(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>('/study/peer/:link', async (request, reply) => {
    const peer = await readPeer(settings, request)
    return peer ? sendPeer(settings, request, reply, peer) : sendOver(settings, request, reply, 'unknown')
  })
  web.post<{ Params: { link: string } }>('/study/peer/:link', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const guest = guestOf(settings, request)
    const peer = guest && (await readPeer(settings, request))
    if (!guest || !peer) return sendOver(settings, request, reply, 'unknown')
    const form = readForm(request)
    if (form.get('do') === 'delete') {
      await settings.gate(linkOperations.removePeerAnswers, guest, {}, { id: request.id })
      return sendOver(settings, request, reply, 'deleted')
    }
    const answers = Object.fromEntries([...form].filter(([name]) => /^s\d{1,2}$/.test(name)))
    try {
      await settings.gate(linkOperations.savePeerAnswers, guest, { answers }, { id: request.id })
    } catch (error) {
      if (!(error instanceof Failure && error.kind === 'invalid')) throw error
      return sendPeer(settings, request, reply, peer, true)
    }
    return reply.redirect(pathOf(request), 303)
  })
}

function sendPeer(
  settings: WebSettings,
  request: PeerRequest,
  reply: FastifyReply,
  { accountName, appearance, isAnswered, labels, items }: Peer,
  isIncomplete = false,
): FastifyReply {
  const page = settings.pages.renderPeer({
    ...pageBasics(request),
    accountName,
    appearance,
    path: pathOf(request),
    state: isAnswered ? 'answered' : 'open',
    labels,
    items,
    isIncomplete,
  })
  return sendPage(reply, page, isIncomplete ? statusOf('invalid') : 200)
}

/** The same page for every link that shows nothing. */
function sendOver(
  settings: WebSettings,
  request: PeerRequest,
  reply: FastifyReply,
  state: 'unknown' | 'deleted',
): FastifyReply {
  if (state === 'unknown') noteLink(request, 'study_link')
  const page = settings.pages.renderPeerOver({ ...pageBasics(request), path: pathOf(request), state })
  return sendPage(reply, page, state === 'unknown' ? statusOf('missing') : 200)
}

async function readPeer(settings: WebSettings, request: PeerRequest): Promise<Peer | undefined> {
  const guest = guestOf(settings, request)
  if (!guest) return undefined
  const { locale } = pageBasics(request)
  try {
    return (await settings.gate(linkOperations.readPeerLink, guest, { locale }, { id: request.id })).resource
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

function guestOf({ region }: WebSettings, { params, ip }: PeerRequest): GuestCaller | undefined {
  return parsePeerLink(params.link, region, networkOf(ip))
}

function pathOf({ params }: PeerRequest): string {
  return `/study/peer/${encodeURIComponent(params.link)}`
}
