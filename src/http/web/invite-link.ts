import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { agreementIn } from '../../content/agreement.ts'
import { factsFor } from '../../content/assessments.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import type { DeviceKind } from '../../contract/device.ts'
import { Failure } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { newSecret } from '../../identity/secret.ts'
import { parseLink } from '../../identity/taker.ts'
import { deviceOf } from '../page/device.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import type { LinkView } from '../views/link-view.ts'
import { changeErasure } from './erasure.ts'
import type { WebSettings } from './settings.ts'
import { readTakerCookie, setTakerCookie } from './taker-cookie.ts'

type InviteLinkState = ResourceOf<typeof linkOperations.readLink>

/** The page of an invite link. Loading it changes nothing, so link scanners do no harm; the button opens a session. */
export function registerInviteLink(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>('/t/:link', async (request, reply) => {
    const state = await readState(settings, guestOfRequest(settings, request), request.id)
    if (!state) noteLink(request, 'invite_link')
    const search = searchParamsOf(request)
    if (state?.isValid && search.has('erasure')) return sendPage(reply, erasurePage(settings, request, state))
    return sendPage(
      reply,
      linkPage(settings, request, state, state?.isValid && search.has('wrong') ? 'wrong' : undefined),
    )
  })
  web.post<{ Params: { link: string } }>('/t/:link', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const guest = guestOfRequest(settings, request)
    const form = readForm(request)
    if (form.has('again')) {
      const state = await readState(settings, guest, request.id)
      const isSent = await resendInvite(settings, guest, request.id)
      return sendPage(reply, sentPage(settings, request, state, isSent))
    }
    if (form.has('code') && guest) return handleCode(settings, request, reply, guest, form)
    const state = await readState(settings, guest, request.id)
    if (!state) noteLink(request, 'invite_link')
    if (!guest || !state?.isValid) return sendPage(reply, linkPage(settings, request, state))
    if (form.has('wrong')) {
      await undefinedIfGone(settings.gate(linkOperations.reportWrongPerson, guest, {}, { id: request.id }))
      return sendPage(reply, linkPage(settings, request, state, 'reported'))
    }
    if (form.has('erasure')) return changeErasureByLink(settings, request, reply, guest, state)
    const agreed = {
      locale: shownLocale(request, form, state),
      version: form.get('version') ?? undefined,
      ...pickDefined({ device: deviceOf(request) }),
    }
    const resource = await startSession(settings, guest, agreed, request.id)
    if (resource === 'changed') {
      const current = await readState(settings, guest, request.id)
      return sendPage(reply, linkPage(settings, request, current, undefined, true))
    }
    if (!resource) return sendPage(reply, linkPage(settings, request, undefined))
    setTakerCookie(reply, settings.publicUrl, resource.secret, resource.expiresAt)
    return reply.redirect('/take', 303)
  })
}

/**
 * Sends a code, or opens the results with one. The page is the same for a link that is unknown and for one whose person
 * gets no code, so it reveals nothing.
 */
async function handleCode(
  settings: WebSettings,
  request: LinkRequest,
  reply: FastifyReply,
  guest: GuestCaller | undefined,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const typed = form.get('code') ?? ''
  const named = form.get('attempt') ?? ''
  if (typed === '' && named === '') {
    const sent =
      guest &&
      (await undefinedIfGone(settings.gate(linkOperations.requestResultsCode, guest, {}, { id: request.id })))
    if (!sent) noteLink(request, 'invite_link')
    const { attempt, minutes } = sent ?? { attempt: newSecret('tmb_attempt_'), minutes: 10 }
    return sendPage(reply, codePage(settings, request, { attempt, minutes, isRefused: false }))
  }
  const input = { attempt: named.slice(0, 200), code: typed.slice(0, 40) }
  const opened =
    guest &&
    (await undefinedIfGone(settings.gate(linkOperations.openResultsByCode, guest, input, { id: request.id })))
  if (!opened) {
    noteLink(request, 'invite_link')
    return sendPage(
      reply,
      codePage(settings, request, { attempt: input.attempt, minutes: 10, isRefused: true }),
    )
  }
  setTakerCookie(reply, settings.publicUrl, opened.secret, opened.expiresAt)
  return reply.redirect('/take', 303)
}

function codePage(settings: WebSettings, request: LinkRequest, code: NonNullable<LinkView['code']>) {
  return settings.pages.renderLink({
    ...pageBasics(request),
    state: 'code',
    assessments: [],
    seesReport: false,
    code,
    action: pathOf(request),
  })
}

/** The language in which the submitted page was shown. The form has it, because the cookie may have changed since. */
function shownLocale(request: FastifyRequest, form: URLSearchParams, { profile }: InviteLinkState): Locale {
  const named = locales.find((locale) => locale === form.get('locale'))
  return named ?? readerLocale(request, profile.locale)
}

/**
 * Requests or withdraws deletion as the person of this link: in this browser's session, or in a new one that allows
 * nothing else.
 */
async function changeErasureByLink(
  settings: WebSettings,
  request: LinkRequest,
  reply: FastifyReply,
  guest: GuestCaller,
  state: InviteLinkState,
): Promise<FastifyReply> {
  const secret = readTakerCookie(request, settings.publicUrl)
  let taker = secret ? await settings.findTaker(secret) : undefined
  if (taker?.profileId !== state.profile.id) {
    const input = { locale: readerLocale(request, state.profile.locale), purpose: 'data' } as const
    const opened = await startSession(settings, guest, input, request.id)
    if (!opened || opened === 'changed') return reply.redirect(pathOf(request), 303)
    setTakerCookie(reply, settings.publicUrl, opened.secret, opened.expiresAt)
    taker = await settings.findTaker(opened.secret)
  }
  if (taker) await changeErasure(settings, taker, readForm(request), request.id)
  return reply.redirect('/take/erasure', 303)
}

/**
 * Undefined for links that are unknown or were replaced: the page says the same of both, so that it doesn't reveal
 * which links exist. For a link that only ran out, the page shows the date.
 */
async function readState(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<InviteLinkState | undefined> {
  if (!guest) return undefined
  const state = await undefinedIfGone(settings.gate(linkOperations.readLink, guest, {}, { id: requestId }))
  return state?.isValid || state?.hasExpired ? state : undefined
}

/**
 * Undefined if the link or its person was just deleted; `changed` if the page showed an agreement that is no longer
 * current.
 */
async function startSession(
  { gate }: WebSettings,
  guest: GuestCaller,
  input: { locale: Locale; version?: string | undefined; purpose?: 'data'; device?: DeviceKind },
  requestId: string,
) {
  try {
    return await undefinedIfGone(gate(linkOperations.startSitting, guest, input, { id: requestId }))
  } catch (error) {
    if (error instanceof Failure && error.code === 'agreement_changed') return 'changed' as const
    throw error
  }
}

async function undefinedIfGone<T>(call: Promise<{ resource: T }>): Promise<T | undefined> {
  try {
    return (await call).resource
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'missing' || error.kind === 'wrongRegion'))
      return undefined
    throw error
  }
}

/** Whether a new link is on its way. A refusal must not show, because most links have the same next page. */
async function resendInvite(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<boolean> {
  if (!guest) return false
  try {
    const { resource } = await settings.gate(linkOperations.requestNewLink, guest, {}, { id: requestId })
    return resource.isSent
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'unavailable' || error.kind === 'unexpected')
      throw error
    return false
  }
}

/** After a new link was asked for: what happened if the old one had only expired, else the same for every link. */
function sentPage(
  settings: WebSettings,
  request: LinkRequest,
  state: InviteLinkState | undefined,
  isSent: boolean,
) {
  if (!state?.hasExpired) return linkPage(settings, request, undefined, 'sentAgain')
  const { accountName, appearance } = state
  return settings.pages.renderLink({
    ...pageBasics(request, state.profile.locale),
    ...{ state: 'sentAgain', accountName, appearance, isSent, assessments: [], seesReport: false },
    ...newLinkFields(state),
    action: pathOf(request),
  })
}

function linkPage(
  settings: WebSettings,
  request: LinkRequest,
  state: InviteLinkState | undefined,
  override?: 'sentAgain' | 'wrong' | 'reported',
  hasChanged = false,
) {
  const profile = state?.profile
  const basics = pageBasics(request, profile?.locale)
  const completed = profile?.isCompleted ? 'completed' : profile?.dateStarted ? 'resume' : 'start'
  return settings.pages.renderLink({
    ...basics,
    state: isCut(settings, request) ? 'cut' : (override ?? (state?.isValid ? completed : 'over')),
    ...pickDefined({
      accountName: state?.accountName,
      appearance: state?.appearance,
      expiresAt: state?.expiresAt,
    }),
    ...(state?.isValid ? validLinkFields(state, basics.locale) : {}),
    ...(state?.hasExpired && profile?.isCompleted
      ? { isFinished: true, ...pickDefined({ sentTo: coveredAddress(state) }) }
      : {}),
    ...(state?.hasExpired && !profile?.isCompleted ? newLinkFields(state) : {}),
    assessments: (profile?.availableAssessments ?? []).map((id) => ({
      id,
      ...factsFor(id, profile?.focusForm),
      done: profile?.completedAssessments.includes(id) ?? false,
      answered: state?.answered[id] ?? 0,
    })),
    seesReport: state?.seesReport ?? false,
    hasChanged,
    action: pathOf(request),
  })
}

/** How a new link would come. Where to is shown if the old one came the same way: its holder has seen that address. */
function newLinkFields(state: InviteLinkState) {
  const { newLinkBy, channel } = state
  return pickDefined({
    newLinkBy: newLinkBy ?? undefined,
    sentTo: newLinkBy === channel ? coveredAddress(state) : undefined,
  })
}

/** Enough of the link's address to recognize it: `a…@n….test`, or the last digits of a number. */
function coveredAddress({ profile, channel }: InviteLinkState): string | undefined {
  if (channel === 'sms') return profile.phone ? `… ${profile.phone.slice(-2)}` : undefined
  const [local = '', domain = ''] = profile.email?.split('@') ?? []
  if (domain === '') return undefined
  return `${[...local][0]}…@${[...domain][0]}…${domain.slice(domain.lastIndexOf('.'))}`
}

/** What the page shows only while the link works. */
function validLinkFields(state: InviteLinkState, locale: Locale) {
  const { profile, openedAgainAt, stopTexts, deadline } = state
  return pickDefined({
    personName: profile.firstName || undefined,
    agreement: agreementIn(locale, state),
    openedAgainAt: openedAgainAt ?? undefined,
    deadline: deadline ?? undefined,
    stopTexts: stopTexts ?? undefined,
  })
}

function erasurePage(settings: WebSettings, request: LinkRequest, state: InviteLinkState) {
  const { accountName, appearance, erasureRequestedAt: requestedAt, profile } = state
  const action = pathOf(request)
  return settings.pages.renderErasure({
    ...pageBasics(request, profile.locale),
    accountName,
    appearance,
    action,
    path: `${action}?erasure=1`,
    backUrl: action,
    ...(requestedAt ? { requestedAt } : {}),
  })
}

type LinkRequest = FastifyRequest<{ Params: { link: string } }>

function guestOfRequest({ homeOf }: WebSettings, { params, ip }: LinkRequest): GuestCaller | undefined {
  return parseLink(params.link, networkOf(ip), homeOf)
}

/** Whether this can't be a link of ours, whichever exist: its length is wrong, or a letter. */
function isCut(settings: WebSettings, request: LinkRequest): boolean {
  return guestOfRequest(settings, request) === undefined
}

function pathOf({ params }: LinkRequest): string {
  return `/t/${encodeURIComponent(params.link)}`
}
