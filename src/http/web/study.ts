import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import { parseStudyLink } from '../../identity/taker.ts'
import { readForm } from '../page/form.ts'
import { chosenLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { StudyOfferView, StudyView } from '../views/study-view.ts'
import type { WebSettings } from './settings.ts'
import { takerOf } from './taking.ts'

type StudyRequest = FastifyRequest<{ Params: { link: string } }>
type LinkedStudy = ResourceOf<typeof linkOperations.readStudyLink>

/** The offer of a study in a person's session, and the study's own link. Loading a page changes nothing. */
export function registerStudy(web: FastifyInstance, settings: WebSettings): void {
  web.get('/take/study', (request, reply) => sendOffer(settings, request, reply, { state: 'ask' }))
  web.post('/take/study', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    const form = readForm(request)
    if (form.get('do') === 'end') {
      await settings.gate(linkOperations.endOwnParticipation, taker, {}, { id: request.id })
      return sendOffer(settings, request, reply, { state: 'ended' })
    }
    const typed = form.get('email') ?? ''
    if (!EmailAddress.safeParse(typed).success)
      return sendOffer(settings, request, reply, { state: 'ask', unreadable: typed }, statusOf('invalid'))
    const { locale } = pageBasics(request, await offeredLocale(settings, request))
    const input = { email: typed, locale }
    await settings.gate(linkOperations.requestStudyLink, taker, input, { id: request.id })
    return sendOffer(settings, request, reply, { state: 'sent' })
  })
  registerStudyLink(web, settings)
}

function registerStudyLink(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>('/study/:link', async (request, reply) => {
    const found = await readStudy(settings, request)
    if (!found) return sendOver(settings, request, reply, 'unknown')
    return sendStudy(settings, request, reply, found, searchParamsOf(request).has('answer'))
  })
  web.get<{ Params: { link: string } }>('/study/:link/data.json', async (request, reply) => {
    const guest = guestOf(settings, request)
    const found =
      guest &&
      (await ifKnown(() => settings.gate(linkOperations.exportStudyData, guest, {}, { id: request.id })))
    if (!found) return sendOver(settings, request, reply, 'unknown')
    return reply
      .header('content-disposition', 'attachment; filename="study.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(found.resource, null, 2))
  })
  web.post<{ Params: { link: string } }>('/study/:link', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const guest = guestOf(settings, request)
    const found = guest && (await readStudy(settings, request))
    if (!guest || !found) return sendOver(settings, request, reply, 'unknown')
    const form = readForm(request)
    const what = form.get('do')
    if (what === 'leave') {
      await settings.gate(linkOperations.leaveStudy, guest, {}, { id: request.id })
      return sendOver(settings, request, reply, 'ended')
    }
    if (what === 'answers') {
      const isSaved = await saveAnswers(settings, guest, form, request.id)
      const next = (await readStudy(settings, request)) ?? found
      return sendStudy(settings, request, reply, next, next.retest.page !== null, !isSaved)
    }
    if (what === 'allow' || what === 'disallow') {
      const input = { locale: found.locale, isAllowed: what === 'allow' }
      await settings.gate(linkOperations.setStudyCriteriaConsent, guest, input, { id: request.id })
      return reply.redirect(pathOf(request), 303)
    }
    if (what === 'peer') {
      const { resource: made } = await settings.gate(
        linkOperations.createPeerLink,
        guest,
        {},
        { id: request.id },
      )
      const next = (await readStudy(settings, request)) ?? found
      return sendStudy(settings, request, reply, next, false, false, made)
    }
    if (what === 'revoke') {
      const input = { id: form.get('peer') ?? '' }
      await settings.gate(linkOperations.revokePeerLink, guest, input, { id: request.id })
      return reply.redirect(pathOf(request), 303)
    }
    const criteria = form.get('criteria') === 'yes'
    const input = { locale: found.locale, version: form.get('version') ?? '', criteria }
    await settings.gate(linkOperations.joinStudy, guest, input, { id: request.id })
    return reply.redirect(pathOf(request), 303)
  })
}

/** False if an answer was missing: the page is then shown again. */
async function saveAnswers(
  { gate }: WebSettings,
  guest: GuestCaller,
  form: URLSearchParams,
  requestId: string,
): Promise<boolean> {
  const answers = Object.fromEntries([...form].filter(([name]) => /^[smlbw]\d{1,3}$/.test(name)))
  try {
    await gate(
      linkOperations.saveStudyAnswers,
      guest,
      { page: Number(form.get('page')), answers },
      { id: requestId },
    )
    return true
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return false
    throw error
  }
}

async function sendOffer(
  settings: WebSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Pick<StudyOfferView, 'state' | 'unreadable'>,
  status = 200,
): Promise<FastifyReply> {
  const taker = await takerOf(settings, request)
  const { resource } = await settings.gate(linkOperations.readStudyOffer, taker, {}, { id: request.id })
  const { accountName, appearance, locale, isOffered } = resource
  const page = settings.pages.renderStudyOffer({
    ...pageBasics(request, locale),
    accountName,
    appearance,
    ...shown,
    state: shown.state === 'ask' && !isOffered ? 'none' : shown.state,
    backUrl: taker.purpose === 'taking' ? '/take' : '/take/erasure',
  })
  return sendPage(reply, page, status)
}

async function offeredLocale(settings: WebSettings, request: FastifyRequest): Promise<string | null> {
  const taker = await takerOf(settings, request)
  const { resource } = await settings.gate(linkOperations.readStudyOffer, taker, {}, { id: request.id })
  return resource.locale
}

function sendStudy(
  settings: WebSettings,
  request: StudyRequest,
  reply: FastifyReply,
  study: LinkedStudy,
  isAnswering: boolean,
  isIncomplete = false,
  made?: { url: string; expiresAt: string },
): FastifyReply {
  const { accountName, appearance, consent, agreedAt, criteria, peers, minutes, retest } = study
  const { page } = retest
  const view: StudyView = {
    ...pageBasics(request, study.locale),
    accountName,
    appearance,
    path: pathOf(request),
    state: agreedAt === null ? 'consent' : isAnswering && page ? 'answering' : 'in',
    consent,
    ...(agreedAt === null ? {} : { agreedAt }),
    criteria,
    peers: { ...peers, ...(made ? { made } : {}) },
    minutes,
    retest: {
      state: retest.state,
      ...(retest.dueAt === null ? {} : { dueAt: retest.dueAt }),
      ...(retest.closesAt === null ? {} : { closesAt: retest.closesAt }),
    },
    ...(page ? { page } : {}),
    isIncomplete,
  }
  return sendPage(reply, settings.pages.renderStudy(view), isIncomplete ? statusOf('invalid') : 200)
}

/** The same page for every link that shows nothing. */
function sendOver(
  settings: WebSettings,
  request: StudyRequest,
  reply: FastifyReply,
  state: 'unknown' | 'ended',
): FastifyReply {
  if (state === 'unknown') noteLink(request, 'study_link')
  const page = settings.pages.renderStudyOver({ ...pageBasics(request), path: pathOf(request), state })
  return sendPage(reply, page, state === 'unknown' ? statusOf('missing') : 200)
}

async function readStudy(settings: WebSettings, request: StudyRequest): Promise<LinkedStudy | undefined> {
  const guest = guestOf(settings, request)
  if (!guest) return undefined
  const locale = chosenLocale(request)
  const read = () =>
    settings.gate(linkOperations.readStudyLink, guest, locale ? { locale } : {}, { id: request.id })
  return (await ifKnown(read))?.resource
}

async function ifKnown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

function guestOf({ region }: WebSettings, { params, ip }: StudyRequest): GuestCaller | undefined {
  return parseStudyLink(params.link, region, networkOf(ip))
}

function pathOf({ params }: StudyRequest): string {
  return `/study/${encodeURIComponent(params.link)}`
}
