import type { Membership } from '../../contract/authorization.ts'
import { type Scope, scopesOfRole } from '../../contract/scope.ts'
import type { ConsentView, ConsentWarning } from '../views/app-view.ts'
import type { PendingAuthorization } from './authorizations-interface.ts'

/** The person's decision, parsed from the form. */
export type ConsentDecision =
  | { decision: 'deny' }
  | { decision: 'allow'; membership: Membership; scopes: readonly Scope[] }
  | { decision: 'incomplete'; problem: NonNullable<ConsentView['problem']>; accountId?: string }
  /** The person is not, or no longer, a member of the account. */
  | { decision: 'notMember' }
  | { decision: 'invalid' }

/**
 * Checks the form against the request and the person's current memberships. The account is the one in the form,
 * whatever other tabs do. Scopes that weren't requested are ignored, and scopes beyond the role are left out, as the
 * page says. Allowing nothing is the same as Cancel.
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
  // With a single account there is nothing to choose, so the form has no such field.
  const chosenAccountId = form.get('account') ?? (memberships.length === 1 ? memberships[0]?.accountId : '')
  if (!chosenAccountId) return { decision: 'incomplete', problem: 'noAccountChosen' }
  const membership = memberships.find(({ accountId }) => accountId === chosenAccountId)
  if (!membership) return { decision: 'notMember' }
  const allowed = scopesOfRole(membership.role)
  const scopes = chosen.filter((scope) => allowed.includes(scope))
  if (scopes.length === 0)
    return { decision: 'incomplete', problem: 'beyondRole', accountId: chosenAccountId }
  return { decision, membership, scopes }
}

/**
 * Which boxes are checked at first. If the app requested no scopes, the read scopes. Otherwise what it requested,
 * except that scopes that reach other people or change the account must be checked by hand, unless the operator
 * registered the app and so knows who runs it. An app that requests a single such scope and nothing else has it
 * checked, because pressing Allow can mean nothing else. Of two, neither is.
 */
export function preselectScopes({
  app,
  requestedScopes,
  wasScopeRequested,
}: Pick<PendingAuthorization, 'app' | 'requestedScopes' | 'wasScopeRequested'>): readonly Scope[] {
  const readScopes = requestedScopes.filter((scope) => scope.endsWith(':read'))
  if (!wasScopeRequested) return readScopes
  if (app.kind === 'registered') return requestedScopes
  if (requestedScopes.length === 1) return requestedScopes
  return requestedScopes.filter((scope) => !sensitiveScopes.includes(scope))
}

const sensitiveScopes: readonly Scope[] = ['profiles:write', 'account:write']

/** The accounts on the page, each with the member's role and the requested scopes that it doesn't allow. */
export function consentAccounts(
  memberships: readonly Membership[],
  { requestedScopes, currentAccountId }: Pick<PendingAuthorization, 'requestedScopes' | 'currentAccountId'>,
): ConsentView['accounts'] {
  return memberships.map(({ accountId, accountName, isPaused, role }) => {
    const allowed = scopesOfRole(role)
    const beyondRole = requestedScopes.filter((scope) => !allowed.includes(scope))
    const isCurrent = accountId === currentAccountId
    return { id: accountId, name: accountName, role, isPaused, isCurrent, beyondRole }
  })
}

/** Where the person is sent back to: an origin, or the URL scheme of an app on the device. */
export function redirectTarget({
  redirectUri,
  isLoopback,
}: Pick<PendingAuthorization, 'redirectUri' | 'isLoopback'>): ConsentView['returnsTo'] {
  const { protocol, origin } = new URL(redirectUri)
  if (!isWeb(protocol)) return { kind: 'device', address: protocol }
  return { kind: isLoopback ? 'computer' : 'site', address: origin }
}

/**
 * CSP `form-action` sources that allow the redirect to the app: browsers apply the directive to redirects after a form
 * as well. CSP has no syntax for IPv6 addresses, so their scheme is allowed instead.
 */
export function formActionSources(redirectUri: string): readonly string[] {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return [!isWeb(protocol) || hostname.startsWith('[') ? protocol : origin]
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** One warning, by how much is known about the app. None for the operator's own apps on the web. */
export function consentWarning(
  { app, isLoopback }: Pick<PendingAuthorization, 'app' | 'isLoopback'>,
  now: Date,
): ConsentWarning | undefined {
  const common = { now: now.toISOString(), isLoopback }
  if (app.kind === 'dynamic') {
    return { kind: 'dynamic', ...common, ...(app.createdAt ? { registeredAt: app.createdAt } : {}) }
  }
  if (app.kind === 'document') return { kind: 'document', ...common, host: hostOf(app.clientId) }
  return isLoopback ? { kind: 'registered', ...common } : undefined
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
