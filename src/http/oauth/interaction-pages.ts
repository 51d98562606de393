import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dashboardClientId, type Membership } from '../../contract/authorization.ts'
import { conflict, Failure, forbidden, invalid } from '../../contract/failure.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Scope } from '../../contract/scope.ts'
import { readForm } from '../page/form.ts'
import { isCrossSite, refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { recordSecurityEvent } from '../security-log.ts'
import type { ConsentView } from '../views/app-view.ts'
import type { Pages } from '../views/pages.ts'
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
import type { RunMemberOperation } from './member-operations-interface.ts'
import { membersPurpose } from './members.ts'
import { listInvitations } from './members-view.ts'
import type { People } from './people-interface.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
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
  runMemberOperation: RunMemberOperation
  noteRefusedQuota?: ((code: 'app_quota') => void) | undefined
}

type SignedInSession = NonNullable<Awaited<ReturnType<typeof findSignedInPerson>>>
type OpenInvitations = Pick<ConsentView, 'invitations'>
type UidRoute = { Params: { uid: string } }

/** Each authorization request waits here for a person: sign-in first, then consent. */
export function registerInteraction(app: FastifyInstance, settings: InteractionSettings): void {
  app.get<UidRoute>('/oauth/interaction/:uid', async (request, reply) => {
    const { uid } = request.params
    const pending = await settings.authorizations.pending(request, reply, uid)
    if (!pending)
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 404 })
    const person = await findSignedInPerson(request, settings)
    if (!person || isSignInTooOld(pending, person)) return sendToSignIn(settings, reply, uid)
    if (pending.app.clientId !== dashboardClientId || !isOwnRegionResource(pending))
      return sendConsent(settings, request, reply, { pending, person })
    // A page of another site knows the code verifier and could create a grant whenever someone follows a link. Whatever
    // they press on the page that is shown instead may lead back here, and then comes from our own site.
    if (isCrossSite(request)) await settings.authorizations.requireAnswer(uid)
    else if (!pending.needsAnswer) return authorizeDashboard(settings, request, reply, { pending, person })
    return sendConsent(settings, request, reply, { pending, person })
  })

  app.post<UidRoute>('/oauth/interaction/:uid', async (request, reply) => {
    const { uid } = request.params
    refuseCrossOrigin(request, settings.authUrl)
    const pending = await settings.authorizations.pending(request, reply, uid)
    if (!pending)
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 404 })
    const person = await findSignedInPerson(request, settings)
    if (!person || isSignInTooOld(pending, person)) return sendToSignIn(settings, reply, uid)
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
    return sendToSignIn(settings, reply, uid)
  })
}

/**
 * The dashboard is part of the service and needs no consent: a member of one account continues with all requested
 * scopes that their role allows. With several accounts, or with an invitation and a wish to switch, the page lets them choose.
 */
async function authorizeDashboard(
  settings: InteractionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, person }: { pending: PendingAuthorization; person: SignedInSession },
): Promise<FastifyReply> {
  const [membership, ...otherMemberships] = await listAcceptedMemberships(settings, person)
  if (!membership || otherMemberships.length > 0)
    return sendConsent(settings, request, reply, { pending, person })
  // Who wants to switch has a choice, too, while another account invites them.
  if (pending.choosesAccount) {
    const invited = await openInvitations(settings, request, { pending, person })
    if (invited.invitations) return sendConsent(settings, request, reply, { pending, person, invited })
  }
  const form = new URLSearchParams([
    ['decision', 'allow'],
    ['account', membership.accountId],
    ...pending.requestedScopes.map((scope) => ['scope', scope]),
  ])
  return applyDecision(settings, request, reply, { pending, person, form })
}

/**
 * A dashboard requests tokens for its own region. For a resource of another region the consent page is shown, so that
 * no region's host can silently get access to what members may do elsewhere.
 */
function isOwnRegionResource({ redirectUri, resource }: PendingAuthorization): boolean {
  return URL.canParse(resource) && new URL(redirectUri).origin === new URL(resource).origin
}

/** A form is valid for the authorization request and the session in which it was shown. */
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
  const decided = parseConsentDecision(form, pending, memberships)
  if (decided.decision === 'deny' || decided.decision === 'allow') {
    recordSecurityEvent(request, {
      kind: 'consent',
      outcome: decided.decision === 'allow' ? 'allowed' : 'refused',
      clientId: pending.app.clientId,
      personId: person.id,
      ...('membership' in decided ? { accountId: decided.membership.accountId } : {}),
    })
  }
  if (decided.decision === 'deny') return authorizations.deny(request, reply, pending.uid)
  if (decided.decision === 'invalid') throw invalid('Press Allow or Cancel.')
  if (decided.decision === 'notMember') {
    throw forbidden('You are no longer a member of this account.')
  }
  if (decided.decision === 'incomplete') {
    const { problem, accountId } = decided
    return sendConsent(settings, request, reply, { pending, person, sent: { form, problem, accountId } })
  }
  try {
    const grantId = await createGrant(settings, request, { pending, person, ...decided })
    await revokeIfSignedOut(settings, request, { pending, person, ...decided })
    const consent = { personId: person.id, grantId, signedInAt: person.signedInAt }
    return await authorizations.finish(request, reply, pending.uid, consent)
  } catch (error) {
    if (error instanceof Failure && error.code === 'app_quota') {
      settings.noteRefusedQuota?.(error.code)
      const sent = { form, problem: 'tooManyApps' as const, accountId: decided.membership.accountId }
      return sendConsent(settings, request, reply, { pending, person, sent })
    }
    if (error instanceof Failure && error.kind === 'conflict')
      return sendAuthorizationError(settings, request, reply, { refused: requestExpired, status: 409 })
    throw error
  }
}

/**
 * Signing out everywhere revokes all grants so far. A grant that was being created meanwhile comes from an ended
 * session and is revoked as well. Otherwise someone who stole the session could keep access.
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
  const connection = { accountId, region, personId: person.id, clientId: pending.app.clientId }
  await settings.apps.disconnect(connection, { reason: 'person', requestId: String(request.id) })
  throw conflict("You've signed out in the meantime.")
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
  const grant = { grantId: id, personId: person.id, now, expiresAt }
  await apps.connect({
    id,
    membership,
    scopes,
    expiresAt,
    answers: pending.uid,
    requestId: String(request.id),
    person: { id: person.id, email: person.email },
    byPasskey: person.method === 'passkey',
    session: person.secret,
    app: pending.app,
    redirectHost: pending.redirectHost,
    payload: grantPayload(pending, scopes, grant),
  })
  return id
}

async function sendConsent(
  settings: InteractionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  state: {
    pending: PendingAuthorization
    person: SignedInSession
    /** The invitations, if they were asked for already: that may call other regions. */
    invited?: OpenInvitations
    /** The form that was sent and has to be corrected. */
    sent?: { form: URLSearchParams; problem: ConsentView['problem']; accountId: string | undefined }
  },
): Promise<FastifyReply> {
  const { pending, person, invited, sent } = state
  const path = `${settings.mountPath}/oauth/interaction/${pending.uid}`
  const csrfToken = settings.csrf.createToken(person.secret, csrfPurposeOf(pending.uid))
  const common = {
    ...pageBasics(request),
    path,
    csrfToken,
    email: person.email,
    appName: pending.app.name,
    switchTo: { action: `${path}/switch`, fields: { proof: csrfToken } },
    formTargets: formActionSources(pending.redirectUri),
    isDashboard: pending.app.clientId === dashboardClientId,
    ...(invited ?? (await openInvitations(settings, request, { pending, person }))),
  }
  const memberships = await listAcceptedMemberships(settings, person)
  if (memberships.length === 0) return sendPage(reply, settings.pages.renderConsentEnd(common))
  const ticked = sent ? sent.form.getAll('scope') : (preselectScopes(pending) as readonly string[])
  const warning = consentWarning(pending, settings.clock())
  const page = settings.pages.renderConsent({
    ...common,
    returnsTo: redirectTarget(pending),
    accounts: consentAccounts(memberships, pending),
    scopes: pending.requestedScopes.map((name) => ({ name, isChecked: ticked.includes(name) })),
    ...pickDefined({
      warning,
      problem: sent?.problem || undefined,
      chosenAccountId: sent?.accountId || undefined,
    }),
  })
  return sendPage(reply, page, sent ? (sent.problem === 'tooManyApps' ? 402 : 400) : 200)
}

/** Invitations that the person can accept on the page; none if there are none. */
async function openInvitations(
  settings: InteractionSettings,
  request: FastifyRequest,
  { pending, person }: { pending: PendingAuthorization; person: SignedInSession },
): Promise<OpenInvitations> {
  const memberships = await settings.people.listMemberships(person)
  const list = await listInvitations(settings, person, memberships, request)
  if (list.length === 0) return {}
  const csrfToken = settings.csrf.createToken(person.secret, membersPurpose)
  return { invitations: { root: settings.mountPath, csrfToken, request: pending.uid, list } }
}

/** Invited members can't act for the account yet. */
async function listAcceptedMemberships(
  settings: InteractionSettings,
  person: SignedInSession,
): Promise<Membership[]> {
  const memberships = await settings.people.listMemberships(person)
  return memberships.filter(({ isAccepted }) => isAccepted)
}
