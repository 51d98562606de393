import type { Actor } from '../../contract/actor.ts'
import { type AppGrant, dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AppDisconnected } from '../../contract/region-message.ts'
import { recordChanges } from '../audit/record.ts'
import { endConnectionsOfGrants } from '../connection/end.ts'
import { type EventOrigin, setEventOrigin } from '../event/record.ts'
import { endLinksOfGrants } from '../link/store.ts'
import { endWebhooksOfGrants } from '../webhook/end.ts'
import { disconnectReasons } from './disconnect-reasons.ts'
import { type GrantParts, revocationActor, revocationMilliseconds } from './model.ts'
import type { GrantSelection } from './selection.ts'
import { endGrants, hasAccount, insertRevocations, removeRecords, selectGrants } from './store.ts'

export type GrantRevocation = {
  reason: RevokeReason
  /** Who revokes the grant, if the reason doesn't imply it: an owner, a member who removes another, or the shell. */
  actor?: Actor
  requestId: string
}

/**
 * Ends grants and returns those that were still active. Grants that already ended stay unchanged, so it can be
 * repeated.
 *
 * One transaction per account marks the grants as ended, revokes their access tokens and writes the audit entries
 * (for an account of another region, queues a message instead). Once it commits, nothing of the grants works, because
 * authorization codes and refresh tokens are only valid with an active grant. Their records belong to the
 * installation and can't be reached from an account's transaction, so a separate transaction removes them afterwards.
 * That is cleanup only: records left by a crash are removed when they expire.
 */
export async function revokeGrants(
  parts: GrantParts,
  selection: GrantSelection,
  revocation: GrantRevocation,
): Promise<AppGrant[]> {
  const { database } = parts
  const candidates = await database.inSystem((sql) => selectGrants(sql, selection, distantPast), {
    readOnly: true,
  })
  const accounts = new Map(candidates.map((grant) => [`${grant.region} ${grant.accountId}`, grant]))
  const ended: AppGrant[] = []
  for (const { accountId, region } of accounts.values()) {
    const inAccount = { ...selection, accountId, region }
    ended.push(...(await revokeIn(parts, region, inAccount, revocation)))
  }
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await database.inSystem((sql) => removeRecords(sql, ids))
  return ended
}

/** Includes expired grants: they may have issued a token just before they expired. */
const distantPast = new Date(0)

function revokeIn(
  parts: GrantParts,
  region: string,
  selection: GrantSelection & { accountId: string },
  revocation: GrantRevocation,
): Promise<AppGrant[]> {
  const { database, clock } = parts
  const now = clock()
  if (region !== parts.region) {
    return database.inSystem(async (sql) => {
      const ended = await endGrants(sql, selection, revocation.reason, now)
      for (const { grant, reason } of await disconnectReasons(sql, ended, revocation.reason, now)) {
        await parts.queueRegionMessage(sql, region, messageOf(grant, { ...revocation, reason }, now))
      }
      return ended
    })
  }
  return database.inAccount(selection.accountId, async (sql) => {
    const { actor = systemActor, requestId } = revocation
    setEventOrigin(sql, originOf(parts, selection.accountId, actor, requestId))
    const ended = await revokeGrantsInTransaction(sql, selection, revocation.reason, now)
    if (ended.length === 0 || !(await hasAccount(sql, selection.accountId))) return ended
    for (const { grant, reason } of await disconnectReasons(sql, ended, revocation.reason, now)) {
      const message = messageOf(grant, { ...revocation, reason }, now)
      await recordDisconnection(sql, parts, message, grant.memberId)
    }
    return ended
  })
}

/**
 * Ends grants within a transaction of their account, such as the one that removes a member, and revokes their access
 * tokens. `disconnectionChanges` returns the audit changes for that transaction.
 */
export async function revokeGrantsInTransaction(
  sql: Sql,
  selection: GrantSelection & { accountId: string },
  reason: RevokeReason,
  now: Date,
): Promise<AppGrant[]> {
  const ended = await endGrants(sql, selection, reason, now)
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0 && (await hasAccount(sql, selection.accountId))) {
    await revokeTokensOfGrants(sql, selection.accountId, { grantIds: ids, reason, now })
  }
  return ended
}

/** Revokes the tokens of grants and the links created with them. Returns the ids that were not revoked before. */
async function revokeTokensOfGrants(
  sql: Sql,
  accountId: string,
  ending: { grantIds: readonly string[]; reason: RevokeReason; now: Date },
): Promise<string[]> {
  await endLinksOfGrants(sql, accountId, ending)
  await endWebhooksOfGrants(sql, accountId, ending)
  await endConnectionsOfGrants(sql, accountId, ending)
  return insertRevocations(sql, accountId, 'grant', ending.grantIds, timesOf(ending.now))
}

/** The audit changes for the grants of one member that ended as part of another action. */
export function disconnectionChanges(ended: readonly AppGrant[], reason: RevokeReason): Change[] {
  const [signIn] = ended.filter(({ clientId }) => clientId === dashboardClientId)
  const recorded = ended.filter((grant) => grant.clientId !== dashboardClientId || grant === signIn)
  return recorded.map(({ id, clientId, memberId }) => changeOf({ grantId: id, clientId, reason }, memberId))
}

/**
 * Runs in the home region of an account when a message says that a grant has ended: revokes its tokens and writes the
 * audit entry. Idempotent. An account that is not here has no tokens to revoke.
 */
export async function applyDisconnection(
  parts: Pick<GrantParts, 'database' | 'newId' | 'secretKey' | 'clock' | 'region'>,
  message: AppDisconnected,
): Promise<void> {
  const { accountId, grantId } = message
  await parts.database.inAccount(accountId, async (sql) => {
    if (!(await hasAccount(sql, accountId))) return
    // Counts from now, not from the time of the message: tokens could be issued until the message was written.
    const { actor, reason, requestId } = message
    setEventOrigin(sql, originOf(parts, accountId, actor, requestId))
    const revokedIds = await revokeTokensOfGrants(sql, accountId, {
      grantIds: [grantId],
      reason,
      now: parts.clock(),
    })
    if (revokedIds.length === 0) return
    const isOwnGrant = actor.kind === 'member' && reason !== 'account'
    await recordDisconnection(sql, parts, message, isOwnGrant ? actor.id : undefined)
  })
}

/** Revokes one access token, at the request of the app (RFC 7009); the grant stays active. */
export async function revokeToken(
  parts: Pick<GrantParts, 'database' | 'clock' | 'region' | 'queueRegionMessage'>,
  token: { accountId: string; region: string; tokenId: string },
  requestId: string,
): Promise<void> {
  const { accountId, region, tokenId } = token
  if (region !== parts.region) {
    const at = parts.clock().toISOString()
    const message = { kind: 'token_revoked', accountId, tokenId, at, requestId } as const
    return parts.database.inSystem((sql) => parts.queueRegionMessage(sql, region, message))
  }
  await parts.database.inAccount(token.accountId, async (sql) => {
    if (!(await hasAccount(sql, token.accountId))) return
    await insertRevocations(sql, token.accountId, 'token', [token.tokenId], timesOf(parts.clock()))
  })
}

/** For ends that the reason causes and nobody in particular. */
const systemActor: Actor = { kind: 'system', id: 'authorization', clientId: null }

function originOf(
  { region, clock, newId }: Pick<GrantParts, 'region' | 'clock' | 'newId'>,
  accountId: string,
  { kind, clientId }: Actor,
  requestId: string,
): EventOrigin {
  return { accountId, region, by: { kind, clientId }, requestId, now: clock, newId }
}

async function recordDisconnection(
  sql: Sql,
  { newId, secretKey }: Pick<GrantParts, 'newId' | 'secretKey'>,
  message: AppDisconnected,
  /** The member who made the grant, if known. */
  memberId: string | undefined,
): Promise<void> {
  const { accountId, actor, requestId, at, reason } = message
  if (reason === 'same_session') return
  recordChanges(sql, {
    accountId,
    actor,
    requestId,
    newId,
    secretKey,
    now: new Date(at),
    action: 'disconnect_app',
    changes: [changeOf(message, memberId)],
  })
}

function changeOf(
  { grantId, clientId, reason }: Pick<AppDisconnected, 'grantId' | 'clientId' | 'reason'>,
  memberId: string | undefined,
): Change {
  const app = { type: 'app', id: grantId } as const
  if (clientId !== dashboardClientId) {
    return { action: 'disconnect_app', target: app, changes: { clientId, reason } }
  }
  const target = memberId === undefined ? app : ({ type: 'member', id: memberId } as const)
  return { action: 'sign_out', target, changes: { clientId, reason } }
}

function messageOf(
  grant: AppGrant,
  { reason, actor, requestId }: GrantRevocation,
  now: Date,
): AppDisconnected {
  return {
    kind: 'app_disconnected',
    accountId: grant.accountId,
    grantId: grant.id,
    clientId: grant.clientId,
    actor: actor ?? revocationActor(reason, grant),
    reason,
    at: now.toISOString(),
    requestId,
  }
}

function timesOf(now: Date): { now: Date; expiresAt: Date } {
  return { now, expiresAt: new Date(now.getTime() + revocationMilliseconds) }
}
