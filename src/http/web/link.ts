import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppearanceView } from '../../../web/pages/appearance.ts'
import { personal } from '../../catalog.ts'
import { assessmentFacts } from '../../content/assessments.ts'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { guestOf } from '../../identity/taker.ts'
import { pageBasics, sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { setTakeCookie } from './session.ts'
import type { WebSettings } from './settings.ts'

type LinkState = {
  accountName: string
  appearance: AppearanceView
  seesReport: boolean
  expiresAt: string
  isValid: boolean
  /** Ended by its date alone, and not because another link or address took its place. */
  hasExpired: boolean
  profile: {
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
    const state = await readState(settings, guestOf(request.params.link), request.id)
    return sendPage(reply, linkPage(settings, request, state))
  })
  web.post<{ Params: { link: string } }>('/t/:link', async (request, reply) => {
    // With 303 the browser asks for the page there, and its button is pressed there.
    const home = homeOf(settings, request)
    if (home) return reply.redirect(home, 303)
    refuseForeignOrigin(request, settings.publicUrl)
    const guest = guestOf(request.params.link)
    if (readForm(request).has('again')) {
      await sendAgain(settings, guest, request.id)
      return sendPage(reply, linkPage(settings, request, undefined, 'sentAgain'))
    }
    const state = await readState(settings, guest, request.id)
    if (!guest || !state?.isValid) return sendPage(reply, linkPage(settings, request, state))
    const resource = await start(settings, guest, request.id)
    if (!resource) return sendPage(reply, linkPage(settings, request, undefined))
    setTakeCookie(reply, settings.publicUrl, resource.secret, resource.expiresAt)
    return reply.redirect('/take', 303)
  })
}

/**
 * The same page in the region that the link names, for a link of another region that this one knows. Whether there is
 * such a link is for that region to say. Nothing of the address but the link goes along.
 */
function homeOf(
  { region, otherRoots }: WebSettings,
  { params }: FastifyRequest<{ Params: { link: string } }>,
): string | undefined {
  const guest = guestOf(params.link)
  if (!guest || guest.region === region || !Object.hasOwn(otherRoots, guest.region)) return undefined
  return `${otherRoots[guest.region]}/t/${params.link}`
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

/** Undefined when the link, or the person behind it, went away in this very moment. */
function start(settings: WebSettings, guest: GuestCaller, requestId: string) {
  return unlessGone(settings.gate(personal.startSitting, guest, {}, { id: requestId }))
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
  request: FastifyRequest<{ Params: { link: string } }>,
  state: LinkState | undefined,
  shown?: 'sentAgain',
) {
  const { profile } = state ?? {}
  const completed = profile?.isCompleted ? 'completed' : profile?.dateStarted ? 'resume' : 'start'
  return settings.pages.renderLink({
    ...pageBasics(request, profile?.locale),
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
    action: `/t/${encodeURIComponent(request.params.link)}`,
  })
}
