import { createHash } from 'node:crypto'
import { type AppConnection, type AppGrant, dashboardClientId } from '../../contract/authorization.ts'
import { conflict, Failure, forbidden } from '../../contract/failure.ts'
import type { Account, Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { quotaOf } from '../../contract/quotas.ts'
import type { AppConnected } from '../../contract/region-message.ts'
import { type Role, roles } from '../../contract/role.ts'
import { type Scope, scopesOfRole } from '../../contract/scope.ts'
import { dashboardMark } from '../../identity/people/sessions.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { countApps, hasConnected } from '../account/quota-store.ts'
import { recordChanges } from '../audit/record.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import type { AppParts } from './model.ts'
import { insertGrant, isSessionOpen, lockMemberForShare, type StoredGrant } from './store.ts'

/**
 * Connects an app to an account: writes the grant and its audit entry in one transaction. For an account of another
 * region, writes the grant and queues a message to that region, which writes the entry. The dashboard is connected by
 * signing in to it. Opening it again in a session that already has it open counts as the same sign-in and writes no
 * further entry.
 *
 * Fails as `forbidden` if the person is no longer a member or a scope exceeds the role, and as `conflict` if the
 * authorization request was answered before.
 */
export async function connectApp(parts: AppParts, connection: AppConnection): Promise<AppGrant> {
  const { membership } = connection
  const now = parts.clock()
  const grant = grantOf(connection, now)
  refuseExcessScopes(membership.role, grant.scopes)
  refuseWithoutPasskey(membership, grant)
  if (membership.lacksProvider !== undefined) throw new Failure('provider_required')
  if (membership.region !== parts.region) {
    await parts.database.inSystem(async (sql) => {
      const isRecorded = await isSignedIn(sql, grant, now)
      await refuseBeyondApps(sql, parts, grant, {})
      await insertOnce(sql, grant, connection)
      if (isRecorded) return
      await parts.queueRegionMessage(sql, membership.region, messageOf(grant, connection.requestId))
    })
    return grant
  }
  await parts.database.inAccount(membership.accountId, async (sql) => {
    // Locked until the transaction ends, so that a concurrent removal of the member finds the grant and revokes it.
    const member = await lockMemberForShare(sql, membership.accountId, membership.memberId)
    if (!member) throw forbidden('You are no longer a member of this account.')
    refuseExcessScopes(roleOf(member.role), grant.scopes)
    refuseWithoutPasskey(member, grant)
    const isRecorded = await isSignedIn(sql, grant, now)
    const account = (await findAccount(sql, membership.accountId, null))?.account
    await refuseBeyondApps(sql, parts, grant, account ?? {})
    await insertOnce(sql, grant, connection)
    if (!isRecorded) await recordConnection(sql, parts, messageOf(grant, connection.requestId))
  })
  return grant
}

/** Whether the session that creates this grant has already signed in to the dashboard and not signed out. */
async function isSignedIn(sql: Sql, grant: StoredGrant, now: Date): Promise<boolean> {
  const { session } = grant.payload
  return typeof session === 'string' && isSessionOpen(sql, grant, session, now)
}

/**
 * Refuses another app if the account has as many as it may have; those connected at the same moment may exceed the limit. An
 * account of another region has the limit of this installation. Signing in to the dashboard is never refused, nor is an app that
 * this member has connected already.
 */
async function refuseBeyondApps(
  sql: Sql,
  { clock, installation }: AppParts,
  grant: StoredGrant,
  account: Pick<Account, 'quotas'>,
): Promise<void> {
  const limit = quotaOf('apps', account, installation)
  if (limit === undefined || grant.clientId === dashboardClientId) return
  const selection = { accountId: grant.accountId, dashboard: dashboardClientId, upTo: limit }
  if ((await countApps(sql, selection, clock())) < limit || (await hasConnected(sql, grant, clock()))) return
  throw new Failure('app_quota')
}

async function insertOnce(
  sql: Sql,
  grant: StoredGrant,
  { answers, membership }: AppConnection,
): Promise<void> {
  const requestHash = createHash('sha256').update(answers).digest()
  const providerAccountId = membership.vouchedBy ?? null
  if (await insertGrant(sql, grant, { requestHash, providerAccountId })) return
  throw conflict('This request was already answered. Go back to the app.')
}

/** Writes the audit entry in the account's home region. Ignores accounts that this region doesn't have. */
export async function recordConnection(
  sql: Sql,
  parts: Pick<AppParts, 'newId' | 'secretKey' | 'installation'>,
  message: Omit<AppConnected, 'kind'>,
): Promise<void> {
  const { accountId, grantId, memberId, clientId, appName, scopes, at, requestId } = message
  const account = (await findAccount(sql, accountId, null))?.account
  if (!account) return
  const isSignIn = clientId === dashboardClientId
  const change: Change = isSignIn
    ? { target: { type: 'member', id: memberId } }
    : { target: { type: 'app', id: grantId }, changes: { clientId, appName, scopes } }
  recordChanges(sql, {
    accountId,
    requestId,
    now: new Date(at),
    newId: parts.newId,
    secretKey: parts.secretKey,
    actor: { kind: 'member', id: memberId, clientId: null },
    action: isSignIn ? 'sign_in' : 'connect_app',
    changes: [change],
  })
  if (isSignIn) return
  const { newId, installation } = parts
  const noticeParts = { sql, account, newId, installation, now: () => new Date(message.at) }
  // Limited separately, so that many read-only apps can't hide one that can make changes.
  const kind = scopes.every(isReadScope) ? 'appReads' : 'appConnected'
  await notifyOwners(noticeParts, memberId, { kind, app: appName })
}

function isReadScope(scope: Scope): boolean {
  return scope.endsWith(':read')
}

function grantOf(connection: AppConnection, now: Date): StoredGrant {
  const { membership, app, session } = connection
  const mark = app.clientId === dashboardClientId && session !== undefined && dashboardMark(session)
  return {
    id: connection.id,
    personId: connection.person.id,
    accountId: membership.accountId,
    region: membership.region,
    memberId: membership.memberId,
    clientId: app.clientId,
    appName: app.name,
    redirectHost: connection.redirectHost,
    scopes: connection.scopes,
    byPasskey: connection.byPasskey,
    payload: mark ? { ...connection.payload, session: mark } : connection.payload,
    createdAt: now.toISOString(),
    lastUsedAt: null,
    expiresAt: connection.expiresAt.toISOString(),
    revokedAt: null,
  }
}

function messageOf(grant: AppGrant, requestId: string): AppConnected {
  const { accountId, memberId, clientId, appName, scopes, createdAt } = grant
  const details = { accountId, grantId: grant.id, memberId, clientId, appName, scopes }
  return { kind: 'app_connected', ...details, at: createdAt, requestId }
}

function refuseExcessScopes(role: Role, wanted: readonly Scope[]): void {
  const allowed = scopesOfRole(role)
  if (wanted.every((scope) => allowed.includes(scope))) return
  throw forbidden("Your role in this account doesn't allow all of this.")
}

function refuseWithoutPasskey(membership: { requirePasskey: boolean }, grant: AppGrant): void {
  if (!membership.requirePasskey || grant.byPasskey) return
  throw new Failure('passkey_required')
}

/** An unknown role gets the least permissions. */
function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? 'user'
}
