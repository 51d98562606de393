import type { ConsentView, ConsentWarning } from '../../../web/pages/app-views.ts'
import type { Membership } from '../../contract/authorization.ts'
import { type Scope, scopesOfRole } from '../../contract/scope.ts'
import type { PendingAuthorization } from './authorizations-interface.ts'

/** What the person has decided, as the form says it. */
export type ConsentDecision =
  | { decision: 'deny' }
  | { decision: 'allow'; membership: Membership; scopes: readonly Scope[] }
  | { decision: 'incomplete'; problem: NonNullable<ConsentView['problem']>; accountId?: string }
  /** An account in which the person is not, or not any more. */
  | { decision: 'notMember' }
  | { decision: 'invalid' }

/**
 * Reads the form against what was asked for and who the person is now. The account is the one in the form, whatever
 * any other tab does; a scope that was not asked for is not heard, and one beyond the role is left out, as the page
 * says. Allowing nothing is the same as Cancel.
 */
export function parseConsentDecision(
  form: URLSearchParams,
  pending: Pick<PendingAuthorization, 'requestedScopes'>,
  memberships: readonly Membership[],
): ConsentDecision {
  const decision = form.get('decision')
  if (decision === 'deny') return { decision }
  if (decision !== 'allow') return { decision: 'invalid' }
  const ticked = form.getAll('scope')
  const chosen = pending.requestedScopes.filter((scope) => ticked.includes(scope))
  if (chosen.length === 0) return { decision: 'deny' }
  // With one account there is nothing to choose, so a form without the field means that one.
  const named = form.get('account') ?? (memberships.length === 1 ? memberships[0]?.accountId : '')
  if (!named) return { decision: 'incomplete', problem: 'noAccountChosen' }
  const membership = memberships.find(({ accountId }) => accountId === named)
  if (!membership) return { decision: 'notMember' }
  const allowed = scopesOfRole(membership.role)
  const scopes = chosen.filter((scope) => allowed.includes(scope))
  if (scopes.length === 0) return { decision: 'incomplete', problem: 'beyondRole', accountId: named }
  return { decision, membership, scopes }
}

/**
 * Which boxes are ticked before the person has touched them. Reading is when the app named no scopes. Otherwise what
 * it named, except that whatever reaches other people or changes the account takes a tick of one's own, unless the
 * operator registered the app and so knows who runs it. An app that asks for one such thing and for nothing else has
 * it ticked, because pressing Allow can mean nothing else; of two, none is.
 */
export function preselectScopes({
  app,
  requestedScopes,
  wasScopeRequested,
}: Pick<PendingAuthorization, 'app' | 'requestedScopes' | 'wasScopeRequested'>): readonly Scope[] {
  const reading = requestedScopes.filter((scope) => scope.endsWith(':read'))
  if (!wasScopeRequested) return reading
  if (app.kind === 'registered') return requestedScopes
  if (requestedScopes.length === 1) return requestedScopes
  return requestedScopes.filter((scope) => !sensitiveScopes.includes(scope))
}

const sensitiveScopes: readonly Scope[] = ['profiles:write', 'account:write']

/** What the accounts of the page say of the role: asked for, and more than this member may hand on. */
export function consentAccounts(
  memberships: readonly Membership[],
  askedScopes: readonly Scope[],
): ConsentView['accounts'] {
  return memberships.map(({ accountId, accountName, isPaused, role }) => {
    const allowed = scopesOfRole(role)
    const beyondRole = askedScopes.filter((scope) => !allowed.includes(scope))
    return { id: accountId, name: accountName, isPaused, beyondRole }
  })
}

/** Where the person is sent back to, in full: an origin, or the scheme of an app on the device. */
export function redirectTarget({
  redirectUri,
  isLoopback,
}: Pick<PendingAuthorization, 'redirectUri' | 'isLoopback'>): ConsentView['returnsTo'] {
  const { protocol, origin } = new URL(redirectUri)
  if (!isWeb(protocol)) return { kind: 'device', address: protocol }
  return { kind: isLoopback ? 'computer' : 'site', address: origin }
}

/**
 * Sources of `form-action` for the way back. Browsers hold the redirects after a form to it too. An address of IPv6
 * is no source that the policy knows, so there its scheme stands for it.
 */
export function formActionSources(redirectUri: string): readonly string[] {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return [!isWeb(protocol) || hostname.startsWith('[') ? protocol : origin]
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** One warning, scaled to what is known of the app; none for an app of the operator's own that lives on the web. */
export function consentWarning(
  { app, isLoopback }: Pick<PendingAuthorization, 'app' | 'isLoopback'>,
  now: Date,
): ConsentWarning | undefined {
  const about = { now: now.toISOString(), isLoopback }
  if (app.kind === 'dynamic') {
    return { kind: 'dynamic', ...about, ...(app.createdAt ? { registeredAt: app.createdAt } : {}) }
  }
  if (app.kind === 'document') return { kind: 'document', ...about, host: hostOf(app.clientId) }
  return isLoopback ? { kind: 'registered', ...about } : undefined
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
