import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsentView } from '../../../web/pages/app-views.ts'
import { dashboardClientId, type Membership } from '../../contract/authorization.ts'
import { conflict, Failure, forbidden, invalid } from '../../contract/failure.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Scope } from '../../contract/scope.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import type { Pages } from '../page/pages.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { recordSecurityEvent } from '../security-log.ts'
import type { AppsInterface } from './apps-interface.ts'
import { requestExpired, sendAuthorizationError } from './authorization-error.ts'
import {
  type Authorizations,
  grantDays,
  grantPayload,
  isSignInTooOld,
  type PendingAuthorization,
} from './authorizations-interface.ts'
import {
  consentAccounts,
  consentWarning,
  formActionSources,
  parseConsentDecision,
  preselectScopes,
  redirectTarget,
} from './consent.ts'
import type { CsrfProtection } from './csrf.ts'
import type { People } from './people-interface.ts'
import { clearSessionCookie, findSignedInPerson } from './session-cookie.ts'

export type InteractionSettings = {
  authUrl: string
  mountPath: string
  pages: Pages
  clock: Clock
  newId: () => string
  authorizations: Authorizations
  people: People
  apps: AppsInterface
  csrf: CsrfProtection
}

type SignedInSession = NonNullable<Awaited<ReturnType<typeof findSignedInPerson>>>
type UidRoute = { Params: { uid: string } }

/** Where every request of an app waits for a person: sign-in first, then consent, each time. */
export function registerInteraction(app: FastifyInstance, settings: InteractionSettings): void {
  app.get<UidRoute>('/oauth/interaction/:uid', async (request, reply) => {
    const { uid } = request.params
    const pending = await settings.authorizations.pending(request, reply, uid)
    if (!pending)
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 404 })
    const person = await findSignedInPerson(request, settings)
    if (!person || isSignInTooOld(pending, person)) return redirectToSignIn(settings, reply, uid)
    if (pending.app.clientId === dashboardClientId && !isCrossSite(request) && isOwnRegionResource(pending))
      return authorizeDashboard(settings, request, reply, { pending, person })
    return sendConsent(settings, request, reply, { pending, person })
  })

  app.post<UidRoute>('/oauth/interaction/:uid', async (request, reply) => {
    const { uid } = request.params
    refuseCrossOrigin(request, settings.authUrl)
    const pending = await settings.authorizations.pending(request, reply, uid)
    if (!pending)
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 404 })
    const person = await findSignedInPerson(request, settings)
    if (!person || isSignInTooOld(pending, person)) return redirectToSignIn(settings, reply, uid)
    const form = readForm(request)
    settings.csrf.verifyForm(form, person.secret, csrfPurposeOf(uid))
    return applyDecision(settings, request, reply, { pending, person, form })
  })

  app.post<UidRoute>('/oauth/interaction/:uid/switch', async (request, reply) => {
    const { uid } = request.params
    refuseCrossOrigin(request, settings.authUrl)
    const person = await findSignedInPerson(request, settings)
    if (person) {
      settings.csrf.verifyForm(readForm(request), person.secret, csrfPurposeOf(uid))
      await settings.people.signOut(person.secret, request.id)
      clearSessionCookie(reply, settings.authUrl)
    }
    return redirectToSignIn(settings, reply, uid)
  })
}

/**
 * The dashboard is the service itself, so there is nothing to let in: who is in one account goes on with all that
 * their role allows. With several accounts the page asks which.
 */
async function authorizeDashboard(
  settings: InteractionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, person }: { pending: PendingAuthorization; person: SignedInSession },
): Promise<FastifyReply> {
  const [only, ...others] = await listAcceptedMemberships(settings, person)
  if (!only || others.length > 0) return sendConsent(settings, request, reply, { pending, person })
  const form = new URLSearchParams([
    ['decision', 'allow'],
    ['account', only.accountId],
    ...pending.requestedScopes.map((scope) => ['scope', scope]),
  ])
  return applyDecision(settings, request, reply, { pending, person, form })
}

/**
 * Whether a page of another site led here (Fetch Metadata; it stays so through redirects). Such a page knows what proves
 * the code to be its own, and could make a grant each time that somebody follows a link, so there a person is asked.
 */
function isCrossSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site'
}

/**
 * A dashboard asks for tokens of the region that it comes from. One that asks for those of another region is shown
 * the page, so that no region's host can help itself to what members may do elsewhere.
 */
function isOwnRegionResource({ redirectUri, resource }: PendingAuthorization): boolean {
  return URL.canParse(resource) && new URL(redirectUri).origin === new URL(resource).origin
}

/** A form counts for the request it was shown for, in the session it was shown in. */
function csrfPurposeOf(uid: string): string {
  return `consent ${uid}`
}

async function applyDecision(
  settings: InteractionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    pending,
    person,
    form,
  }: { pending: PendingAuthorization; person: SignedInSession; form: URLSearchParams },
): Promise<FastifyReply> {
  const { authorizations } = settings
  const memberships = await listAcceptedMemberships(settings, person)
  const read = parseConsentDecision(form, pending, memberships)
  if (read.decision === 'deny' || read.decision === 'allow') {
    recordSecurityEvent(request, {
      ...{ kind: 'consent', outcome: read.decision === 'allow' ? 'allowed' : 'refused' },
      ...{ clientId: pending.app.clientId, personId: person.id },
      ...('membership' in read ? { accountId: read.membership.accountId } : {}),
    })
  }
  if (read.decision === 'deny') return authorizations.deny(request, reply, pending.uid)
  if (read.decision === 'invalid') throw invalid('Press Allow or Cancel.')
  if (read.decision === 'notMember') {
    throw forbidden('You are no longer a member of this account.')
  }
  if (read.decision === 'incomplete') {
    const { problem, accountId } = read
    return sendConsent(settings, request, reply, { pending, person, sent: { form, problem, accountId } })
  }
  try {
    const grantId = await createGrant(settings, request, { pending, person, ...read })
    await revokeIfSignedOut(settings, request, { pending, person, ...read })
    const consent = { personId: person.id, grantId, signedInAt: person.signedInAt }
    return await authorizations.finish(request, reply, pending.uid, consent)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'conflict')
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 409 })
    throw error
  }
}

/**
 * Whoever signs out everywhere ends all that was let in until then. What was on its way meanwhile was let in by a
 * session that has ended, and ends too, or whoever stole the session could keep a foot in the door.
 */
async function revokeIfSignedOut(
  settings: InteractionSettings,
  request: FastifyRequest,
  {
    pending,
    person,
    membership,
  }: { pending: PendingAuthorization; person: SignedInSession; membership: Membership },
): Promise<void> {
  if (await findSignedInPerson(request, settings)) return
  const { accountId, region } = membership
  const letIn = { accountId, region, personId: person.id, clientId: pending.app.clientId }
  await settings.apps.disconnect(letIn, { reason: 'person', requestId: String(request.id) })
  throw conflict('You have signed out meanwhile.')
}

async function createGrant(
  { clock, newId, apps }: InteractionSettings,
  request: FastifyRequest,
  consent: {
    pending: PendingAuthorization
    person: SignedInSession
    membership: Membership
    scopes: readonly Scope[]
  },
): Promise<string> {
  const { pending, person, membership, scopes } = consent
  const [now, id] = [clock(), newId()]
  const expiresAt = new Date(now.getTime() + grantDays * 86_400_000)
  const kept = { grantId: id, personId: person.id, now, expiresAt }
  await apps.connect({
    ...{ id, membership, scopes, expiresAt, answers: pending.uid, requestId: String(request.id) },
    person: { id: person.id, email: person.email },
    byPasskey: person.method === 'passkey',
    session: person.secret,
    app: pending.app,
    redirectHost: pending.redirectHost,
    payload: grantPayload(pending, scopes, kept),
  })
  return id
}

async function sendConsent(
  settings: InteractionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: {
    pending: PendingAuthorization
    person: SignedInSession
    /** The form that was sent and has to be sent again. */
    sent?: { form: URLSearchParams; problem: ConsentView['problem']; accountId: string | undefined }
  },
): Promise<FastifyReply> {
  const { pending, person, sent } = shown
  const path = `${settings.mountPath}/oauth/interaction/${pending.uid}`
  const proof = settings.csrf.createToken(person.secret, csrfPurposeOf(pending.uid))
  const about = {
    ...pageBasics(request),
    ...{ path, proof, email: person.email, appName: pending.app.name },
    switchTo: { action: `${path}/switch`, fields: { proof } },
    formTargets: formActionSources(pending.redirectUri),
  }
  const memberships = await listAcceptedMemberships(settings, person)
  if (memberships.length === 0) {
    const invited = await settings.people.listMemberships(person.email)
    const invitations = invited.length > 0 ? { invitations: `${settings.mountPath}/members` } : {}
    const page = settings.pages.renderConsentEnd({ ...about, ...invitations })
    return sendPage(reply, page)
  }
  const ticked = sent ? sent.form.getAll('scope') : (preselectScopes(pending) as readonly string[])
  const warning = consentWarning(pending, settings.clock())
  const page = settings.pages.renderConsent({
    ...about,
    returnsTo: redirectTarget(pending),
    ...(warning ? { warning } : {}),
    accounts: consentAccounts(memberships, pending.requestedScopes),
    scopes: pending.requestedScopes.map((name) => ({ name, isChecked: ticked.includes(name) })),
    isDashboard: pending.app.clientId === dashboardClientId,
    ...(sent?.problem ? { problem: sent.problem } : {}),
    ...(sent?.accountId ? { chosenAccountId: sent.accountId } : {}),
  })
  return sendPage(reply, page, sent ? 400 : 200)
}

/** An invited member acts for nobody yet. */
async function listAcceptedMemberships(
  settings: InteractionSettings,
  person: SignedInSession,
): Promise<Membership[]> {
  const memberships = await settings.people.listMemberships(person.email)
  return memberships.filter(({ isAccepted }) => isAccepted)
}

function redirectToSignIn(settings: InteractionSettings, reply: FastifyReply, uid: string): FastifyReply {
  return reply.redirect(`${settings.mountPath}/sign-in?continue=${encodeURIComponent(uid)}`, 303)
}
