import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppearanceView } from '../../../web/pages/appearance.ts'
import { personal } from '../../catalog.ts'
import { agreementIn } from '../../content/agreement.ts'
import { assessmentFacts } from '../../content/assessments.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { networkOf } from '../../contract/payer.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { guestOf } from '../../identity/taker.ts'
import { searchOf } from '../page/address.ts'
import { pageBasics, sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { noteLink } from '../securityLog.ts'
import { changeErasure } from './erasure.ts'
import { readTakeCookie, setTakeCookie } from './session.ts'
import type { WebSettings } from './settings.ts'

type LinkState = {
  accountName: string
  appearance: AppearanceView
  seesReport: boolean
  retentionDays?: number
  erasureRequestedAt: string | null
  openedAgainAt: string | null
  stopTexts?: string | null
  expiresAt: string
  isValid: boolean
  /** Ended by its date alone, and not because another link or address took its place. */
  hasExpired: boolean
  profile: {
    id: string
    firstName: string | null
    locale: string | null
    availableAssessments: AssessmentId[]
    completedAssessments: AssessmentId[]
    isCompleted: boolean
    dateStarted: string | null
  }
}

/**
 * The page behind an invite link. Reading it, however often and by whatever scanner, changes nothing; only the
 * button opens a session.
 */
export function registerLink(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { link: string } }>('/t/:link', async (request, reply) => {
    const home = homeOf(settings, request)
    if (home) return reply.redirect(home, 303)
    const state = await readState(settings, guestFrom(request), request.id)
    if (!state) noteLink(request, 'invite_link')
    const search = searchOf(request)
    if (state?.isValid && search.has('erasure')) return sendPage(reply, erasurePage(settings, request, state))
    return sendPage(
      reply,
      linkPage(settings, request, state, state?.isValid && search.has('wrong') ? 'wrong' : undefined),
    )
  })
  web.post<{ Params: { link: string } }>('/t/:link', async (request, reply) => {
    // With 303 the browser asks for the page there, and its button is pressed there.
    const home = homeOf(settings, request)
    if (home) return reply.redirect(home, 303)
    refuseForeignOrigin(request, settings.publicUrl)
    const guest = guestFrom(request)
    const form = readForm(request)
    if (form.has('again')) {
      await sendAgain(settings, guest, request.id)
      return sendPage(reply, linkPage(settings, request, undefined, 'sentAgain'))
    }
    const state = await readState(settings, guest, request.id)
    if (!state) noteLink(request, 'invite_link')
    if (!guest || !state?.isValid) return sendPage(reply, linkPage(settings, request, state))
    if (form.has('wrong')) {
      await unlessGone(settings.gate(personal.reportStranger, guest, {}, { id: request.id }))
      return sendPage(reply, linkPage(settings, request, state, 'told'))
    }
    if (form.has('erasure')) return erase(settings, request, reply, guest, state)
    const shown = { locale: shownLocale(request, form, state), version: form.get('version') ?? undefined }
    const resource = await start(settings, guest, shown, request.id)
    if (resource === 'changed') {
      const now = await readState(settings, guest, request.id)
      return sendPage(reply, linkPage(settings, request, now, undefined, true))
    }
    if (!resource) return sendPage(reply, linkPage(settings, request, undefined))
    setTakeCookie(reply, settings.publicUrl, resource.secret, resource.expiresAt)
    return reply.redirect('/take', 303)
  })
}

/** The language in which the page was shown that is being answered; it names it, for a cookie may have come between. */
function shownLocale(request: FastifyRequest, form: URLSearchParams, { profile }: LinkState): Locale {
  const named = locales.find((locale) => locale === form.get('locale'))
  return named ?? readerLocale(request, profile.locale)
}

/**
 * Asks for deletion, or takes it back, as the person of this link: in the session that this browser has, or in a new
 * one that is for nothing else.
 */
async function erase(
  settings: WebSettings,
  request: LinkRequest,
  reply: FastifyReply,
  guest: GuestCaller,
  state: LinkState,
): Promise<FastifyReply> {
  const secret = readTakeCookie(request, settings.publicUrl)
  let taker = secret ? await settings.findTaker(secret) : undefined
  if (taker?.profileId !== state.profile.id) {
    const shown = { locale: readerLocale(request, state.profile.locale), purpose: 'data' } as const
    const opened = await start(settings, guest, shown, request.id)
    if (!opened || opened === 'changed') return reply.redirect(addressOf(request), 303)
    setTakeCookie(reply, settings.publicUrl, opened.secret, opened.expiresAt)
    taker = await settings.findTaker(opened.secret)
  }
  if (taker) await changeErasure(settings, taker, readForm(request), request.id)
  return reply.redirect('/take/erasure', 303)
}

/**
 * The same page in the region that the link names, for a link of another region that this one knows. Whether there is
 * such a link is for that region to say. Nothing of the address but the link goes along.
 */
function homeOf({ region, otherRoots }: WebSettings, request: LinkRequest): string | undefined {
  const guest = guestFrom(request)
  if (!guest || guest.region === region || !Object.hasOwn(otherRoots, guest.region)) return undefined
  return `${otherRoots[guest.region]}/t/${request.params.link}`
}

/**
 * Undefined for a link that nobody knows or that another one replaced: the page says the same of both, so that
 * it does not tell which links there are. Of one that merely ran out, the page names the date.
 */
async function readState(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<LinkState | undefined> {
  if (!guest) return undefined
  const resource = await unlessGone(settings.gate(personal.readLink, guest, {}, { id: requestId }))
  const state = resource as LinkState | undefined
  return state?.isValid || state?.hasExpired ? state : undefined
}

/**
 * Undefined when the link, or the person behind it, went away in this very moment; `changed` when the page showed an
 * agreement that no longer stands.
 */
async function start(
  { gate }: WebSettings,
  guest: GuestCaller,
  shown: { locale: Locale; version?: string | undefined; purpose?: 'data' },
  requestId: string,
) {
  try {
    return await unlessGone(gate(personal.startSitting, guest, shown, { id: requestId }))
  } catch (error) {
    if (error instanceof Failure && error.code === 'agreement_changed') return 'changed' as const
    throw error
  }
}

async function unlessGone<T>(asked: Promise<{ resource: T }>): Promise<T | undefined> {
  try {
    return (await asked).resource
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'missing' || error.kind === 'elsewhere')) return undefined
    throw error
  }
}

/** The page that follows is always the same, so a refusal here must not show either. */
async function sendAgain(
  settings: WebSettings,
  guest: GuestCaller | undefined,
  requestId: string,
): Promise<void> {
  if (!guest) return
  try {
    await settings.gate(personal.requestNewLink, guest, {}, { id: requestId })
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'unavailable' || error.kind === 'unexpected')
      throw error
  }
}

function linkPage(
  settings: WebSettings,
  request: LinkRequest,
  state: LinkState | undefined,
  shown?: 'sentAgain' | 'wrong' | 'told',
  hasChanged = false,
) {
  const { profile, openedAgainAt, stopTexts } = state ?? {}
  const basics = pageBasics(request, profile?.locale)
  const completed = profile?.isCompleted ? 'completed' : profile?.dateStarted ? 'resume' : 'start'
  return settings.pages.renderLink({
    ...basics,
    state: shown ?? (state?.isValid ? completed : 'over'),
    ...(state
      ? { accountName: state.accountName, appearance: state.appearance, expiresAt: state.expiresAt }
      : {}),
    ...(state?.isValid && profile?.firstName ? { personName: profile.firstName } : {}),
    assessments: (profile?.availableAssessments ?? []).map((id) => ({
      id,
      ...assessmentFacts[id],
      done: profile?.completedAssessments.includes(id) ?? false,
    })),
    seesReport: state?.seesReport ?? false,
    ...(state?.isValid ? { agreement: agreementIn(basics.locale, state) } : {}),
    ...(state?.isValid && openedAgainAt ? { openedAgainAt } : {}),
    ...(state?.isValid && stopTexts ? { stopTexts } : {}),
    ...{ hasChanged, action: addressOf(request) },
  })
}

function erasurePage(settings: WebSettings, request: LinkRequest, state: LinkState) {
  const { accountName, appearance, erasureRequestedAt: requestedAt, profile } = state
  const action = addressOf(request)
  return settings.pages.renderErasure({
    ...pageBasics(request, profile.locale),
    ...{ accountName, appearance, action, path: `${action}?erasure=1`, backUrl: action },
    ...(requestedAt ? { requestedAt } : {}),
  })
}

type LinkRequest = FastifyRequest<{ Params: { link: string } }>

function guestFrom({ params, ip }: LinkRequest): GuestCaller | undefined {
  return guestOf(params.link, networkOf(ip))
}

function addressOf({ params }: LinkRequest): string {
  return `/t/${encodeURIComponent(params.link)}`
}
