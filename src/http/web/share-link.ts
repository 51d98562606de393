import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { agreementIn } from '../../content/agreement.ts'
import { factsFor } from '../../content/assessments.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { Failure } from '../../contract/failure.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { Allowance } from '../../contract/request.ts'
import { parseLink } from '../../identity/taker.ts'
import { deviceOf } from '../page/device.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink, noteRefusal } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { ShareView } from '../views/link-view.ts'
import { parseSelfEnrollmentForm, type SelfEnrollmentForm } from './self-enrollment-form.ts'
import type { WebSettings } from './settings.ts'
import { readTakerCookie, setTakerCookie } from './taker-cookie.ts'

/** The result of the operation `read_share_link`. */
type ShareLinkState = ResourceOf<typeof linkOperations.readShareLink>

type ShareRequest = FastifyRequest<{ Params: { link: string } }>

/** The prefix distinguishes it from a personal invite link. */
const route = '/t/:link(^[a-z]+\\.tmb_share_.*$)'

/** Minimum response time when an address was entered, so that it doesn't reveal whether the address is known. */
const emailResponseMilliseconds = 400

/** The page of a link from which anyone may start. Loading it changes nothing; the form starts. */
export function registerShareLink(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>(route, async (request, reply) => {
    const state = await readState(settings, guestOfRequest(settings, request), request.id)
    if (!state) noteLink(request, 'share_link')
    return sendSharePage(settings, request, reply, state, shareStageOf(state))
  })
  web.post<{ Params: { link: string } }>(route, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const guest = guestOfRequest(settings, request)
    const form = parseSelfEnrollmentForm(readForm(request))
    const state = await readState(settings, guest, request.id)
    if (!guest || !state) {
      noteLink(request, 'share_link')
      return sendSharePage(settings, request, reply, undefined, { state: 'over' })
    }
    if (form.problems && state.takesStarters) {
      return sendSharePage(settings, request, reply, state, { state: 'open', ...form }, statusOf('invalid'))
    }
    return startFromShareLink(settings, request, reply, guest, state, form)
  })
}

async function readState(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<ShareLinkState | undefined> {
  if (!guest) return undefined
  try {
    const { resource } = await settings.gate(linkOperations.readShareLink, guest, {}, { id: requestId })
    return resource
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

async function startFromShareLink(
  settings: WebSettings,
  request: ShareRequest,
  reply: FastifyReply,
  guest: GuestCaller,
  state: ShareLinkState,
  { input, values }: SelfEnrollmentForm,
): Promise<FastifyReply> {
  try {
    await chargeNetwork(settings, request, input)
    const locale = input.locale ?? readerLocale(request)
    const startInput = { ...input, ...pickDefined({ device: deviceOf(request) }), locale }
    const [{ resource }] = await Promise.all([
      settings.gate(linkOperations.startFromShareLink, guest, startInput, { id: request.id }),
      input.email === undefined ? undefined : pause(emailResponseMilliseconds),
    ])
    if (!resource)
      return sendSharePage(settings, request, reply, state, { state: 'sent', sentTo: input.email ?? '' })
    setTakerCookie(reply, settings.publicUrl, resource.secret, resource.expiresAt)
    return reply.redirect('/take', 303)
  } catch (error) {
    if (isGone(error)) return sendSharePage(settings, request, reply, undefined, { state: 'over' })
    if (error instanceof Failure && error.code === 'agreement_changed') {
      const current = await readState(settings, guest, request.id)
      return sendSharePage(settings, request, reply, current, {
        ...shareStageOf(current),
        values,
        hasChanged: true,
      })
    }
    if (!(error instanceof Failure)) throw error
    const busy = busyStages[error.code]
    if (busy) {
      noteRefusal(request, error)
      reply.header('retry-after', String(error.retryAfterSeconds ?? 60))
      return sendSharePage(settings, request, reply, state, { ...busy, values }, statusOf(error.kind))
    }
    if (error.code !== 'share_link_full' && !closedKinds.has(error.kind)) throw error
    return sendSharePage(settings, request, reply, state, { state: 'closed' }, statusOf(error.kind))
  }
}

/**
 * People start from share links without credentials, so their network is charged: for the email to whatever address was
 * typed, and for the start.
 */
async function chargeNetwork(
  { limits }: WebSettings,
  { ip }: ShareRequest,
  { email }: SelfEnrollmentForm['input'],
): Promise<void> {
  const network = networkOf(ip)
  const emails = email === undefined ? undefined : await limits.shareEmails(network)
  if (emails && !emails.isWithin) throw tooManyStarts('email_limit', emails)
  const start = await limits.shareStarts(network)
  if (start && !start.isWithin) throw tooManyStarts('start_limit', start)
}

function tooManyStarts(code: 'start_limit' | 'email_limit', { nextInSeconds, limit }: Allowance): Failure {
  const message = 'Too many people are starting from this network. Try again later.'
  return new Failure(code, { message, retryAfterSeconds: nextInSeconds, limit })
}

/** The page's stage by error code: no one can start for now, or no one who needs an email. */
const busyStages: Partial<Record<ErrorCode, ShareStage>> = {
  start_limit: { state: 'busy' },
  email_limit: { state: 'open', problems: { email: 'limited' } },
}

/** The account accepts no one: because of billing, or because it is paused, even if the form is invalid. */
const closedKinds = new Set<Failure['kind']>(['billing', 'paused', 'invalid'])

function isGone(error: unknown): boolean {
  return error instanceof Failure && (error.kind === 'missing' || error.kind === 'wrongRegion')
}

type ShareStage = Pick<ShareView, 'state' | 'values' | 'problems' | 'sentTo' | 'hasChanged'>

function shareStageOf(state: ShareLinkState | undefined): ShareStage {
  if (!state) return { state: 'over' }
  return { state: state.takesStarters ? 'open' : 'closed' }
}

async function sendSharePage(
  settings: WebSettings,
  request: ShareRequest,
  reply: FastifyReply,
  state: ShareLinkState | undefined,
  { values, problems, ...stage }: ShareStage,
  status = 200,
): Promise<FastifyReply> {
  const path = `/t/${encodeURIComponent(request.params.link)}`
  const locale = searchParamsOf(request).get('locale')
  const basics = pageBasics(request)
  const view: ShareView = {
    ...basics,
    ...stage,
    seesReport: state?.seesReport ?? false,
    assessments: (state?.assessmentIds ?? []).map((id) => ({
      id,
      ...factsFor(id, state?.focusForm),
      done: false,
      answered: 0,
    })),
    path,
    action: locale === null ? path : `${path}?locale=${encodeURIComponent(locale)}`,
    once: randomBytes(16).toString('base64url'),
    ...pickDefined({
      agreement: state && agreementIn(basics.locale, state),
      accountName: state?.accountName,
      appearance: state?.appearance,
      expiresAt: state?.expiresAt,
      goOnUrl: (await hasSessionInAccount(settings, request)) ? '/take' : undefined,
      values,
      problems,
    }),
  }
  return sendPage(reply, settings.pages.renderShare(view), status)
}

/** Someone of this account has started in this browser and has no other way to return. */
async function hasSessionInAccount(settings: WebSettings, request: ShareRequest): Promise<boolean> {
  const secret = readTakerCookie(request, settings.publicUrl)
  const taker = secret ? await settings.findTaker(secret) : undefined
  return taker?.channel === 'link' && taker.accountId === guestOfRequest(settings, request)?.accountId
}

function guestOfRequest({ homeOf }: WebSettings, { params, ip }: ShareRequest): GuestCaller | undefined {
  return parseLink(params.link, networkOf(ip), homeOf)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
